import { existsSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolderAsync } from '../spool/diskSync.ts';
import type { FirstHits } from '../hits/firstHits.ts';
import { segmentsDir, type LoadSegment } from './loadSegment.ts';
import type { OnStep } from './loaderStep.ts';

/**
 * Steps 3 and 4 of loading (loader.ts): commits the first hits of a segment and deletes its inputs. Repeating it
 * changes nothing.
 */
export async function settleSegment(
  stateDir: string,
  segment: LoadSegment,
  updates: Buffer,
  hits: FirstHits,
  onStep: OnStep,
): Promise<void> {
  await syncFolderAsync(segmentsDir(stateDir));
  await hits.commit(updates);
  onStep('hitsStored');
  const { inputs } = segment.manifest;
  for (const path of inputs) {
    if (existsSync(path)) await unlink(path);
    onStep('inputDeleted');
  }
  for (const dir of new Set(inputs.map((path) => dirname(path)))) if (existsSync(dir)) await syncFolderAsync(dir);
  hits.release(inputs);
}
