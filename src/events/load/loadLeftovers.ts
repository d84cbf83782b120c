import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { EventLog } from '../spool/eventLog.ts';
import type { FactStore } from './factStore.ts';
import { openFirstHits } from './firstHits.ts';
import { insertSegment } from './insertSegment.ts';
import { findSegments, readHits, removeSegment, segmentsDir } from './loadSegment.ts';
import { settleSegment } from './settleSegment.ts';

/** What the leftovers are loaded with. */
export interface LeftoverOptions {
  /** The folder of the node's loader, which must not run. */
  stateDir: string;
  node: string;
  clickhouse: FactStore;
  log: EventLog;
  lifetimeMs: number;
  factsDays: number;
  now?: () => number;
}

const maxAttempts = 6;

/**
 * Loads the segments that an earlier run left, in front of changes to the tables: the store knows by their tokens what
 * of them it has, and a table that is made anew knows nothing any more. Rejects when the store does not take them now.
 * Returns how many there were.
 */
export async function loadLeftovers(options: LeftoverOptions): Promise<number> {
  const { stateDir, clickhouse, lifetimeMs, now = Date.now } = options;
  if (!existsSync(segmentsDir(stateDir)) || !(await hasFacts(clickhouse))) return 0;
  const segments = await findSegments(stateDir);
  if (segments.length === 0) return 0;
  const hits = openFirstHits({ dir: join(stateDir, 'hits'), lifetimeMs, now });
  try {
    for (const segment of segments) {
      await settleSegment(stateDir, segment, readHits(segment), hits, () => undefined);
      await insertSegment({ ...options, now, onStep: () => undefined, pause }, segment);
      await removeSegment(segment);
    }
  } finally {
    hits.close();
  }
  return segments.length;
}

async function pause(attempt: number): Promise<void> {
  if (attempt >= maxAttempts) throw new Error('The store does not accept the segments that an earlier run left');
  await pauseFor(50 * 2 ** attempt);
}

/** An empty store has no tables to load into: they are made first, and the loader loads. */
async function hasFacts(clickhouse: FactStore): Promise<boolean> {
  const rows = await clickhouse.query(
    `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'facts'`,
  );
  return rows.length > 0;
}
