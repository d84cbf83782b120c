import { expect, test } from 'vitest';
import { sizeText } from './sizeText.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [12_345_678, '12.3 MB'],
  [5e12, '5.0 TB'],
  [5e15, '5000.0 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
