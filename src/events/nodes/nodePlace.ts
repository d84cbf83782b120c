import { existsSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { stoppedSeconds, type NodePlace, type NodeStore } from '#storage/nodes/nodeStore.ts';

/** ID of this start of the machine; of Linux only. */
const bootIdPath = '/proc/sys/kernel/random/boot_id';
const lookMs = 500;

/** The place of a worker with a data folder, which exists. A copy of the folder, or of the machine, is another place. */
export function readNodePlace(dataDir: string): NodePlace {
  return { host: hostname(), folder: dataDir, place: folderMark(dataDir) };
}

/** Identifies a folder, whichever path it has, and this start of the machine. */
export function folderMark(folder: string): string {
  const bootId = existsSync(bootIdPath) ? readFileSync(bootIdPath, 'utf8').trim() : '';
  const { dev, ino } = statSync(folder);
  return `${bootId} ${dev}:${ino}`;
}

/**
 * Throws SettingsConflict while another worker runs under this node’s name at another place: then DATA_DIR is a copy of
 * the other’s, and both would load the same records. One that was killed is waited for until it counts as stopped.
 */
export async function checkNotCopied(
  store: Pick<NodeStore, 'findRunning'>,
  node: string,
  own: Pick<NodePlace, 'place'>,
  pauseMs: number = lookMs,
): Promise<void> {
  let seenAt = Infinity;
  for (;;) {
    const found = await store.findRunning(node);
    if (!found || found.place === own.place) return;
    if (found.seenAt > seenAt) throw copyConflict(node, found);
    ({ seenAt } = found);
    await sleep(pauseMs);
  }
}

/** The conflict of a copied DATA_DIR. */
export function copyConflict(node: string, { host, folder }: Pick<NodePlace, 'host' | 'folder'>): SettingsConflict {
  const where = host === '' ? '' : ` on ${host} in ${folder}`;
  return new SettingsConflict(
    'DATA_DIR',
    `it is a copy: the node ${node} runs${where}`,
    `Stop that one, and wait ${stoppedSeconds} seconds; or delete loader and spool in the copy, which then becomes a node of its own. The original loads the records in them.`,
  );
}
