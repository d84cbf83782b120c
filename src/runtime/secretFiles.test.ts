import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropOtherSecrets, ensureSecret, readOtherSecrets, rotateSecretFiles } from './secretFiles.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-secret-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('the secret is created once and replaced by rotation, after which the former ones are accepted too', () => {
  const first = ensureSecret(dataDir);
  expect(ensureSecret(dataDir)).toBe(first);
  expect(readOtherSecrets(dataDir)).toEqual([]);

  expect(rotateSecretFiles(dataDir)).toBe(true);
  const second = ensureSecret(dataDir);
  expect(second).toMatch(/^[0-9a-f]{64}$/);
  expect(second).not.toBe(first);
  expect(readOtherSecrets(dataDir)).toEqual([first]);

  rotateSecretFiles(dataDir);
  expect(readOtherSecrets(dataDir)).toEqual([second, first]);
  for (const name of ['secret', 'secret.previous']) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);

  const current = readFileSync(join(dataDir, 'secret'), 'utf8');
  dropOtherSecrets(dataDir);
  expect(readOtherSecrets(dataDir)).toEqual([]);
  expect(ensureSecret(dataDir)).toBe(current);
});

test('there is nothing to rotate before the first start', () => {
  expect(rotateSecretFiles(dataDir)).toBe(false);
  expect(readOtherSecrets(dataDir)).toEqual([]);
});
