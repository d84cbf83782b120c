import type { Pool } from 'pg';

/** The place of a worker. */
export interface NodePlace {
  /** Host name of its machine. */
  host: string;
  /** Its DATA_DIR there. */
  folder: string;
  /** Identifies the start of the machine and the folder. */
  place: string;
}

/** A worker’s registration. */
export interface WorkerNode extends NodePlace {
  /** Name of its node in the facts. */
  node: string;
  /** ID of its run. */
  run: string;
  version: string;
  /** Where its facts are. */
  facts: 'embedded' | 'server';
  /** Everything that its serving processes wrote before this time has been read. Milliseconds, its clock. */
  unreadSince: number;
}

/** The workers that take part. */
export interface WorkerCensus {
  /** Number of workers seen within the last seconds. */
  running: number;
  /** Earliest `unreadSince` of all nodes that may still have something to read; null if there is none. */
  unreadSince: number | null;
}

/** A node as the console lists it. Times are ISO 8601. */
export interface ListedNode extends Pick<WorkerNode, 'node' | 'version' | 'facts'> {
  /** `stopped` = it may have something to read; `left` = it has not, or was removed. */
  state: 'running' | 'stopped' | 'left';
  startedAt: string;
  seenAt: string;
  unreadSince: string;
  /** Number of lanes for which it decides. */
  lanes: number;
}

/** Seconds after which a worker that was not seen counts as stopped. */
export const stoppedSeconds = 10;
/** Days after which a stopped node that has not left is expected to read nothing any more. */
const lostDays = 7;
/** Days for which a node that has left is listed. */
const listedDays = 7;

type ListedTimes = Record<'startedAt' | 'seenAt' | 'unreadSince', Date>;

/** The workers of all nodes that share a database. */
export interface NodeStore {
  /** Registers a run, instead of the node’s earlier one. */
  register(worker: WorkerNode): Promise<void>;
  /** The place of the worker that runs under a node’s name, and when it was last seen (ms); null if none does. */
  findRunning(node: string): Promise<(NodePlace & { seenAt: number }) | null>;
  /** Confirms that the run works. Returns false if another run has registered under the node’s name. */
  confirm(worker: Pick<WorkerNode, 'node' | 'run' | 'unreadSince'>): Promise<boolean>;
  /** Reports that the run has stopped, and whether everything is read. */
  leave(worker: Pick<WorkerNode, 'node' | 'run'>, isAllRead: boolean): Promise<void>;
  census(): Promise<WorkerCensus>;
  /** All nodes by name, without those that left long ago. */
  list(): Promise<ListedNode[]>;
  /** Marks a stopped node as left, as if everything were read. Returns false if there is no such node, or it runs. */
  remove(node: string): Promise<boolean>;
  /** Other nodes whose worker runs. */
  othersRunning(node: string): Promise<{ node: string; facts: WorkerNode['facts'] }[]>;
}

/** Condition of SQL: a row of `worker_nodes`, under the name of `table`, is of a worker that runs. */
export function runningCondition(table: string): string {
  return `${table}.left_at IS NULL AND ${table}.seen_at > now() - interval '${stoppedSeconds} s'`;
}

/** Opens the store in a migrated PostgreSQL database. */
export function openNodeStore(pool: Pool): NodeStore {
  const isRunning = runningCondition('worker_nodes');
  return {
    async register({ node, run, version, facts, unreadSince, host, folder, place }) {
      await pool.query(
        `INSERT INTO worker_nodes (node, run, version, facts, unread_since, host, folder, place)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (node) DO UPDATE SET run = excluded.run, version = excluded.version, facts = excluded.facts,
           unread_since = excluded.unread_since, host = excluded.host, folder = excluded.folder, place = excluded.place,
           started_at = now(), seen_at = now(), left_at = NULL`,
        [node, run, version, facts, unreadSince, host, folder, place],
      );
    },
    async findRunning(node) {
      const { rows } = await pool.query<NodePlace & { seenAt: Date }>(
        `SELECT host, folder, place, seen_at AS "seenAt" FROM worker_nodes WHERE node = $1 AND ${isRunning}`,
        [node],
      );
      const [row] = rows;
      return row ? { ...row, seenAt: row.seenAt.getTime() } : null;
    },
    async confirm({ node, run, unreadSince }) {
      const { rowCount } = await pool.query(
        'UPDATE worker_nodes SET seen_at = now(), unread_since = $3, left_at = NULL WHERE node = $1 AND run = $2',
        [node, run, unreadSince],
      );
      return rowCount === 1;
    },
    async leave({ node, run }, isAllRead) {
      await pool.query(
        `UPDATE worker_nodes SET left_at = CASE WHEN $3 THEN now() END,
           seen_at = LEAST(seen_at, now() - interval '${stoppedSeconds} s')
         WHERE node = $1 AND run = $2`,
        [node, run, isAllRead],
      );
    },
    async census() {
      const { rows } = await pool.query<{ running: number; unreadSince: string | null }>(
        `SELECT (count(*) FILTER (WHERE ${isRunning}))::integer AS running, min(unread_since) AS "unreadSince"
         FROM worker_nodes WHERE left_at IS NULL AND seen_at > now() - interval '${lostDays} days'`,
      );
      const [row] = rows;
      return { running: row?.running ?? 0, unreadSince: row?.unreadSince ? Number(row.unreadSince) : null };
    },
    async list() {
      const { rows } = await pool.query<Omit<ListedNode, 'startedAt' | 'seenAt' | 'unreadSince'> & ListedTimes>(
        `SELECT node, version, facts, started_at AS "startedAt", seen_at AS "seenAt",
           to_timestamp(unread_since / 1000.0) AS "unreadSince",
           CASE WHEN left_at IS NOT NULL THEN 'left' WHEN ${isRunning} THEN 'running' ELSE 'stopped' END AS state,
           (SELECT count(*)::integer FROM hit_lanes lane WHERE lane.node = worker_nodes.node) AS lanes
         FROM worker_nodes WHERE left_at IS NULL OR left_at > now() - interval '${listedDays} days' ORDER BY node`,
      );
      return rows.map((row) => ({
        ...row,
        startedAt: row.startedAt.toISOString(),
        seenAt: row.seenAt.toISOString(),
        unreadSince: row.unreadSince.toISOString(),
      }));
    },
    async remove(node) {
      const { rowCount } = await pool.query(
        `UPDATE worker_nodes SET left_at = now() WHERE node = $1 AND left_at IS NULL AND NOT (${isRunning})`,
        [node],
      );
      if (rowCount === 1) await pool.query('DELETE FROM backup_schedules WHERE node = $1', [node]);
      return rowCount === 1;
    },
    async othersRunning(node) {
      const { rows } = await pool.query<{ node: string; facts: WorkerNode['facts'] }>(
        `SELECT node, facts FROM worker_nodes WHERE node <> $1 AND ${isRunning} ORDER BY node`,
        [node],
      );
      return rows;
    },
  };
}
