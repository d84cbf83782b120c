import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { addPacked, createImpressionLog, type ImpressionLog } from '#storage/counters/impressionLog.ts';

/**
 * Loads the impressions that `storeLog` wrote. Returns an empty log when there is no file. An incomplete impression at
 * its end is ignored.
 */
export async function loadLog(path: string, now: number): Promise<ImpressionLog> {
  const log = createImpressionLog();
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const complete = new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 16)));
  addPacked(log, new Uint32Array(complete.buffer), now);
  return log;
}

/** Stores a log for the next start. */
export async function storeLog(path: string, log: ImpressionLog): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    for (let from = log.start; from < log.end;) {
      const packed = log.read(from, log.end - from);
      await file.writeFile(new Uint8Array(packed.buffer));
      from += packed.length / 4;
    }
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
