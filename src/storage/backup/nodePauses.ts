import type { Pool } from 'pg';
import { runningCondition } from '../nodes/nodeStore.ts';
import type { backupStages } from './backupTables.ts';

/** A worker that a backup asks to pause. */
export interface PauseOrder {
  backup: string;
  node: string;
  /** ID of the worker’s run. */
  run: string;
  attempt: number;
}

/** A worker that was asked, as it has responded. */
export interface AskedNode {
  node: string;
  version: string;
  state: 'asked' | 'ready' | 'held' | 'released' | 'sent';
  /** Time in ms for which its loader stood still; null until it goes on. */
  pausedMs: number | null;
  /** Whether it is seen, under the run that was asked. */
  isRunning: boolean;
}

/** A part of a file of another node. */
export interface Chunk {
  seq: number;
  path: string;
  bytes: Buffer;
}

/** Seconds after which workers go on if the one that makes the backup does not confirm it. */
const leaseSeconds = 5;

/** Orders of the worker that makes a backup to those of other nodes, and their responses. */
export interface NodePauses {
  /** Asks all other workers that run, instead of those of an earlier attempt. */
  ask(backup: string, attempt: number, maker: string): Promise<void>;
  /** The workers that were asked. */
  asked(backup: string): Promise<AskedNode[]>;
  /** Names of other workers that run and have not paused. */
  notPaused(backup: string, maker: string): Promise<string[]>;
  /** Names of nodes that are stopped and may have events that are not loaded. */
  stopped(maker: string): Promise<string[]>;
  /** The order to a run of a worker that has not responded to it yet. */
  findOrder(node: string, run: string): Promise<PauseOrder | null>;
  /**
   * The stage of the backup; null when the order is no longer valid: its backup is over, or was not confirmed for
   * `silentSeconds`, by default as long as workers wait while they are paused.
   */
  stageOf(order: PauseOrder, silentSeconds?: number): Promise<(typeof backupStages)[number] | null>;
  /** Stores a worker’s response. Returns false when the order is no longer valid. */
  respond(order: PauseOrder, state: AskedNode['state'], pausedMs?: number): Promise<boolean>;
  putChunk(order: PauseOrder, chunk: Chunk): Promise<void>;
  /** Number of chunks of a worker that have not been taken. */
  countChunks(order: PauseOrder): Promise<number>;
  /** Takes the next chunks of a node, in their order. */
  takeChunks(backup: string, node: string): Promise<Chunk[]>;
}

const chunksPerTake = 4;

/** Opens them in a migrated PostgreSQL database. */
export function openNodePauses(pool: Pool): NodePauses {
  const isRunning = runningCondition('worker');
  const keyOf = ({ backup, node, run, attempt }: PauseOrder) => [backup, node, run, attempt];
  return {
    async ask(backup, attempt, maker) {
      await pool.query('DELETE FROM backup_nodes WHERE backup = $1', [backup]);
      await pool.query(
        `INSERT INTO backup_nodes (backup, node, run, attempt, state)
         SELECT $1, node, run, $2, 'asked' FROM worker_nodes worker WHERE node <> $3 AND ${isRunning}`,
        [backup, attempt, maker],
      );
    },
    async asked(backup) {
      const { rows } = await pool.query<AskedNode>(
        `SELECT asked.node, asked.state, asked.held_ms AS "pausedMs", coalesce(worker.version, '') AS version,
           coalesce(worker.run = asked.run AND ${isRunning}, false) AS "isRunning"
         FROM backup_nodes asked LEFT JOIN worker_nodes worker ON worker.node = asked.node
         WHERE asked.backup = $1 ORDER BY asked.node`,
        [backup],
      );
      return rows;
    },
    async notPaused(backup, maker) {
      const { rows } = await pool.query<{ node: string }>(
        `SELECT worker.node FROM worker_nodes worker
         LEFT JOIN backup_nodes asked ON asked.backup = $1 AND asked.node = worker.node AND asked.run = worker.run
         WHERE worker.node <> $2 AND ((${isRunning} AND asked.state IS DISTINCT FROM 'held') OR asked.state = 'released')
         ORDER BY worker.node`,
        [backup, maker],
      );
      return rows.map(({ node }) => node);
    },
    async stopped(maker) {
      const { rows } = await pool.query<{ node: string }>(
        `SELECT node FROM worker_nodes worker WHERE node <> $1 AND left_at IS NULL AND NOT (${isRunning}) ORDER BY node`,
        [maker],
      );
      return rows.map(({ node }) => node);
    },
    async findOrder(node, run) {
      const { rows } = await pool.query<PauseOrder>(
        `SELECT asked.backup, asked.node, asked.run, asked.attempt FROM backup_nodes asked
         JOIN backup_runs made ON made.id = asked.backup
         WHERE asked.node = $1 AND asked.run = $2 AND asked.state = 'asked' AND made.stage = 'preparing'
           AND made.seen_at > now() - interval '${leaseSeconds} s'`,
        [node, run],
      );
      return rows[0] ?? null;
    },
    async stageOf(order, silentSeconds = leaseSeconds) {
      const { rows } = await pool.query<{ stage: (typeof backupStages)[number] }>(
        `SELECT made.stage FROM backup_nodes asked JOIN backup_runs made ON made.id = asked.backup
         WHERE asked.backup = $1 AND asked.node = $2 AND asked.run = $3 AND asked.attempt = $4
           AND made.ended_at IS NULL AND made.seen_at > now() - make_interval(secs => $5)`,
        [...keyOf(order), silentSeconds],
      );
      return rows[0]?.stage ?? null;
    },
    async respond(order, state, pausedMs) {
      const { rowCount } = await pool.query(
        `UPDATE backup_nodes SET state = $5, held_ms = coalesce($6, held_ms)
         WHERE backup = $1 AND node = $2 AND run = $3 AND attempt = $4`,
        [...keyOf(order), state, pausedMs === undefined ? null : Math.round(pausedMs)],
      );
      return rowCount === 1;
    },
    async putChunk({ backup, node }, { seq, path, bytes }) {
      await pool.query('INSERT INTO backup_chunks (backup, node, seq, path, bytes) VALUES ($1, $2, $3, $4, $5)', [
        backup,
        node,
        seq,
        path,
        bytes,
      ]);
    },
    async countChunks({ backup, node }) {
      const { rows } = await pool.query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM backup_chunks WHERE backup = $1 AND node = $2',
        [backup, node],
      );
      return rows[0]?.count ?? 0;
    },
    async takeChunks(backup, node) {
      const { rows } = await pool.query<Chunk>(
        `DELETE FROM backup_chunks WHERE backup = $1 AND node = $2 AND seq IN (
           SELECT seq FROM backup_chunks WHERE backup = $1 AND node = $2 ORDER BY seq LIMIT ${chunksPerTake}
         ) RETURNING seq, path, bytes`,
        [backup, node],
      );
      return rows.toSorted((one, other) => one.seq - other.seq);
    },
  };
}
