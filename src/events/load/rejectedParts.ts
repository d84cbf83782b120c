import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolderAsync } from '../spool/diskSync.ts';
import { rejectedDir } from './insertSegment.ts';
import { draftSegment, segmentsDir, type LoadSegment } from './loadSegment.ts';

/** Turns rejected parts into segments again: the cause may have been fixed since. */
export async function requeueRejectedParts(stateDir: string): Promise<LoadSegment[]> {
  const dir = join(stateDir, rejectedDir);
  const segments: LoadSegment[] = [];
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    const match = /^(\d+)-(\d+)\.ndjson$/.exec(name);
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
  const rows = readFileSync(path);
  const draft = await draftSegment(stateDir, seq);
  await draft.addPart(describePart(rows, seq), rows);
  return draft.finish({ epoch, inputs: [path], hits: Buffer.alloc(0), quarantine: [] });
}

/** Row count and time range of a part. */
export function describePart(ndjson: Buffer, seq: number): { seq: number; rows: number; fromAt: number; toAt: number } {
  const times = ndjson
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Date.parse(`${(JSON.parse(line) as { at: string }).at}Z`));
  return {
    seq,
    rows: times.length,
    fromAt: times.reduce((a, b) => Math.min(a, b), Infinity),
    toAt: times.reduce((a, b) => Math.max(a, b), -Infinity),
  };
}
