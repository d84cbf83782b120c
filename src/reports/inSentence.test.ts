import { expect, test } from 'vitest';
import { inSentence } from './inSentence.ts';

test.each([
  ['Day of week', 'day of week'],
  ['Sub-publisher', 'sub-publisher'],
  ['15 minutes', '15 minutes'],
  ['IVT type', 'IVT type'],
  ['eCPM', 'eCPM'],
])('“%s” is “%s” within a sentence', (label, text) => {
  expect(inSentence(label)).toBe(text);
});
