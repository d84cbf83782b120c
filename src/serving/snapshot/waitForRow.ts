import { setTimeout as pauseFor } from 'node:timers/promises';

/** Maximum wait in milliseconds. A changed row is usually in the snapshot within a second. */
const timeoutMs = 4000;
const pollIntervalMs = 100;

/**
 * Waits until the snapshot, from which `read` takes a row, has it in this version or a later one. Returns the earlier
 * version when that takes too long, and null when there is no such row.
 */
export async function waitForRow<R extends { version: number }>(
  read: () => R | undefined,
  version: number,
): Promise<R | null> {
  for (let waited = 0; ; waited += pollIntervalMs) {
    const row = read();
    if (row && row.version >= version) return row;
    if (waited >= timeoutMs) return row ?? null;
    await pauseFor(pollIntervalMs);
  }
}
