import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoredLedger } from '#engine/budget/createBudgetLedger.ts';

/** The state that one run leaves for the next. */
export interface StoredRun {
  /** Node ID of the run. */
  node: string;
  reservations: StoredLedger;
}

/** The reservations under their name, or that of the previous release. */
interface StoredReservations {
  reservations?: StoredLedger;
  holds?: StoredLedger;
}

/**
 * Reads and deletes the state of the last run, so that no later run resumes it once it is outdated. Returns null when
 * there is none or it is damaged.
 */
export async function takeStoredRun(path: string): Promise<StoredRun | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === '') return null;
  await rm(path, { force: true });
  try {
    const { node, reservations, holds } = JSON.parse(text) as Omit<StoredRun, 'reservations'> & StoredReservations;
    return { node, reservations: reservations ?? holds ?? [] };
  } catch {
    return null;
  }
}

/** Stores the open reservations for the next run. */
export async function storeRun(path: string, run: StoredRun): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(run), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}
