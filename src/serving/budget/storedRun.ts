import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoredLedger } from '#engine/budget/createBudgetLedger.ts';

/** What a run leaves to the next one. */
export interface StoredRun {
  /** Its name. */
  node: string;
  holds: StoredLedger;
}

/** Takes what the last run left: once, so that no later run takes what has become of it since. Null when it left nothing whole. */
export async function takeStoredRun(path: string): Promise<StoredRun | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === '') return null;
  await rm(path, { force: true });
  try {
    return JSON.parse(text) as StoredRun;
  } catch {
    return null;
  }
}

/** Leaves what is held to the next run. */
export async function storeRun(path: string, run: StoredRun): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(run), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}
