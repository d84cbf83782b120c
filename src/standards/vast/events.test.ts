import { describe, expect, it } from 'vitest';
import { eventName } from './events.ts';

describe('eventName', () => {
  it('knows what each version calls an event of another', () => {
    expect(eventName('playerExpand', '2.0')).toBe('fullscreen');
    expect(eventName('fullscreen', '4.2')).toBe('playerExpand');
    expect(eventName('loaded', '3.0')).toBeUndefined();
    expect(eventName('notUsed', '4.2')).toBeUndefined();
    expect(eventName('constructor', '4.2')).toBeUndefined();
  });
});
