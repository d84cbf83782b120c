import type { Pool } from 'pg';
import type { backupStages } from './backupTables.ts';

type Stage = (typeof backupStages)[number];

/** A backup that begins. */
export interface NewRun {
  /** Random. */
  id: string;
  node: string;
  /** Without keys (`placeName`). */
  place: string;
  isScheduled: boolean;
}

/** How a backup ended. */
export type RunResult =
  | { name: string; bytes: number; pausedMs: number; damaged: readonly string[] }
  | { error: string };

/** A backup as the console lists it. Times are in ms since the epoch. */
export interface BackupRun extends NewRun {
  /** `interrupted` = its worker has not been seen for a minute, and it had not ended. */
  outcome: 'running' | 'done' | 'failed' | 'interrupted';
  startedAt: number;
  endedAt: number | null;
  /** Its name in the place, if it is complete. */
  name: string | null;
  bytes: number | null;
  pausedMs: number | null;
  error: string | null;
  /** Of a complete one: names of the backups in the place that it found damaged. */
  damaged: string[];
}

/** A node that makes a backup every day. */
export interface BackupSchedule {
  node: string;
  place: string;
  hour: number;
  /** When it began, in ms since the epoch. */
  since: number;
}

/** The latest backups of each place, and the schedules. */
export interface BackupHistory {
  /** The latest, however it ended. */
  last: BackupRun[];
  /** The latest complete one. */
  complete: BackupRun[];
  /** The first one without a result after that: it failed, or was interrupted. */
  failing: BackupRun[];
  schedules: BackupSchedule[];
}

/** Seconds after which a backup whose worker does not confirm it counts as interrupted. */
const interruptedSeconds = 60;
/** Days for which past backups are listed. */
const listedDays = 90;

/** The backups of an installation, and their schedules. */
export interface BackupRuns {
  /** Begins a backup. What an interrupted one has left is deleted. */
  begin(run: NewRun): Promise<void>;
  /** Confirms that a backup goes on, and sets its stage if one is given. */
  confirm(id: string, stage?: Stage): Promise<void>;
  end(id: string, result: RunResult): Promise<void>;
  /** Whether a backup has ended, or was interrupted, or is unknown. */
  isGone(id: string): Promise<boolean>;
  /** Deletes complete backups that a place no longer has. `names`: all that it has. */
  removeMissing(place: string, names: readonly string[]): Promise<void>;
  /** Stores or deletes the schedule of a node. */
  schedule(node: string, schedule: Pick<BackupSchedule, 'place' | 'hour'> | null): Promise<void>;
  history(): Promise<BackupHistory>;
}

/** Opens them in a migrated PostgreSQL database. */
export function openBackupRuns(pool: Pool): BackupRuns {
  const isOpen = `ended_at IS NULL AND seen_at > now() - interval '${interruptedSeconds} s'`;
  const columns = `id, node, place, name, damaged, is_scheduled AS "isScheduled", bytes::float8 AS bytes, paused_ms AS "pausedMs", error,
    ${millis('started_at')} AS "startedAt", ${millis('ended_at')} AS "endedAt",
    CASE WHEN stage IN ('done', 'failed') THEN stage
         WHEN ${isOpen} THEN 'running' ELSE 'interrupted' END AS outcome`;
  return {
    async begin({ id, node, place, isScheduled }) {
      for (const table of ['backup_chunks', 'backup_nodes'])
        await pool.query(`DELETE FROM ${table} WHERE backup NOT IN (SELECT id FROM backup_runs WHERE ${isOpen})`);
      await pool.query(`DELETE FROM backup_runs WHERE started_at < now() - interval '${listedDays} days'`);
      await pool.query(
        `INSERT INTO backup_runs (id, node, place, is_scheduled, stage) VALUES ($1, $2, $3, $4, 'preparing')`,
        [id, node, place, isScheduled],
      );
    },
    async confirm(id, stage) {
      await pool.query('UPDATE backup_runs SET seen_at = now(), stage = coalesce($2, stage) WHERE id = $1', [
        id,
        stage ?? null,
      ]);
    },
    async end(id, result) {
      const isDone = 'name' in result;
      await pool.query(
        `UPDATE backup_runs SET seen_at = now(), ended_at = now(), stage = $2, name = $3, bytes = $4, paused_ms = $5,
           error = $6, damaged = $7 WHERE id = $1`,
        [
          id,
          isDone ? 'done' : 'failed',
          isDone ? result.name : null,
          isDone ? result.bytes : null,
          isDone ? Math.round(result.pausedMs) : null,
          isDone ? null : result.error,
          isDone ? result.damaged : [],
        ],
      );
      await pool.query('DELETE FROM backup_nodes WHERE backup = $1', [id]);
      await pool.query('DELETE FROM backup_chunks WHERE backup = $1', [id]);
    },
    async isGone(id) {
      const { rows } = await pool.query(`SELECT 1 FROM backup_runs WHERE id = $1 AND ${isOpen}`, [id]);
      return rows.length === 0;
    },
    async removeMissing(place, names) {
      await pool.query(`DELETE FROM backup_runs WHERE place = $1 AND stage = 'done' AND name <> ALL ($2)`, [
        place,
        names,
      ]);
      await pool.query(
        `UPDATE backup_runs SET damaged = ARRAY(SELECT unnest(damaged) INTERSECT SELECT unnest($2::text[]) ORDER BY 1)
         WHERE place = $1 AND damaged <> '{}'`,
        [place, names],
      );
    },
    async schedule(node, schedule) {
      if (!schedule) {
        await pool.query('DELETE FROM backup_schedules WHERE node = $1', [node]);
        return;
      }
      await pool.query(
        `INSERT INTO backup_schedules (node, place, hour) VALUES ($1, $2, $3)
         ON CONFLICT (node) DO UPDATE SET hour = excluded.hour, place = excluded.place,
           since = CASE WHEN backup_schedules.place = excluded.place THEN backup_schedules.since ELSE now() END`,
        [node, schedule.place, schedule.hour],
      );
    },
    async history() {
      const last = await pool.query<BackupRun>(
        `SELECT DISTINCT ON (place) ${columns} FROM backup_runs ORDER BY place, started_at DESC, id`,
      );
      const complete = await pool.query<BackupRun>(
        `SELECT DISTINCT ON (place) ${columns} FROM backup_runs WHERE stage = 'done' ORDER BY place, started_at DESC`,
      );
      const failing = await pool.query<BackupRun>(
        `SELECT DISTINCT ON (place) ${columns} FROM backup_runs AS run WHERE stage <> 'done' AND NOT (${isOpen})
           AND NOT EXISTS (
             SELECT 1 FROM backup_runs AS later
             WHERE later.stage = 'done' AND later.place = run.place AND later.started_at > run.started_at
           ) ORDER BY place, started_at`,
      );
      // Those of nodes that have left count as long as no other node has one.
      const schedules = await pool.query<BackupSchedule>(
        `WITH schedule AS (
           SELECT node, place, hour, since, EXISTS (
             SELECT 1 FROM worker_nodes worker WHERE worker.node = backup_schedules.node AND left_at IS NOT NULL
           ) AS has_left FROM backup_schedules
         )
         SELECT node, place, hour, ${millis('since')} AS since FROM schedule
         WHERE NOT has_left OR NOT EXISTS (SELECT 1 FROM schedule other WHERE NOT other.has_left) ORDER BY node`,
      );
      return { last: last.rows, complete: complete.rows, failing: failing.rows, schedules: schedules.rows };
    },
  };
}

function millis(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::float8`;
}
