import { existsSync } from 'node:fs';
import { appendFile, mkdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { traceDays } from '#model/index.ts';
import type { LoadCounts } from '../metrics/workerMetrics.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { countRows, type FactStore } from './factStore.ts';
import { isBadData } from './isBadData.ts';
import type { OnStep } from './loaderStep.ts';
import { partPath, readQuarantine, type LoadSegment, type SegmentPart } from './loadSegment.ts';
import { partEnding, readPart } from './partFile.ts';

/** Dependencies and settings of inserts. */
export interface SegmentInserter {
  clickhouse: FactStore;
  node: string;
  stateDir: string;
  log: EventLog;
  now: () => number;
  /** Retention of facts, and of the sources of events, in days: the row count of older parts cannot be verified. */
  factsDays: number;
  sourceDays: number;
  onStep: OnStep;
  /** Counts what is loaded; absent where metrics are off. */
  counts?: LoadCounts;
  /** Waits after attempt number `attempt` (from 1). Rejects when the loader stops. */
  pause(attempt: number): Promise<void>;
}

const dayMs = 86_400_000;
const verifyAttempts = 3;
const quarantineBytes = 64 * 1024 * 1024;

/** The folder of parts that the store rejected as bad data. They are retried at the next start. */
export const rejectedDir = 'refused';
/** The folder of parts that were accepted but are incomplete in the store. Reconciliation loads them. */
export const unverifiedDir = 'unverified';

/** File name of a part outside its segment: it has all that is needed to load it. */
function partFileName(epoch: number, part: SegmentPart): string {
  return `${epoch}-${part.seq}${partEnding(part)}`;
}

/** Matches such a file name: epoch and number of the part. */
export const partFilePattern = /^(\d+)-(\d+)\.(?:ndjson|native)$/;

/** The deduplication token of a part, which makes it count once, however often it is inserted. */
export function partToken(node: string, epoch: number, seq: number): string {
  return `${node}:${epoch}:${seq}`;
}

/**
 * Inserts every part of a segment, verifies its row count, and records it in `loaded_segments`. Waits as long as the
 * store is unavailable. Repeating it after a crash changes nothing.
 */
export async function insertSegment(inserter: SegmentInserter, segment: LoadSegment): Promise<void> {
  const { epoch, parts } = segment.manifest;
  const loaded: SegmentPart[] = [];
  for (const part of parts) {
    // An earlier attempt moved it aside.
    if (!existsSync(partPath(segment, part))) continue;
    const isLoaded = await insertPart(inserter, segment, part);
    // Only facts are reconciled: traces are a sample, and nothing is billed by tests.
    if (isLoaded && !part.table) loaded.push(part);
    inserter.onStep('verified');
  }
  if (loaded.length > 0) await recordLoaded(inserter, epoch, loaded);
  inserter.onStep('noted');
  await appendQuarantined(inserter, segment);
}

/** Returns false when the store rejects the rows permanently. */
async function insertPart(inserter: SegmentInserter, segment: LoadSegment, part: SegmentPart): Promise<boolean> {
  const { clickhouse, node, log, counts } = inserter;
  const { epoch } = segment.manifest;
  const { bytes, columns } = readPart(partPath(segment, part));
  const token = partToken(node, epoch, part.seq);
  const { table = 'facts' } = part;
  const { factsDays, sourceDays } = inserter;
  const retentionDays = { facts: factsDays, test_facts: factsDays, event_sources: sourceDays, traces: traceDays }[
    table
  ];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await clickhouse.insertRows(table, bytes, { token, columns });
      inserter.onStep('inserted');
      const found = await countRows(clickhouse, node, part);
      const isExpired = found < part.rows && part.fromAt < inserter.now() - retentionDays * dayMs;
      if (found === part.rows || isExpired) {
        counts?.loaded(part);
        return true;
      }
      if (attempt >= verifyAttempts) {
        log.error(`Segment ${token}: ${found} rows instead of ${part.rows} in the store; left to reconciliation`);
        await moveAside(inserter, segment, part, unverifiedDir);
        counts?.setAside('unverified');
        return true;
      }
    } catch (error) {
      if (isBadData(error)) {
        log.error(`Segment ${token} was rejected as bad data and moved to ${rejectedDir}: ${errorText(error)}`);
        await moveAside(inserter, segment, part, rejectedDir);
        counts?.setAside('rejected');
        return false;
      }
      counts?.retried();
      if (attempt === 1) log.warn(`Segment ${token} could not be loaded and is retried: ${errorText(error)}`);
    }
    await inserter.pause(attempt);
  }
}

async function recordLoaded(inserter: SegmentInserter, epoch: number, parts: readonly SegmentPart[]): Promise<void> {
  const { clickhouse, node, now } = inserter;
  const at = isoTime(now());
  const rows = parts.map((part) =>
    JSON.stringify({
      node,
      epoch,
      seq: part.seq,
      rows: part.rows,
      fromAt: isoTime(part.fromAt),
      toAt: isoTime(part.toAt),
      at,
    }),
  );
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Recording twice has no effect: the table replaces rows.
      return await clickhouse.insertRows('loaded_segments', `${rows.join('\n')}\n`, {
        token: `${partToken(node, epoch, parts[0]?.seq ?? 0)}:loaded`,
      });
    } catch {
      await inserter.pause(attempt);
    }
  }
}

async function moveAside({ stateDir }: SegmentInserter, segment: LoadSegment, part: SegmentPart, folder: string) {
  // Facts that are moved aside are loaded later. Tests and traces need not be complete.
  if (part.table) return unlink(partPath(segment, part));
  await mkdir(join(stateDir, folder), { recursive: true });
  await rename(partPath(segment, part), join(stateDir, folder, partFileName(segment.manifest.epoch, part)));
}

/** Appends a segment's quarantine to the loader's. A large file is rotated once. */
async function appendQuarantined({ stateDir, counts }: SegmentInserter, segment: LoadSegment): Promise<void> {
  const lines = readQuarantine(segment);
  if (lines === '') return;
  counts?.quarantined(segment.manifest.quarantined);
  const path = join(stateDir, 'quarantine.ndjson');
  const size = existsSync(path) ? (await stat(path)).size : 0;
  if (size > quarantineBytes) await rename(path, join(stateDir, 'quarantine.1.ndjson'));
  await appendFile(path, lines, { flush: true });
}

function isoTime(at: number): string {
  return new Date(at).toISOString().slice(0, -1);
}
