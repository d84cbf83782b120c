import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { traceDays, type HitVerdict } from '#model/index.ts';
import { createDealSums } from './dealSums.ts';
import { createCandidateSums, eventRow, serveRow, observedRows } from './factRows.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { EventLog } from '../spool/eventLog.ts';
import type { FirstHits, Hit, HitBatch, HitFile } from '../hits/firstHits.ts';
import type { OnStep } from './loaderStep.ts';
import { readFrames } from '../spool/frames.ts';
import { draftSegment, type LoadSegment, type SegmentDraft, type SegmentPart } from './loadSegment.ts';
import { decodeRecord, isHitText } from '../record/recordCodec.ts';
import { recordFault } from '../record/recordFault.ts';
import type { EventRecord, SpoolRecord, TestEvent } from '../record/records.ts';
import type { LoadCounts } from '../metrics/workerMetrics.ts';
import type { Sequence } from '../spool/sequence.ts';
import type { SealedFile } from '../spool/spoolFiles.ts';
import { createAmountSums } from './countedAmounts.ts';
import {
  createFactPart,
  createSourcePart,
  createTestPart,
  createTracePart,
  type PartInProgress,
} from './partInProgress.ts';
import { sourceRow } from './sourceRow.ts';
import { testRow, withoutAmounts } from './testRow.ts';
import { traceRow } from './traceRow.ts';

/** Dependencies and settings for making segments. */
export interface SegmentMaker {
  node: string;
  stateDir: string;
  sequence: Sequence;
  hits: FirstHits;
  now: () => number;
  log: EventLog;
  /** Maximum rows of a part; a part must stay below one block of ClickHouse. */
  rowsPerPart: number;
  /** Retention of the sources of events in days. */
  sourceDays: number;
  onStep: OnStep;
  counts?: Pick<LoadCounts, 'counted'>;
}

/** Folder of the loader's folder with copies of spool files that are damaged. */
export const damagedDir = 'damaged';

const dayMs = 86_400_000;

/** Records that are read without yielding: about a millisecond of work. */
const textsPerTurn = 250;

/** A spool file that cannot be read from disk. */
export class UnreadableInput extends Error {
  override readonly name = 'UnreadableInput';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} cannot be read: ${errorText(cause)}`, { cause });
    this.path = path;
  }
}

/** Maximum size of a part, so that neither the loader nor the store needs much memory for it. */
const bytesPerPart = 48 * 1024 * 1024;

/** Reads sealed files and writes the segment of their facts. When it throws, nothing else has changed. */
export async function makeSegment(
  maker: SegmentMaker,
  files: readonly SealedFile[],
): Promise<{ segment: LoadSegment; updates: Buffer }> {
  const { sequence, stateDir, log } = maker;
  const now = maker.now();
  const candidates = createCandidateSums();
  const testCandidates = createCandidateSums();
  const deals = createDealSums();
  const amounts = createAmountSums();
  const quarantine: string[] = [];
  const hitFiles = files.map((file): HitFile => ({ ...file, hits: () => hitsOf(file.path, now) }));
  const batch = await maker.hits.begin(hitFiles);
  maker.onStep('hitsDecided');
  const firstSeq = sequence.next();
  const draft = await draftSegment(stateDir, firstSeq);
  try {
    const parts = createPartWriter(draft, maker, createFactPart, firstSeq);
    const tests = createPartWriter(draft, maker, createTestPart);
    const sources = createPartWriter(draft, maker, createSourcePart);
    const traces = createPartWriter(draft, maker, createTracePart);
    let texts = 0;
    for (const file of hitFiles) {
      const judge = (record: EventRecord) => resolveVerdict(record, batch, file);
      for (const text of readTexts(file.path, stateDir, log)) {
        texts += 1;
        if (texts % textsPerTurn === 0) await nextTurn();
        const record = readRecord(text, now, (fault) => {
          quarantine.push(`${JSON.stringify({ quarantinedAt: now, fault, text })}\n`);
        });
        if (!record) continue;
        if (record.type === 'trace') {
          // Older ones would be dropped at once.
          if (record.at > now - traceDays * dayMs && traces.add(traceRow(record), record.at)) await traces.cut();
          continue;
        }
        if (record.type === 'test') {
          if (record.record.type === 'serve') testCandidates.add(record.record);
          const row = testRow(record, judge);
          if (tests.add(row, row.at)) await tests.cut();
          continue;
        }
        if (record.type === 'serve') {
          candidates.add(record);
          deals.add(record);
        }
        const row = record.type === 'serve' ? serveRow(record) : eventRow(record, judge(record));
        if (record.type === 'event') amounts.add(row);
        if (parts.add(row, record.at)) await parts.cut();
        // Older ones would be deleted at once.
        const isStored = record.type === 'event' && record.at > now - maker.sourceDays * dayMs;
        const source = isStored ? sourceRow(record, row) : null;
        if (source && sources.add(source, record.at)) await sources.cut();
        if (record.type === 'event' || !record.furtherCreatives) continue;
        for (const observedRow of observedRows(record)) if (parts.add(observedRow, record.at)) await parts.cut();
      }
    }
    for (const row of [...candidates.rows(), ...deals.rows()]) {
      if (parts.add(row, row.at)) await parts.cut();
    }
    for (const row of testCandidates.rows()) {
      if (tests.add(withoutAmounts(row), row.at)) await tests.cut();
    }
    await parts.cut();
    await tests.cut();
    await sources.cut();
    await traces.cut();
    const updates = batch.updates();
    const inputs = files.map(({ path }) => path);
    const segment = await draft.finish({ epoch: sequence.epoch, inputs, hits: updates, quarantine });
    for (const [integration, sum] of amounts.sums) maker.counts?.counted(integration, sum);
    maker.onStep('segmentWritten');
    if (quarantine.length > 0)
      log.warn(`${quarantine.length} records could not be converted to facts and were quarantined`);
    return { segment, updates };
  } catch (error) {
    await draft.discard().catch(() => undefined);
    throw error;
  }
}

/** Yields, so that the concurrent insert can send its bytes. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function resolveVerdict(record: EventRecord, batch: HitBatch, file: HitFile): HitVerdict {
  const hit = hitOf(record);
  if (!hit) return record.verdict === 'expired' ? 'expired' : 'forged';
  return batch.isFirst(hit, file) ? 'counted' : 'duplicate';
}

/** The valid hit in a record; null if there is none. */
function hitOf({ event, verdict, payload, at }: EventRecord | TestEvent): Hit | null {
  if (verdict !== 'valid' || !payload) return null;
  return { serveId: payload.serveId, event, servedAt: payload.servedAt, at };
}

/** Reads only the valid hits of a file: serves and traces are most of its bytes. */
function* hitsOf(path: string, now: number): Generator<Hit> {
  for (const text of readFrames(readInput(path))) {
    if (!isHitText(text)) continue;
    const record = readRecord(text, now);
    const event = record?.type === 'test' ? record.record : record;
    const hit = event?.type === 'event' ? hitOf(event) : null;
    if (hit) yield hit;
  }
}

/** The intact frames of a file. A damaged file is also copied aside before it is given up. */
function* readTexts(path: string, stateDir: string, log: EventLog): Generator<string> {
  const bytes = readInput(path);
  const offset = yield* readFrames(bytes);
  if (offset === bytes.length) return;
  const damaged = join(stateDir, damagedDir);
  mkdirSync(damaged, { recursive: true });
  copyFileSync(path, join(damaged, `${basename(dirname(path))}-${basename(path)}`));
  log.error(
    `${path} is damaged at byte ${offset} of ${bytes.length}: the rest cannot be read; a copy is in ${damaged}`,
  );
}

function readInput(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UnreadableInput(path, error);
  }
}

function readRecord(text: string, now: number, onFault?: (fault: string) => void): SpoolRecord | null {
  let fault: string | null;
  try {
    const record = decodeRecord(text);
    fault = recordFault(record, now);
    if (!fault) return record;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    fault = 'shape';
  }
  onFault?.(fault);
  return null;
}

/** Splits rows into parts. */
function createPartWriter<Row>(
  draft: SegmentDraft,
  { node, sequence, rowsPerPart, onStep }: SegmentMaker,
  create: (node: string, seq: number) => PartInProgress<Row>,
  firstSeq?: number,
) {
  let seq = firstSeq;
  let part: PartInProgress<Row> | null = null;
  let fromAt = Infinity;
  let toAt = -Infinity;
  return {
    /** Adds a row of the time `at`. Returns true when the part is full and must be cut. */
    add(row: Row, at: number): boolean {
      part ??= create(node, (seq ??= sequence.next()));
      part.add(row);
      if (at < fromAt) fromAt = at;
      if (at > toAt) toAt = at;
      return part.rows >= rowsPerPart || part.bytes >= bytesPerPart;
    },
    async cut(): Promise<void> {
      if (!part || seq === undefined) return;
      const described: SegmentPart = { seq, rows: part.rows, fromAt, toAt, ...part.kind };
      await draft.addPart(described, part.contents(described));
      onStep('partWritten');
      seq = undefined;
      part = null;
      fromAt = Infinity;
      toAt = -Infinity;
    },
  };
}
