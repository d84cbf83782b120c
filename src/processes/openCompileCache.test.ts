import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCompileCache } from './openCompileCache.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-cache-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('a build keeps its compiled code, and that of another build is removed', () => {
  const entry = join(dataDir, 'main.js');
  writeFileSync(entry, 'import "./chunk-A.js"');
  const first = openCompileCache(dataDir, entry);
  mkdirSync(first, { recursive: true });
  writeFileSync(join(first, 'code'), '');
  expect(openCompileCache(dataDir, entry)).toBe(first);
  expect(readdirSync(first)).toEqual(['code']);

  writeFileSync(entry, 'import "./chunk-B.js"');
  expect(openCompileCache(dataDir, entry)).not.toBe(first);
  expect(readdirSync(join(dataDir, 'compile-cache'))).toEqual([]);
});
