import { expect, test } from 'vitest';
import { uncheckedText } from './useUncheckedCount.ts';

test.each([
  [3, 12, 'Saving turns on the check for 3 channels and 12 tags.'],
  [1, 0, 'Saving turns on the check for 1 channel.'],
  [0, 1200, 'Saving turns on the check for 1,200 tags.'],
  [0, 0, 'All channels and tags are already checked.'],
])('%i channels and %i tags: %s', (channels, tags, words) => {
  expect(uncheckedText({ channels, tags })).toBe(words);
});
