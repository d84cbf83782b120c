import { fork } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const entry = resolve(import.meta.dirname, '../../../dist/server/main.js');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Names of the product's scripts that a process loaded, by the coverage that it wrote when it ended. */
async function loadedScripts(): Promise<string[]> {
  const reports = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  return reports.flatMap((report) => {
    const { result } = JSON.parse(report) as { result: { url: string }[] };
    return result.flatMap(({ url }) => (url.includes('/dist/server/') ? [basename(url)] : []));
  });
}

test.each(['api', 'worker', 'store', 'serving'])(
  'a child for the role %s whose parent is gone when it starts ends without loading the role',
  async (role) => {
    const child = fork(entry, ['child', role], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_V8_COVERAGE: folder },
    });
    const ended = new Promise((done) => child.once('exit', (code) => done(code)));
    child.disconnect();
    expect(await ended).toBe(0);
    const loaded = await loadedScripts();
    expect(loaded).toContain('main.js');
    expect(loaded.filter((name) => /^(?:role|startStore)-/.test(name))).toEqual([]);
  },
);

/** Occupies a thread of the pool for hours, as a database statement may for a while. */
const busyThread = `data:text/javascript,
import { pbkdf2 } from 'node:crypto';
pbkdf2('', '', 2 ** 31 - 1, 64, 'sha512', () => undefined);`;

test.each(['api', 'worker', 'store', 'serving'])(
  'a child for the role %s ends with its parent, whatever its threads work on',
  async (role) => {
    const child = fork(entry, ['child', role], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--import', busyThread],
    });
    const ended = new Promise((done) => child.once('exit', () => done(true)));
    try {
      await new Promise((done) => child.once('message', done));
      child.disconnect();
      expect(await ended).toBe(true);
    } finally {
      child.kill('SIGKILL');
    }
  },
);
