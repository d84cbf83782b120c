import { expect, test } from 'vitest';
import { causeWords } from './causeWords.ts';

test('days that begin after ours are those of a zone west of UTC', () => {
  expect(causeWords({ kind: 'zone', hours: 5, errorBefore: 0.08, errorAfter: 0.001 })).toEqual({
    label: 'Time zone UTC−5',
    text: 'Its days fit ours best when they begin 5 hours after ours: 0.10% of its impressions then lie on other days, 8.00% as they are.',
  });
  expect(causeWords({ kind: 'zone', hours: -1, errorBefore: 0.08, errorAfter: 0 }).label).toBe('Time zone UTC+1');
});
