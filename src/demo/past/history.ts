import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FactBatches } from '#events/load/factBatches.ts';
import type { FactRow } from '#events/load/factRows.ts';
import { seededRandom } from '../seededRandom.ts';
import type { PastSource } from './channelRows.ts';
import type { Span } from './pastAudiences.ts';
import { dayMs, hourMs } from './story.ts';

/** The range that is written: `from` (inclusive) to `until` (exclusive), and its planned start. */
export interface HistoryProgress {
  /** When the demo was first started. All times are milliseconds since the epoch. */
  installedAt: number;
  /** The start of the history once it is complete. */
  start: number;
  from: number;
  until: number;
  /** The end of the span after `until` while it is written: after a crash it is repeated as it was. */
  planned?: number;
}

/** Options of writing the history. */
export interface HistoryOptions {
  progressPath: string;
  progress: HistoryProgress;
  /** The sources of the time before now, which is written backwards. */
  sources: readonly PastSource[];
  /** The sources as they are now, for what has passed since the last call. */
  currentSources: () => Promise<readonly PastSource[]>;
  /** Inserts the facts of a span: those of a batch number once. */
  batches: Pick<FactBatches, 'insert'>;
  now: () => number;
  /** Aborts after the current batch; the next start continues. */
  signal: AbortSignal;
}

/** Days before now with more audience parts per hour than older days have. */
const detailedDays = 14;
const detailedParts = 5;
const fewParts = 2;

/** The hours before the installation that are written in spans of this length: dashboards show them by minute. */
const minuteHours = 2.5;
const shortMs = 3 * 60_000;

/** Path of the progress file in a data folder. */
export function progressPathIn(dataDir: string): string {
  return join(dataDir, 'demo-history.json');
}

/**
 * Reads the progress of a data folder, or begins a history of some days before `now`. Null if there is none: where the
 * first start was without days, and where an earlier version wrote the history request by request.
 */
export function readProgress(path: string, { days, now }: { days: number; now: number }): HistoryProgress | null {
  if (existsSync(path)) {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Partial<HistoryProgress>;
    return stored.installedAt === undefined ? null : (stored as HistoryProgress);
  }
  if (days === 0) {
    // Later starts must not write a past over what happened since.
    writeFileSync(path, '{}');
    return null;
  }
  const hour = Math.floor(now / hourMs) * hourMs;
  return { installedAt: now, start: hour - days * dayMs, from: hour, until: hour };
}

/**
 * Writes what is missing of the history: first from its end up to now, then backwards, as users look at recent days
 * first. Resolves when it is complete, or aborted.
 */
export async function writeHistory(options: HistoryOptions): Promise<void> {
  await continueHistory(options);
  const { progress, signal } = options;
  while (progress.from > progress.start && !signal.aborted) {
    const from = Math.max(progress.start, startOfDay(progress.from - 1));
    await writeBatch(options, options.sources, { from, until: progress.from });
    progress.from = from;
    storeProgress(options);
  }
}

/** Writes the history from its end up to now: at most a day at a time. */
async function continueHistory(options: HistoryOptions): Promise<void> {
  const { progress, now, signal } = options;
  const sources = await options.currentSources();
  for (let end = now(); progress.until < end && !signal.aborted;) {
    const until = progress.planned ?? Math.min(end, startOfDay(progress.until) + dayMs);
    progress.planned = until;
    storeProgress(options);
    await writeBatch(options, sources, { from: progress.until, until });
    progress.until = until;
    delete progress.planned;
    storeProgress(options);
  }
}

const startOfDay = (at: number) => Math.floor(at / dayMs) * dayMs;

function storeProgress({ progressPath, progress }: HistoryOptions): void {
  writeFileSync(`${progressPath}.draft`, JSON.stringify(progress));
  renameSync(`${progressPath}.draft`, progressPath);
}

/** Inserts the facts of a span as one batch, whose number is its start: if it is repeated after a crash, it counts once. */
async function writeBatch(
  { batches, progress }: HistoryOptions,
  sources: readonly PastSource[],
  span: Span,
): Promise<void> {
  const random = seededRandom(Math.floor(span.from / 1000));
  const isDetailed = span.from >= progress.installedAt - detailedDays * dayMs;
  const rows: FactRow[] = [];
  for (let from = span.from; from < span.until;) {
    const stepMs = from >= progress.installedAt - minuteHours * hourMs ? shortMs : hourMs;
    const until = Math.min(span.until, Math.floor(from / stepMs) * stepMs + stepMs);
    for (const source of sources) rows.push(...source({ from, until }, isDetailed ? detailedParts : fewParts, random));
    from = until;
    // Partners and buyers respond in the same process.
    await nextTurn();
  }
  await batches.insert(span.from, rows);
}
