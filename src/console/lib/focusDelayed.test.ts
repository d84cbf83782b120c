import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { focusDelayed } from './focusDelayed.ts';

const elementOf = (tag: string) => ({ matches: (selector: string) => selector.split(', ').includes(tag) }) as Element;
const page: { activeElement: Element | null } = { activeElement: null };
const move = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  move.mockClear();
  page.activeElement = elementOf('button');
});
afterEach(() => {
  vi.useRealTimers();
});

describe('delayed focus', () => {
  test('moves while no field has the focus', () => {
    focusDelayed(move, 60, page);
    page.activeElement = elementOf('a');
    expect(move).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60);
    expect(move).toHaveBeenCalledOnce();
  });

  test('stays in the field that the user has entered in the meantime', () => {
    focusDelayed(move, 60, page);
    page.activeElement = elementOf('textarea');
    vi.advanceTimersByTime(60);
    expect(move).not.toHaveBeenCalled();
  });

  test('leaves a field that was focused before: the form was submitted from there', () => {
    page.activeElement = elementOf('input');
    focusDelayed(move, 60, page);
    vi.advanceTimersByTime(60);
    expect(move).toHaveBeenCalledOnce();
  });

  test('can be canceled', () => {
    focusDelayed(move, 60, page)();
    vi.advanceTimersByTime(60);
    expect(move).not.toHaveBeenCalled();
  });
});
