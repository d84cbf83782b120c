import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trackedEvents } from '#model/index.ts';
import type { Hit, HitFile } from './firstHits.ts';
import { openLocalHits, type LocalHits } from './localHits.ts';
import { newServeId } from '../token/token.ts';

const hourMs = 3_600_000;
const lifetimeMs = 4 * hourMs;
/** The start of an hour. */
const start = 490_000 * hourMs;

let dir = '';
let now = start;
let hits: LocalHits;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hits-'));
  now = start;
  hits = open();
});
afterEach(async () => {
  await hits.close();
  rmSync(dir, { recursive: true, force: true });
});

function open(): LocalHits {
  return openLocalHits({ dir, lifetimeMs, now: () => now });
}

function buildHit(overrides: Partial<Hit> = {}): Hit {
  return { serveId: newServeId(), event: 'impression', servedAt: start, at: start + 1000, ...overrides };
}

function fileOf(hit: Hit, begunAt = hit.at): HitFile {
  return { path: 'file', begunAt, hits: () => [hit] };
}

/** Loads a hit in its own batch. */
async function load(hit: Hit, begunAt = hit.at): Promise<boolean> {
  const file = fileOf(hit, begunAt);
  const batch = await hits.begin([file]);
  const isFirst = batch.isFirst(hit, file);
  await hits.commit(batch.updates());
  return isFirst;
}

describe('the first hit of an event counts', () => {
  test('within a batch, across batches, and separately for each event', async () => {
    const hit = buildHit();
    const batch = await hits.begin([]);
    expect([batch.isFirst(hit, fileOf(hit)), batch.isFirst(hit, fileOf(hit))]).toEqual([true, false]);
    expect(batch.isFirst({ ...hit, event: 'click' }, fileOf(hit))).toBe(true);
    await hits.commit(batch.updates());
    expect(await load(hit)).toBe(false);
    expect(await load({ ...hit, event: 'click' })).toBe(false);
    expect(await load({ ...hit, event: 'complete' })).toBe(true);
    expect(await load(buildHit())).toBe(true);
    expect(hits.size()).toBe(2);
  });

  test('for every event separately, also after a restart', async () => {
    const hit = buildHit();
    for (const event of trackedEvents) expect(await load({ ...hit, event })).toBe(true);
    await hits.close();
    hits = open();
    for (const event of trackedEvents) expect(await load({ ...hit, event })).toBe(false);
    expect(await load({ ...buildHit(), event: 'loss' })).toBe(true);
    expect(hits.size()).toBe(2);
  });

  test('an uncommitted batch has no effect', async () => {
    const hit = buildHit();
    expect((await hits.begin([])).isFirst(hit, fileOf(hit))).toBe(true);
    expect(await load(hit)).toBe(true);
  });

  test('after a restart too, whatever a crash left at the journal’s end', async () => {
    const hit = buildHit();
    await load(hit);
    await hits.close();
    appendFileSync(join(dir, readdirSync(dir)[0] ?? ''), Buffer.alloc(23));
    hits = open();
    expect(await load(hit)).toBe(false);
    const later = buildHit();
    await load(later);
    await hits.close();
    hits = open();
    expect([await load(hit), await load(later)]).toEqual([false, false]);
  });

  test('committing the same updates twice changes nothing', async () => {
    const batch = await hits.begin([]);
    const hit = buildHit();
    batch.isFirst(hit, fileOf(hit));
    await hits.commit(batch.updates());
    await hits.commit(batch.updates());
    expect(hits.size()).toBe(1);
  });
});

describe('pruning', () => {
  test('waits for unread files, however late it is', async () => {
    const hit = buildHit();
    await load(hit);
    now = start + 100 * hourMs;
    hits.prune(start + lifetimeMs);
    expect(await load(hit, hit.at)).toBe(false);
    hits.prune(now);
    expect(hits.size()).toBe(0);
  });

  test('drops an hour and its journal once no valid hit can follow', async () => {
    await load(buildHit());
    const edge = start + hourMs + lifetimeMs + 600_000;
    now = edge + 1;
    hits.prune(edge);
    expect(hits.size()).toBe(1);
    hits.prune(edge + 1);
    expect(hits.size()).toBe(0);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('backfilled hits are remembered for a lifetime after their load, also across a restart', async () => {
    now = start + 300 * hourMs;
    const hit = buildHit();
    expect(await load(hit, now)).toBe(true);
    await hits.close();
    hits = open();
    now += lifetimeMs;
    hits.prune(now);
    expect(await load(hit, now)).toBe(false);
    now += 2 * hourMs;
    hits.prune(now);
    expect(hits.size()).toBe(0);
  });

  test('a journal stays while one of its hours does', async () => {
    await load(buildHit({ servedAt: start - 3 * hourMs, at: start }));
    await load(buildHit());
    now = start + 2 * hourMs + lifetimeMs - 3 * hourMs;
    hits.prune(now);
    expect(hits.size()).toBe(1);
    expect(readdirSync(dir)).toHaveLength(1);
  });
});
