import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFolderTarget } from '#storage/backup/folderTarget.ts';
import { writeManifest } from '#storage/backup/manifest.ts';
import { buildManifest, objectOf } from '#tests/support/storage/buildManifest.ts';
import { pruneBackups } from './pruneBackups.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bidhouse-prune-'));
  for (const folder of ['backups', 'objects', 'media']) mkdirSync(join(root, folder));
  for (const digit of '12345678') writeFileSync(join(root, 'objects', digit.repeat(64)), 'x');
  writeFileSync(join(root, 'media', `${'4'.repeat(64)}.mp4`), 'x');
});
afterEach(() => rmSync(root, { recursive: true }));

const now = Date.parse('2026-03-20T00:00:00Z');

const retention = (count: number) => ({ count, now, installation: 'installation-1' });

function age(path: string, hours: number): void {
  const at = new Date(now - hours * 3_600_000);
  utimesSync(join(root, path), at, at);
}

/** A backup whose secret is the object of a digit. */
function addBackup(day: number, digit: string, installation = 'installation-1'): void {
  const files = [{ path: 'secret', sha256: 'b'.repeat(64), bytes: 64, object: objectOf(digit) }];
  writeFileSync(
    join(root, 'backups', `2026-03-${day}T01-00-00Z.manifest`),
    writeManifest(buildManifest({ files, installation })),
  );
}

test('the newest backups remain with all that they need, and contents of the last day', async () => {
  for (const [day, digit] of [
    [10, '5'],
    [11, '6'],
    [12, '7'],
  ] as const)
    addBackup(day, digit);
  for (const digit of '1234567') age(`objects/${digit.repeat(64)}`, 30);
  age(`objects/${'8'.repeat(64)}`, 20);
  age(`media/${'4'.repeat(64)}.mp4`, 300);
  const target = openFolderTarget(root);
  expect(await pruneBackups(target, retention(5))).toBe(0);
  expect(readdirSync(join(root, 'objects'))).toHaveLength(8);
  expect(await pruneBackups(target, retention(2))).toBe(1);
  expect(readdirSync(join(root, 'backups'))).toEqual([
    '2026-03-11T01-00-00Z.manifest',
    '2026-03-12T01-00-00Z.manifest',
  ]);
  expect(readdirSync(join(root, 'objects')).map(([digit]) => digit)).toEqual(['1', '2', '6', '7', '8']);
  expect(readdirSync(join(root, 'media'))).toHaveLength(1);
});

test('the newest backup that has all its contents remains, also when it is older than those that remain', async () => {
  for (const [day, digit] of [
    [10, '5'],
    [11, '6'],
    [12, '7'],
    [13, '8'],
  ] as const)
    addBackup(day, digit);
  writeFileSync(join(root, 'media', `${'4'.repeat(64)}.mp4`), 'x'.repeat(10));
  for (const digit of '78') rmSync(join(root, 'objects', digit.repeat(64)));
  for (const digit of '123456') age(`objects/${digit.repeat(64)}`, 30);
  expect(await pruneBackups(openFolderTarget(root), retention(2))).toBe(1);
  expect(readdirSync(join(root, 'backups')).map((name) => name.slice(8, 10))).toEqual(['11', '12', '13']);
  expect(readdirSync(join(root, 'objects')).map(([digit]) => digit)).toEqual(['1', '2', '6']);
});

test('nothing is removed while a manifest that remains cannot be read', async () => {
  addBackup(10, '5');
  addBackup(11, '6');
  writeFileSync(join(root, 'backups', '2026-03-12T01-00-00Z.manifest'), 'damaged');
  for (const digit of '12345678') age(`objects/${digit.repeat(64)}`, 30);
  await expect(pruneBackups(openFolderTarget(root), retention(2))).rejects.toThrow('cut off or was altered');
  expect(readdirSync(join(root, 'backups'))).toHaveLength(3);
  expect(readdirSync(join(root, 'objects'))).toHaveLength(8);
});

test('backups of another installation and of the future remain, and do not count', async () => {
  addBackup(10, '5', 'installation-2');
  addBackup(11, '6');
  addBackup(12, '7');
  addBackup(28, '8');
  for (const digit of '12345678') age(`objects/${digit.repeat(64)}`, 30);
  expect(await pruneBackups(openFolderTarget(root), retention(1))).toBe(1);
  expect(readdirSync(join(root, 'backups')).map((name) => name.slice(8, 10))).toEqual(['10', '12', '28']);
  expect(readdirSync(join(root, 'objects')).map(([digit]) => digit)).toEqual(['1', '2', '5', '7', '8']);
});

test('nothing is removed when a manifest cannot be read at the moment', async () => {
  for (const [day, digit] of [
    [10, '5'],
    [11, '6'],
  ] as const)
    addBackup(day, digit);
  const target = openFolderTarget(root);
  const failing = { ...target, read: () => Promise.reject(new Error('EACCES')) };
  await expect(pruneBackups(failing, retention(1))).rejects.toThrow('EACCES');
  expect(readdirSync(join(root, 'backups'))).toHaveLength(2);
});
