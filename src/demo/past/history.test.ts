import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FactRow } from '#events/load/factRows.ts';
import { progressPathIn, readProgress, writeHistory } from './history.ts';
import type { Span } from './pastAudiences.ts';

const dayMs = 86_400_000;
const installedAt = Date.parse('2026-03-10T15:20:00Z');
const start = Date.parse('2026-03-07T15:00:00Z');

let folder: string;
let progressPath: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-history-'));
  progressPath = progressPathIn(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the history up to `now`, and returns the batches in their order with the spans of their rows. */
async function write({
  now = installedAt,
  signal = new AbortController().signal,
  onBatch = () => {},
  batches = [] as { batch: number; spans: Span[] }[],
} = {}) {
  const progress = readProgress(progressPath, { days: 3, now });
  const source = ({ from, until }: Span): FactRow[] => [
    { at: from, kind: 'serve', verdict: 'counted', calls: until - from },
  ];
  if (!progress) return batches;
  await writeHistory({
    progressPath,
    progress,
    sources: [source],
    currentSources: async () => [source],
    batches: {
      insert: async (batch, rows) => {
        batches.push({ batch, spans: rows.map(({ at, calls = 0 }) => ({ from: at, until: at + calls })) });
        onBatch();
      },
    },
    now: () => now,
    signal,
  });
  return batches;
}

/** Merges spans that touch; throws when two overlap. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from < last.until) throw new Error(`${from} is written twice`);
    if (last?.until === from) last.until = until;
    else result.push({ from, until });
  }
  return result;
}

describe('the history of the demo', () => {
  test('is written from the current hour back to its start, hour by hour and a day at a time', async () => {
    const batches = await write();
    const spans = batches.flatMap((each) => each.spans);
    expect(merged(spans)).toEqual([{ from: start, until: installedAt }]);
    expect(spans.every(({ from, until }) => until - from <= 3_600_000)).toBe(true);
    expect(batches.map(({ batch }) => new Date(batch).toISOString().slice(0, 13))).toEqual([
      '2026-03-10T15',
      '2026-03-10T00',
      '2026-03-09T00',
      '2026-03-08T00',
      '2026-03-07T15',
    ]);
  });

  test('continues after an interruption, up to the new time, without writing anything twice', async () => {
    const stopping = new AbortController();
    const first = await write({ signal: stopping.signal, onBatch: () => stopping.abort() });
    expect(first).toHaveLength(1);
    const now = installedAt + 2 * dayMs;
    const second = await write({ now });
    const all = [...first, ...second].flatMap((each) => each.spans);
    expect(merged(all)).toEqual([{ from: start, until: now }]);
    expect(await write({ now })).toEqual([]);
  });

  test('repeats a batch as it was after a crash between its insertion and the note of it', async () => {
    const inserted: Awaited<ReturnType<typeof write>> = [];
    const crash = () => {
      throw new Error('crash');
    };
    await expect(write({ batches: inserted, onBatch: crash })).rejects.toThrow('crash');
    const second = await write({ now: installedAt + 60_000 });
    expect(second[0]).toEqual(inserted[0]);
    expect(merged(second.flatMap(({ spans }) => spans))).toEqual([{ from: start, until: installedAt + 60_000 }]);
  });

  test('of an earlier version, which wrote requests one by one, stays as it is', async () => {
    writeFileSync(progressPath, JSON.stringify({ start, end: start, isDone: true }));
    expect(await write()).toEqual([]);
  });

  test('does not exist without days', () => {
    expect(readProgress(progressPath, { days: 0, now: installedAt })).toBe(null);
    // Nor does a later start write one over what happened since.
    expect(readProgress(progressPath, { days: 3, now: installedAt })).toBe(null);
  });
});
