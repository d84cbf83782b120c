import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeManifest } from '#storage/backup/manifest.ts';
import { buildManifest } from '#tests/support/storage/buildManifest.ts';
import { checkBackupOwner } from './checkBackupOwner.ts';
import { checkRestored } from './checkRestored.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-owner-'));
  mkdirSync(join(folder, 'place/backups'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function addBackup(day: number, installation: string): void {
  const path = join(folder, `place/backups/2026-03-${day}T01-00-00Z.manifest`);
  writeFileSync(path, writeManifest(buildManifest({ installation })));
}

const check = () =>
  checkBackupOwner({ DATA_DIR: join(folder, 'data'), DATABASE_URL: undefined }, join(folder, 'place'));

test('a place with backups of another installation is named; while PostgreSQL does not run, one of one is not checked', async () => {
  expect((await check()).state).toBe('ok');
  addBackup(10, 'one');
  expect(await check()).toMatchObject({ state: 'unchecked', detail: expect.stringContaining('installation one') });
  addBackup(11, 'two');
  expect(await check()).toMatchObject({ state: 'fault', fix: 'Set BACKUP_TO to a folder or prefix of its own.' });
});

test('restored events of nodes that are not loaded are named with their folder', () => {
  expect(checkRestored(folder)).toEqual([]);
  mkdirSync(join(folder, 'nodes/two/spool'), { recursive: true });
  expect(checkRestored(folder)).toMatchObject([
    { state: 'warning', detail: `those of two are not loaded: ${join(folder, 'nodes/two')}` },
  ]);
});
