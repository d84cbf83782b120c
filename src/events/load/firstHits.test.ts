import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trackedEvents } from '#model/index.ts';
import { openFirstHits, type FirstHits, type Hit } from './firstHits.ts';
import { newServeId } from '../token/token.ts';

const hourMs = 3_600_000;
const lifetimeMs = 4 * hourMs;
/** The start of an hour. */
const start = 490_000 * hourMs;

let dir = '';
let now = start;
let hits: FirstHits;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hits-'));
  now = start;
  hits = open();
});
afterEach(() => {
  hits.close();
  rmSync(dir, { recursive: true, force: true });
});

function open(): FirstHits {
  return openFirstHits({ dir, lifetimeMs, now: () => now });
}

function buildHit(overrides: Partial<Hit> = {}): Hit {
  return { serveId: newServeId(), event: 'impression', servedAt: start, at: start + 1000, ...overrides };
}

/** Loads a hit in its own batch. */
function load(hit: Hit, writtenAt = hit.at): boolean {
  const batch = hits.begin();
  const isFirst = batch.isFirst(hit, writtenAt);
  hits.commit(batch.updates());
  return isFirst;
}

describe('the first hit of an event counts', () => {
  test('within a batch, across batches, and separately for each event', () => {
    const hit = buildHit();
    const batch = hits.begin();
    expect([batch.isFirst(hit, hit.at), batch.isFirst(hit, hit.at)]).toEqual([true, false]);
    expect(batch.isFirst({ ...hit, event: 'click' }, hit.at)).toBe(true);
    hits.commit(batch.updates());
    expect(load(hit)).toBe(false);
    expect(load({ ...hit, event: 'click' })).toBe(false);
    expect(load({ ...hit, event: 'complete' })).toBe(true);
    expect(load(buildHit())).toBe(true);
    expect(hits.size()).toBe(2);
  });

  test('for every event separately, also after a restart', () => {
    const hit = buildHit();
    for (const event of trackedEvents) expect(load({ ...hit, event })).toBe(true);
    hits.close();
    hits = open();
    for (const event of trackedEvents) expect(load({ ...hit, event })).toBe(false);
    expect(load({ ...buildHit(), event: 'loss' })).toBe(true);
    expect(hits.size()).toBe(2);
  });

  test('an uncommitted batch has no effect', () => {
    const hit = buildHit();
    expect(hits.begin().isFirst(hit, hit.at)).toBe(true);
    expect(load(hit)).toBe(true);
  });

  test('after a restart too, whatever a crash left at the journal’s end', () => {
    const hit = buildHit();
    load(hit);
    hits.close();
    appendFileSync(join(dir, readdirSync(dir)[0] ?? ''), Buffer.alloc(23));
    hits = open();
    expect(load(hit)).toBe(false);
    const later = buildHit();
    load(later);
    hits.close();
    hits = open();
    expect([load(hit), load(later)]).toEqual([false, false]);
  });

  test('committing the same updates twice changes nothing', () => {
    const batch = hits.begin();
    const hit = buildHit();
    batch.isFirst(hit, hit.at);
    hits.commit(batch.updates());
    hits.commit(batch.updates());
    expect(hits.size()).toBe(1);
  });
});

describe('pruning', () => {
  test('waits for unread files, however late it is', () => {
    const hit = buildHit();
    load(hit);
    now = start + 100 * hourMs;
    hits.prune(start + lifetimeMs);
    expect(load(hit, hit.at)).toBe(false);
    hits.prune(now);
    expect(hits.size()).toBe(0);
  });

  test('drops an hour and its journal once no valid hit can follow', () => {
    load(buildHit());
    const edge = start + hourMs + lifetimeMs + 600_000;
    now = edge + 1;
    hits.prune(edge);
    expect(hits.size()).toBe(1);
    hits.prune(edge + 1);
    expect(hits.size()).toBe(0);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('backfilled hits are remembered for a lifetime after their load, also across a restart', () => {
    now = start + 300 * hourMs;
    const hit = buildHit();
    expect(load(hit, now)).toBe(true);
    hits.close();
    hits = open();
    now += lifetimeMs;
    hits.prune(now);
    expect(load(hit, now)).toBe(false);
    now += 2 * hourMs;
    hits.prune(now);
    expect(hits.size()).toBe(0);
  });

  test('a journal stays while one of its hours does', () => {
    load(buildHit({ servedAt: start - 3 * hourMs, at: start }));
    load(buildHit());
    now = start + 2 * hourMs + lifetimeMs - 3 * hourMs;
    hits.prune(now);
    expect(hits.size()).toBe(1);
    expect(readdirSync(dir)).toHaveLength(1);
  });
});
