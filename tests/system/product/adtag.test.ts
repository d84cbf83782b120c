import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const built = readFileSync(resolve(import.meta.dirname, '../../../dist/adtag/adtag.js'));

/** Bytes that pages of publishers are asked to load, compressed. */
const budget = 15 * 1024;

test('the browser SDK, with every format, stays within its budget', () => {
  expect(gzipSync(built, { level: 9 }).length).toBeLessThanOrEqual(budget);
});

test('the browser SDK needs nothing that a strict policy for content refuses', () => {
  const text = built.toString('utf8');
  expect(text).not.toMatch(/\beval\(|new Function|\.innerHTML|\.insertAdjacentHTML|\bimport\(/);
  // Styles of elements are set by script, never as an attribute of markup in the page.
  expect(text).not.toMatch(/setAttribute\("style"/);
});
