import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildManifest } from '#tests/support/storage/buildManifest.ts';
import { openFolderTarget } from './folderTarget.ts';
import { writeManifest } from './manifest.ts';
import { checkOwner, describeOthers, readOwners } from './placeOwners.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bidhouse-owners-'));
  mkdirSync(join(root, 'backups'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A backup of an installation; without one, of a version that did not record it. */
function addBackup(day: number, installation?: string): void {
  const { installation: _, ...manifest } = buildManifest();
  const written = installation === undefined ? { ...manifest, format: 2 as const } : { ...manifest, installation };
  writeFileSync(join(root, 'backups', `2026-03-${day}T01-00-00Z.manifest`), writeManifest(written));
}

const check = (installation: string) => checkOwner(openFolderTarget(root), '/backups', installation);

test('a place that is empty, or has backups without an ID, is free for any installation', async () => {
  await check('one');
  addBackup(10);
  writeFileSync(join(root, 'backups', '2026-03-11T01-00-00Z.manifest'), 'damaged');
  await check('one');
  expect(await readOwners(openFolderTarget(root))).toEqual({
    byInstallation: new Map(),
    unknown: ['2026-03-10T01-00-00Z', '2026-03-11T01-00-00Z'],
  });
});

test('a place whose backups cannot be read at the moment is no free place', async () => {
  addBackup(10, 'one');
  const failing = { ...openFolderTarget(root), read: () => Promise.reject(new Error('EACCES')) };
  await expect(checkOwner(failing, '/backups', 'two')).rejects.toThrow('EACCES');
});

test('a place with a backup of another installation is refused with the setting and the fix, also where an own one is newer', async () => {
  addBackup(10);
  addBackup(11, 'one');
  addBackup(12, 'one');
  await check('one');
  await expect(check('two')).rejects.toThrow(
    '/backups has backups of another installation (installation one: 2 backups, the newest is 2026-03-12T01-00-00Z). Each needs a place of its own: set BACKUP_TO to another folder or prefix.',
  );
  addBackup(13, 'two');
  await expect(check('two')).rejects.toThrow('installation one');
  expect(describeOthers(await readOwners(openFolderTarget(root)))).toHaveLength(2);
});
