import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { EventLog } from '../spool/eventLog.ts';
import type { FactStore } from './factStore.ts';
import { openLocalHits } from '../hits/localHits.ts';
import { insertSegment } from './insertSegment.ts';
import { findSegments, readHits, removeSegment, segmentsDir } from './loadSegment.ts';
import { settleSegment } from './settleSegment.ts';

export interface LeftoverOptions {
  /** The folder of the node's loader, which must not be running. */
  stateDir: string;
  node: string;
  clickhouse: FactStore;
  log: EventLog;
  lifetimeMs: number;
  factsDays: number;
  sourceDays: number;
  now?: () => number;
}

const maxAttempts = 6;

/**
 * Loads the segments of an earlier run before the tables change: the store recognizes inserted parts by their tokens,
 * and a rebuilt table has none. Rejects when the store does not accept them now. Returns the number of segments.
 */
export async function loadLeftovers(options: LeftoverOptions): Promise<number> {
  const { stateDir, clickhouse, lifetimeMs, now = Date.now } = options;
  if (!existsSync(segmentsDir(stateDir)) || !(await hasFacts(clickhouse))) return 0;
  const segments = await findSegments(stateDir);
  if (segments.length === 0) return 0;
  const hits = openLocalHits({ dir: join(stateDir, 'hits'), lifetimeMs, now });
  try {
    for (const segment of segments) {
      await settleSegment(stateDir, segment, readHits(segment), hits, () => undefined);
      await insertSegment({ ...options, now, onStep: () => undefined, pause }, segment);
      await removeSegment(segment);
    }
  } finally {
    await hits.close();
  }
  return segments.length;
}

async function pause(attempt: number): Promise<void> {
  if (attempt >= maxAttempts) throw new Error('The store does not accept the segments that an earlier run left');
  await pauseFor(50 * 2 ** attempt);
}

/** An empty store has no tables to load into: the migrations create them first, and then the loader loads. */
async function hasFacts(clickhouse: FactStore): Promise<boolean> {
  const rows = await clickhouse.query(
    `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'facts'`,
  );
  return rows.length > 0;
}
