import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFolderTarget } from '#storage/backup/folderTarget.ts';
import { nameOfBackup, writeManifest } from '#storage/backup/manifest.ts';
import { buildManifest } from '#tests/support/storage/buildManifest.ts';
import { makeDueBackup } from './dueBackup.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bidhouse-due-'));
  mkdirSync(join(root, 'backups'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Looks whether a backup is due at a time, and makes it. Returns whether it did. */
async function lookAt(time: string): Promise<boolean> {
  const now = Date.parse(time);
  const name = nameOfBackup(new Date(now));
  const report = await makeDueBackup({
    target: openFolderTarget(root),
    hour: 3,
    now,
    async make() {
      writeFileSync(join(root, 'backups', `${name}.manifest`), writeManifest(buildManifest()));
      return { name, pausedMs: 1, elapsedMs: 1, bytesPut: 1, bytes: 1, nodes: 1, missingNodes: [] };
    },
  });
  return report !== null;
}

test('the first backup is due at once, then one after each scheduled time, also when that was missed', async () => {
  expect(await lookAt('2026-03-10T12:00:00Z')).toBe(true);
  expect(await lookAt('2026-03-11T02:59:00Z')).toBe(false);
  expect(await lookAt('2026-03-11T03:00:00Z')).toBe(true);
  // Another node looks.
  expect(await lookAt('2026-03-11T03:00:01Z')).toBe(false);
  expect(await lookAt('2026-03-15T01:00:00Z')).toBe(true);
  expect(await lookAt('2026-03-15T03:10:00Z')).toBe(true);
});
