import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolderAsync, writeDurably } from '../spool/diskSync.ts';
import { partEnding } from './partFile.ts';

/**
 * A load segment: everything that was decided about some input files, immutable once its folder has its final name. It
 * contains `manifest.json`, `hits.bin` (updates of the first hits), `<seq>.native` or `<seq>.ndjson` for each part
 * (partFile.ts), and `quarantine.ndjson`.
 */
export interface LoadSegment {
  dir: string;
  manifest: Manifest;
}

/** Contents of a segment's `manifest.json`. */
export interface Manifest {
  epoch: number;
  /** Paths of the spool files that it was made from. */
  inputs: string[];
  parts: SegmentPart[];
  quarantined: number;
}

/** Rows that are inserted as one block under one token. */
export interface SegmentPart {
  seq: number;
  rows: number;
  /** Times of the first and last row in ms. */
  fromAt: number;
  toAt: number;
  /** Table of the rows; absent = facts. */
  table?: 'test_facts' | 'event_sources' | 'traces';
  /** Format of its file; absent = newline-delimited JSON. */
  format?: 'native';
}

const hitsName = 'hits.bin';
const quarantineName = 'quarantine.ndjson';

/** The folder of the segments inside a loader's state. */
export function segmentsDir(stateDir: string): string {
  return join(stateDir, 'segments');
}

/** Path of a part's rows. */
export function partPath(segment: LoadSegment, part: SegmentPart): string {
  return join(segment.dir, partName(part));
}

function partName(part: SegmentPart): string {
  return `${part.seq}${partEnding(part)}`;
}

/** A segment that is being written. */
export interface SegmentDraft {
  /** Adds a part with the contents of its file. */
  addPart(part: SegmentPart, contents: Buffer): Promise<void>;
  /**
   * Writes the remaining files and gives the folder its final name: before that there is no segment, after that it is
   * complete. The name is durable only after syncFolder of segmentsDir.
   */
  finish(rest: { epoch: number; inputs: string[]; hits: Buffer; quarantine: readonly string[] }): Promise<LoadSegment>;
  discard(): Promise<void>;
}

/** Starts a segment named after its first part. */
export async function draftSegment(stateDir: string, firstSeq: number): Promise<SegmentDraft> {
  const dir = join(segmentsDir(stateDir), String(firstSeq));
  const draft = `${dir}.draft`;
  const parts: SegmentPart[] = [];
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  return {
    async addPart(part, contents) {
      await writeDurably(join(draft, partName(part)), contents);
      parts.push(part);
    },
    async finish({ epoch, inputs, hits, quarantine }) {
      const manifest: Manifest = { epoch, inputs, parts, quarantined: quarantine.length };
      if (hits.length > 0) await writeDurably(join(draft, hitsName), hits);
      if (quarantine.length > 0) await writeDurably(join(draft, quarantineName), quarantine.join(''));
      await writeDurably(join(draft, 'manifest.json'), JSON.stringify(manifest));
      await syncFolderAsync(draft);
      await rename(draft, dir);
      return { dir, manifest };
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}

/** The finished segments, oldest first; drafts are removed. */
export async function findSegments(stateDir: string): Promise<LoadSegment[]> {
  const root = segmentsDir(stateDir);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const names = readdirSync(root);
  await Promise.all(
    names.filter((name) => name.endsWith('.draft')).map((name) => rm(join(root, name), { recursive: true })),
  );
  return names
    .filter((name) => /^\d+$/.test(name))
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => {
      const dir = join(root, name);
      return { dir, manifest: JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest };
    });
}

/** The updates of first hits in a segment. */
export function readHits(segment: LoadSegment): Buffer {
  const path = join(segment.dir, hitsName);
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

/** The records of a segment that could not be converted to facts, one per line. */
export function readQuarantine(segment: LoadSegment): string {
  const path = join(segment.dir, quarantineName);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Removes a segment: first its name, atomically, then its files. */
export async function removeSegment(segment: LoadSegment): Promise<void> {
  const removedDir = `${segment.dir}.draft`;
  if (existsSync(segment.dir)) await rename(segment.dir, removedDir);
  await rm(removedDir, { recursive: true, force: true });
}
