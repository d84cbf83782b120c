import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkStateFiles, separateNodes } from './stateFiles.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-state-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(dataDir, path, '..'), { recursive: true });
  writeFileSync(join(dataDir, path), text);
}

test('files of spool and loader are linked with their sizes, whatever happens to them later', async () => {
  write('spool/0/000001773146096-ab.open', 'acknowledged');
  write('loader/hits/10.hits', 'hits');
  write('loader/node', 'node-1');
  write('loader/sequence.json.draft', 'x');
  write('postgres/data', 'x');
  const files = await linkStateFiles(dataDir, join(dataDir, 'backup-draft/links'));
  appendFileSync(join(dataDir, 'spool/0/000001773146096-ab.open'), ' later');
  renameSync(join(dataDir, 'spool/0/000001773146096-ab.open'), join(dataDir, 'spool/0/sealed'));
  rmSync(join(dataDir, 'loader/hits/10.hits'));
  expect(files.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['spool/0/000001773146096-ab.open', 12],
    ['loader/hits/10.hits', 4],
    ['loader/node', 6],
  ]);
  expect(files.map(({ linkPath, bytes }) => readFileSync(linkPath, 'utf8').slice(0, bytes))).toEqual([
    'acknowledged',
    'hits',
    'node-1',
  ]);
});

test('a file that is listed under its open and its sealed name is in the backup once', async () => {
  write('spool/0/000001773146096-ab.open', 'acknowledged');
  write('spool/0/000001773146096-ab.spool', 'acknowledged');
  const files = await linkStateFiles(dataDir, join(dataDir, 'links'));
  expect(files.map(({ path }) => path)).toEqual(['spool/0/000001773146096-ab.spool']);
});

test('a node without spool and loader has none', async () => {
  expect(await linkStateFiles(dataDir, join(dataDir, 'links'))).toEqual([]);
});

test('restored files of other nodes that are not loaded yet are those of their nodes', async () => {
  write('spool/0/000001773146096-ab.spool', 'own');
  write('nodes/two/spool/0/000001773146096-cd.spool', 'of two');
  write('nodes/two/secret', 'x');
  write('nodes/three/loader/node', 'three');
  const files = await linkStateFiles(dataDir, join(dataDir, 'links'));
  const pathsOf = (states: ReturnType<typeof separateNodes>) =>
    states.map((state) => [state.node, state.files.map(({ path }) => path)]);
  expect(pathsOf(separateNodes([{ node: 'one', files }]))).toEqual([
    ['one', ['spool/0/000001773146096-ab.spool']],
    ['three', ['loader/node']],
    ['two', ['spool/0/000001773146096-cd.spool']],
  ]);
  // The worker of a node that takes part sends them itself.
  const own = files.filter(({ path }) => path.includes('ab.spool'));
  expect(
    pathsOf(
      separateNodes([
        { node: 'one', files },
        { node: 'two', files: own },
      ]),
    ),
  ).toEqual([
    ['one', ['spool/0/000001773146096-ab.spool']],
    ['two', ['spool/0/000001773146096-ab.spool']],
    ['three', ['loader/node']],
  ]);
});
