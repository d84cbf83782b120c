import { describe, expect, it } from 'vitest';
import { eventName } from './vastEvents.ts';

describe('eventName', () => {
  it("has the name of each version for any other version's name", () => {
    expect(eventName('playerExpand', '2.0')).toBe('fullscreen');
    expect(eventName('fullscreen', '4.2')).toBe('playerExpand');
    expect(eventName('loaded', '3.0')).toBeUndefined();
    expect(eventName('notUsed', '4.2')).toBeUndefined();
    expect(eventName('constructor', '4.2')).toBeUndefined();
  });
});
