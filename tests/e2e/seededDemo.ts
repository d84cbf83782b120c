import { cp, mkdir, mkdtemp, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startProduct, type Product } from './product.ts';

/** Without traffic and a past of its own, for one viewer at a time. */
const quiet = { DEMO_VIEWS_PER_SECOND: '0', DEMO_HISTORY_DAYS: '0', SERVING_WORKERS: '1' };

/**
 * Starts the demo network without traffic of its own, in a folder of its own. It is seeded as often as it runs at the same
 * time, and copied from then on: seeding takes nearly half of a start. `settings` are those of this start alone.
 */
export async function startSeededDemo(settings: Record<string, string> = {}): Promise<Product> {
  const { kept, giveBack } = await takeSeed();
  const port = await readFile(join(kept, 'port'), 'utf8').catch(() => seed(kept));
  const dataDir = await mkdtemp(join(tmpdir(), 'bidhouse-'));
  await cp(join(kept, 'data'), dataDir, { recursive: true });
  const product = await startProduct('demo', { ...quiet, ...settings, DEMO_PORT: port }, dataDir);
  return {
    ...product,
    async stop() {
      await product.stop();
      await giveBack();
    },
  };
}

/** A seed that nobody uses now: two networks cannot have the same port. */
async function takeSeed(): Promise<{ kept: string; giveBack: () => Promise<void> }> {
  for (let number = 1; ; number += 1) {
    const kept = join(inject('seededDemos'), String(number));
    const isFree = await mkdir(`${kept} in use`).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        return false;
      },
    );
    if (isFree) return { kept, giveBack: () => rmdir(`${kept} in use`) };
  }
}

/** Makes the folder that is copied, and tells the port that the network's partners have in it. */
async function seed(kept: string): Promise<string> {
  const port = String(await quietPort());
  const making = join(kept, 'making');
  await mkdir(making, { recursive: true });
  const product = await startProduct('demo', { ...quiet, DEMO_PORT: port }, making);
  await product.halt();
  // Links of the store that name the folder where it was made must not lead from a copy into another.
  await rename(making, join(kept, 'data'));
  await writeFile(join(kept, 'port'), port);
  return port;
}

/** A port that nobody is given by chance: it is wanted again by each file, after a pause. */
async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const isTaken = await new Promise<boolean>((tell) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        tell(true);
      });
      socket.once('error', () => tell(false));
    });
    if (!isTaken) return port;
  }
}
