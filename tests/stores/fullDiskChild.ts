import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startApiRole } from '#api/startApiRole.ts';
import { startStore } from '#storage/store/startStore.ts';
import { readConfig } from '../../src/config.ts';

// The embedded store and the management API in one process, on a small file system of their own that is filled on
// demand.
const config = readConfig(process.env, { isDemo: false });
const ballast = join(config.DATA_DIR, 'ballast');
const store = await startStore({ dataDir: config.DATA_DIR });
const api = await startApiRole(config, store);

process.on('message', (order: 'fill' | 'free' | 'stop') => {
  if (order === 'stop') void stop();
  else if (order === 'fill') fill();
  else rmSync(ballast);
  process.send?.(order);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function stop(): Promise<void> {
  await api.close();
  await store.close();
  process.exit(0);
}

/** Writes until the disk is full. */
function fill(): void {
  const file = openSync(ballast, 'a');
  for (let size = 1024 * 1024; size >= 1;) {
    try {
      writeSync(file, Buffer.alloc(size, 1));
    } catch {
      size = Math.floor(size / 2);
    }
  }
  closeSync(file);
}
