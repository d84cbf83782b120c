import { existsSync, readdirSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventLog } from '../spool/eventLog.ts';
import { countRows, type FactStore } from '../load/factStore.ts';
import { partFilePattern, partToken, unverifiedDir } from '../load/insertSegment.ts';
import type { Loader } from '../load/loader.ts';
import { reconcileRollups, type DifferingDay, type WithoutInserts } from './reconcileRollups.ts';
import { syncReplicas } from './syncReplicas.ts';
import { describePart, readPart } from '../load/partFile.ts';

export interface ReconcileOptions {
  clickhouse: FactStore;
  /** The node whose segments are checked. */
  node: string;
  /** The folder of its loader. */
  stateDir: string;
  /** Retention of raw facts in days. */
  factsDays: number;
  now: number;
  log: EventLog;
  /** The node's loader, which inserts nothing while segments are checked. */
  loader: Pick<Loader, 'exclusively'>;
  withoutInserts: WithoutInserts;
}

/** The result of a reconciliation. */
export interface ReconcileReport {
  /** Segments that were compared with the facts. */
  checkedSegments: number;
  /** Segments that were incomplete or duplicated, and are correct again. */
  reloadedSegments: number[];
  /** Segments that are wrong and whose rows are no longer on this machine: an operator must look. */
  wrongSegments: { seq: number; rows: number; found: number }[];
  /** Days of roll-ups that differed from the facts and were rebuilt. */
  rebuiltDays: DifferingDay[];
}

const dayMs = 86_400_000;

/**
 * Verifies that every loaded segment is in the facts once and every roll-up is the sum of the facts, and fixes
 * differences.
 */
export async function reconcileNightly(options: ReconcileOptions): Promise<ReconcileReport> {
  const { clickhouse, log, factsDays, now } = options;
  // The oldest day may already be partly deleted.
  const fromDay = new Date(now - (factsDays - 1) * dayMs).toISOString().slice(0, 10);
  const { reloadedSegments, checked, wrong } = await options.loader.exclusively(async () => {
    await syncReplicas(clickhouse);
    const reloaded = await reloadUnverified(options);
    return { reloadedSegments: reloaded, ...(await findWrongSegments(options, fromDay)) };
  });
  const rebuiltDays = await reconcileRollups(clickhouse, fromDay, options.withoutInserts);
  for (const { seq, rows, found } of wrong) log.error(`Segment ${seq} has ${found} rows instead of ${rows}`);
  for (const { table, day } of rebuiltDays) log.error(`${table} differed from the facts on ${day} and was rebuilt`);
  return { checkedSegments: checked, reloadedSegments, wrongSegments: wrong, rebuiltDays };
}

/**
 * Reloads the parts that the loader could not verify. This makes the roll-ups of their days wrong, which are rebuilt
 * afterwards.
 */
async function reloadUnverified({ clickhouse, node, stateDir, now, log }: ReconcileOptions): Promise<number[]> {
  const dir = join(stateDir, unverifiedDir);
  const reloaded: number[] = [];
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    const match = partFilePattern.exec(name);
    if (!match) continue;
    const [epoch, seq] = [Number(match[1]), Number(match[2])];
    const part = describePart(join(dir, name), seq);
    if ((await countRows(clickhouse, node, part)) !== part.rows) {
      const literal = node.replaceAll(/['\\]/g, '\\$&');
      await clickhouse.command(
        `ALTER TABLE facts DELETE WHERE node = '${literal}' AND seq = ${seq} SETTINGS mutations_sync = 2`,
      );
      // The store would drop the old token, although its rows are deleted.
      const { bytes, columns } = readPart(join(dir, name));
      await clickhouse.insertRows('facts', bytes, { token: `${partToken(node, epoch, seq)}:${now}`, columns });
      const found = await countRows(clickhouse, node, part);
      if (found !== part.rows) {
        log.error(`Segment ${seq} has ${found} rows instead of ${part.rows} after it was reloaded`);
        continue;
      }
      reloaded.push(seq);
    }
    await unlink(join(dir, name));
  }
  return reloaded;
}

async function findWrongSegments(
  { clickhouse, node }: ReconcileOptions,
  fromDay: string,
): Promise<{ checked: number; wrong: ReconcileReport['wrongSegments'] }> {
  const params = { node, from: `${fromDay} 00:00:00` };
  const noted = `SELECT seq, max(rows) AS expected FROM loaded_segments
    WHERE node = {node:String} AND fromAt >= toDateTime({from:String}, 'UTC') GROUP BY seq`;
  const rows = await clickhouse.query<{ seq: string; expected: string; found: string }>(
    `SELECT seq, expected, found FROM (${noted}) AS noted
     LEFT JOIN (
       SELECT seq, count() AS found FROM facts
       WHERE node = {node:String} AND at >= toDateTime({from:String}, 'UTC') GROUP BY seq
     ) AS loaded USING (seq)
     WHERE expected != found ORDER BY seq`,
    params,
  );
  const [count] = await clickhouse.query<{ checked: string }>(`SELECT count() AS checked FROM (${noted})`, params);
  return {
    checked: Number(count?.checked ?? 0),
    wrong: rows.map(({ seq, expected, found }) => ({ seq: Number(seq), rows: Number(expected), found: Number(found) })),
  };
}
