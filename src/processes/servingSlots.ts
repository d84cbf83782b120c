import { cp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Each ad-serving process has two slots, so that its successor can start while it still runs. */
const slotsApart = 64;

/** The slot with which the process of an index, from 0, starts: that with the newer state. */
export function firstSlotOf(dataDir: string, index: number): number {
  const other = index + slotsApart;
  return writtenAt(dataDir, other) > writtenAt(dataDir, index) ? other : index;
}

/** The slot of the successor of a process. */
export function nextSlotOf(slot: number): number {
  return (slot + slotsApart) % (2 * slotsApart);
}

/**
 * Copies the state of a running process into the slot of its successor: configuration, lists and counts. The
 * successor takes over the budget reservations later, when the process has ended. Without a state to copy, it starts
 * with that of the management API.
 */
export async function copySlot(dataDir: string, from: number, to: number): Promise<void> {
  const folder = join(dataDir, 'snapshot');
  const pairs = [
    [join(folder, `${from}.ndjson`), join(folder, `${to}.ndjson`)],
    [join(folder, String(from)), join(folder, String(to))],
  ] as const;
  for (const [source, target] of pairs) {
    await rm(target, { recursive: true, force: true });
    // Files that are being written have a name of their own until they are complete.
    const filter = (path: string) => !path.endsWith('.new') && !path.endsWith('/budgets');
    await cp(source, target, { recursive: true, filter }).catch(() => undefined);
  }
}

function writtenAt(dataDir: string, slot: number): number {
  return statSync(join(dataDir, 'snapshot', `${slot}.ndjson`), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
