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

describe('focus that is moved a moment later', () => {
  test('goes where it was meant to while nobody is in a field', () => {
    focusDelayed(move, 60, page);
    page.activeElement = elementOf('a');
    expect(move).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60);
    expect(move).toHaveBeenCalledOnce();
  });

  test('stays in the field that a person has entered in the meantime', () => {
    focusDelayed(move, 60, page);
    page.activeElement = elementOf('textarea');
    vi.advanceTimersByTime(60);
    expect(move).not.toHaveBeenCalled();
  });

  test('leaves a field that it was in before: the form was sent from there', () => {
    page.activeElement = elementOf('input');
    focusDelayed(move, 60, page);
    vi.advanceTimersByTime(60);
    expect(move).toHaveBeenCalledOnce();
  });

  test('is called off', () => {
    focusDelayed(move, 60, page)();
    vi.advanceTimersByTime(60);
    expect(move).not.toHaveBeenCalled();
  });
});
