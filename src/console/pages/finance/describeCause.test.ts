import { expect, test } from 'vitest';
import { describeCause } from './describeCause.ts';

test('days that start after ours belong to a time zone west of UTC', () => {
  expect(describeCause({ kind: 'zone', hours: 5, errorBefore: 0.08, errorAfter: 0.001 })).toEqual({
    label: 'Time zone UTC−5',
    text: 'The partner’s days match ours best if they start 5 hours after ours: 0.10% of its impressions then fall on other days, compared with 8.00% now.',
  });
  expect(describeCause({ kind: 'zone', hours: -1, errorBefore: 0.08, errorAfter: 0 }).label).toBe('Time zone UTC+1');
});
