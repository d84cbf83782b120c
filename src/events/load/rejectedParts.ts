import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolderAsync } from '../spool/diskSync.ts';
import { partFilePattern, rejectedDir } from './insertSegment.ts';
import { draftSegment, segmentsDir, type LoadSegment } from './loadSegment.ts';
import { describePart } from './partFile.ts';

/** Turns rejected parts into segments again: the cause may have been fixed since. */
export async function requeueRejectedParts(stateDir: string): Promise<LoadSegment[]> {
  const dir = join(stateDir, rejectedDir);
  const segments: LoadSegment[] = [];
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    const match = partFilePattern.exec(name);
    // A segment of this name may still contain the parts that were rejected together with this one.
    if (!match || existsSync(join(segmentsDir(stateDir), match[2] ?? ''))) continue;
    const path = join(dir, name);
    segments.push(await requeuePart(stateDir, path, Number(match[1]), Number(match[2])));
    await syncFolderAsync(segmentsDir(stateDir));
    await unlink(path);
    await syncFolderAsync(dir);
  }
  return segments;
}

async function requeuePart(stateDir: string, path: string, epoch: number, seq: number): Promise<LoadSegment> {
  const draft = await draftSegment(stateDir, seq);
  await draft.addPart(describePart(path, seq), readFileSync(path));
  return draft.finish({ epoch, inputs: [path], hits: Buffer.alloc(0), quarantine: [] });
}
