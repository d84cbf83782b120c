import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const built = readFileSync(resolve(import.meta.dirname, '../../../dist/adtag/adtag.js'));

/** Maximum compressed bytes that publishers' pages load. */
const budget = 15 * 1024;

test('the browser SDK, with every format, stays within its budget', () => {
  expect(gzipSync(built, { level: 9 }).length).toBeLessThanOrEqual(budget);
});

test('the browser SDK works under a strict content security policy', () => {
  const text = built.toString('utf8');
  expect(text).not.toMatch(/\beval\(|new Function|\.innerHTML|\.insertAdjacentHTML|\bimport\(/);
  // Scripts set styles of elements, never an attribute in markup.
  expect(text).not.toMatch(/setAttribute\("style"/);
});
