import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sizesOf } from './findDamage.ts';
import { openFolderTarget } from './folderTarget.ts';
import { verifyShare } from './verifyContents.ts';

const mb = 1024 * 1024;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bidhouse-verify-'));
  for (const folder of ['objects', 'media']) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true }));

function add(folder: 'objects' | 'media', bytes: Buffer): string {
  const name = `${createHash('sha256').update(bytes).digest('hex')}${folder === 'media' ? '.mp4' : ''}`;
  writeFileSync(join(root, folder, name), bytes);
  return `${folder}/${name}`;
}

async function verify(after = '') {
  const target = openFolderTarget(root);
  return verifyShare({ target, sizes: await sizesOf(target), after, onProgress: () => undefined });
}

test('contents that were altered with the same size are found', async () => {
  add('objects', Buffer.from('intact'));
  const altered = [add('objects', Buffer.from('object')), add('media', Buffer.from('video'))];
  for (const name of altered) writeFileSync(join(root, name), name.startsWith('media') ? 'vIdeo' : 'oBject');
  writeFileSync(join(root, 'objects', 'doctor-1'), 'no content');
  expect((await verify()).damaged.toSorted()).toEqual(altered.toSorted());
});

test('each run continues after the last content of the one before, and begins again after the last of all', async () => {
  for (let number = 1; number <= 5; number += 1) add('objects', Buffer.alloc(9 * mb, number));
  const names = readdirSync(join(root, 'objects'))
    .toSorted()
    .map((name) => `objects/${name}`);
  // Two of nine megabytes are the minimum of a share.
  const first = await verify();
  expect(first).toEqual({ damaged: [], verifiedTo: names[1] });
  const second = await verify(first.verifiedTo);
  expect(second.verifiedTo).toBe(names[3]);
  expect((await verify(second.verifiedTo)).verifiedTo).toBe(names[0]);
});
