import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markInstallation, readInstallation } from './installationMark.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bidhouse-mark-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('a folder belongs to the installation that it has loaded into, and to no other', () => {
  const stateDir = join(dir, 'loader');
  expect(readInstallation(stateDir)).toBeNull();
  markInstallation(stateDir, 'one');
  markInstallation(stateDir, 'one');
  expect(readInstallation(stateDir)).toBe('one');
  expect(() => markInstallation(stateDir, 'two')).toThrow('belongs to another installation');
  expect(readInstallation(stateDir)).toBe('one');
});
