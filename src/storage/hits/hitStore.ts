import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../inTransaction.ts';
import { stoppedSeconds } from '../nodes/nodeStore.ts';
import { laneCount } from './hitTables.ts';

/** Hits of a spool file in one lane, as entries (src/events/hits/hitEntries.ts). */
export interface HitClaim {
  /** Name of the node whose file it is. */
  node: string;
  /** Name of the file, unique in the node for ever. */
  file: string;
  lane: number;
  hits: Buffer;
}

/** A claim that is decided: which events of each entry count. */
export interface DecidedClaim extends HitClaim {
  counted: Buffer;
}

/** A lane of this node. It is lost when another node has taken it, under a higher epoch. */
export interface OwnedLane {
  lane: number;
  epoch: number;
  /** First hour of serving that is still remembered. */
  prunedTo: number;
}

/** Entries of the log: hits that count. */
export interface LoggedHits {
  lane: number;
  hits: Buffer;
  /** The latest hour that they require to be remembered. */
  lastHour: number;
  /** Hour of the decision. */
  decidedIn: number;
}

/** A lane was lost: nothing was stored. */
export class LaneLost extends Error {
  override readonly name = 'LaneLost';
}

const rowsPerPage = 500;

/** The statements about hits and lanes. Each works through a pooler that shares sessions. */
export interface HitStore {
  /** Creates missing lanes. */
  createLanes(): Promise<void>;
  /** Confirms the node’s lanes and returns all of them. */
  extendLanes(node: string): Promise<OwnedLane[]>;
  /** Takes lanes of the node again, under a new epoch. */
  retakeLanes(node: string, lanes: readonly number[]): Promise<OwnedLane[]>;
  /** Takes up to `count` lanes that no other node holds. */
  takeLanes(node: string, count: number): Promise<OwnedLane[]>;
  /** Gives lanes up. Waits until a running decision about them is stored. */
  releaseLanes(node: string, lanes: readonly number[]): Promise<void>;
  /** The decisions of a lane, oldest first, in pages. */
  readLog(lane: number): AsyncGenerator<LoggedHits[]>;
  /** Deletes decisions that need not be remembered: those whose last hour is before `hour`. */
  pruneLog(node: string, hour: number): Promise<void>;
  /** Adds decisions that were made elsewhere. The lanes’ workers take them over. */
  importHits(logged: readonly LoggedHits[]): Promise<void>;
  /** Claims hits. A claim that exists remains as it is. */
  claim(claims: readonly HitClaim[]): Promise<void>;
  /** Number of claims of a node’s files, and of those that are decided. */
  countClaims(node: string, files: readonly string[]): Promise<{ stored: number; decided: number }>;
  /** The decided claims of a node’s files. */
  readDecided(node: string, files: readonly string[]): Promise<DecidedClaim[]>;
  /** The files of a node that have claims. */
  claimedFiles(node: string): Promise<string[]>;
  deleteClaims(node: string, files: readonly string[]): Promise<void>;
  /** Undecided claims in lanes, oldest first. */
  openClaims(lanes: readonly number[], limit: number): Promise<HitClaim[]>;
  /** Decides claims, and logs the hits that count, in one transaction. Throws LaneLost if one of the lanes is no longer the node’s. */
  decide(
    node: string,
    lanes: readonly OwnedLane[],
    decision: { claims: readonly DecidedClaim[]; logged: readonly LoggedHits[] },
  ): Promise<void>;
}

/** Opens the store in a migrated PostgreSQL database. */
export function openHitStore(pool: Pool): HitStore {
  const insertLog = (client: Pool | PoolClient, logged: readonly LoggedHits[]) =>
    client.query(
      `INSERT INTO hit_log (lane, hits, last_hour, decided_in)
       SELECT * FROM unnest($1::smallint[], $2::bytea[], $3::integer[], $4::integer[])`,
      [
        logged.map(({ lane }) => lane),
        logged.map(({ hits }) => hits),
        logged.map(({ lastHour }) => lastHour),
        logged.map(({ decidedIn }) => decidedIn),
      ],
    );
  return {
    async createLanes() {
      await pool.query(
        `INSERT INTO hit_lanes (lane) SELECT generate_series(0, ${laneCount - 1}) ON CONFLICT DO NOTHING`,
      );
    },
    async extendLanes(node) {
      const { rows } = await pool.query<OwnedLane>(
        `UPDATE hit_lanes SET seen_at = now() WHERE node = $1 RETURNING lane, epoch, pruned_to AS "prunedTo"`,
        [node],
      );
      return rows;
    },
    async retakeLanes(node, lanes) {
      const { rows } = await pool.query<OwnedLane>(
        `UPDATE hit_lanes SET epoch = epoch + 1, seen_at = now() WHERE node = $1 AND lane = ANY($2)
         RETURNING lane, epoch, pruned_to AS "prunedTo"`,
        [node, lanes],
      );
      return rows;
    },
    async takeLanes(node, count) {
      const { rows } = await pool.query<OwnedLane>(
        `UPDATE hit_lanes SET node = $1, epoch = epoch + 1, seen_at = now()
         WHERE lane IN (
           SELECT lane FROM hit_lanes
           WHERE node IS NULL OR seen_at < now() - interval '${stoppedSeconds} s'
           ORDER BY lane LIMIT $2 FOR UPDATE SKIP LOCKED
         )
         RETURNING lane, epoch, pruned_to AS "prunedTo"`,
        [node, count],
      );
      return rows;
    },
    async releaseLanes(node, lanes) {
      await pool.query('UPDATE hit_lanes SET node = NULL, epoch = epoch + 1 WHERE node = $1 AND lane = ANY($2)', [
        node,
        lanes,
      ]);
    },
    async *readLog(lane) {
      for (let after = 0; ;) {
        const { rows } = await pool.query<LoggedHits & { id: string }>(
          `SELECT id, lane, hits, last_hour AS "lastHour", decided_in AS "decidedIn" FROM hit_log
           WHERE lane = $1 AND id > $2 ORDER BY id LIMIT ${rowsPerPage}`,
          [lane, after],
        );
        if (rows.length > 0) yield rows;
        if (rows.length < rowsPerPage) return;
        after = Number(rows.at(-1)?.id);
      }
    },
    async pruneLog(node, hour) {
      await pool.query(
        `WITH pruned AS (
           UPDATE hit_lanes SET pruned_to = $2 WHERE node = $1 AND pruned_to < $2 RETURNING lane
         )
         DELETE FROM hit_log USING pruned WHERE hit_log.lane = pruned.lane AND last_hour < $2`,
        [node, hour],
      );
    },
    async importHits(logged) {
      if (logged.length === 0) return;
      await inTransaction(pool, async (client) => {
        await insertLog(client, logged);
        const lanes = logged.map(({ lane }) => lane);
        await client.query('UPDATE hit_lanes SET node = NULL, epoch = epoch + 1 WHERE lane = ANY($1)', [lanes]);
      });
    },
    async claim(claims) {
      await pool.query(
        `INSERT INTO hit_claims (node, file, lane, hits)
         SELECT * FROM unnest($1::text[], $2::text[], $3::smallint[], $4::bytea[]) ON CONFLICT DO NOTHING`,
        [
          claims.map(({ node }) => node),
          claims.map(({ file }) => file),
          claims.map(({ lane }) => lane),
          claims.map(({ hits }) => hits),
        ],
      );
    },
    async countClaims(node, files) {
      const { rows } = await pool.query<{ stored: number; decided: number }>(
        `SELECT count(*)::integer AS stored, count(counted)::integer AS decided FROM hit_claims
         WHERE node = $1 AND file = ANY($2)`,
        [node, files],
      );
      return rows[0] ?? { stored: 0, decided: 0 };
    },
    async readDecided(node, files) {
      const { rows } = await pool.query<DecidedClaim>(
        `SELECT node, file, lane, hits, counted FROM hit_claims
         WHERE node = $1 AND file = ANY($2) AND counted IS NOT NULL`,
        [node, files],
      );
      return rows;
    },
    async claimedFiles(node) {
      const { rows } = await pool.query<{ file: string }>('SELECT DISTINCT file FROM hit_claims WHERE node = $1', [
        node,
      ]);
      return rows.map(({ file }) => file);
    },
    async deleteClaims(node, files) {
      await pool.query('DELETE FROM hit_claims WHERE node = $1 AND file = ANY($2)', [node, files]);
    },
    async openClaims(lanes, limit) {
      const { rows } = await pool.query<HitClaim>(
        `SELECT node, file, lane, hits FROM hit_claims WHERE counted IS NULL AND lane = ANY($1)
         ORDER BY claimed_at LIMIT $2`,
        [lanes, limit],
      );
      return rows;
    },
    async decide(node, lanes, { claims, logged }) {
      await inTransaction(pool, async (client) => {
        const held = await client.query(
          `SELECT 1 FROM hit_lanes JOIN unnest($2::smallint[], $3::integer[]) AS own (lane, epoch) USING (lane, epoch)
           WHERE node = $1 FOR SHARE OF hit_lanes`,
          [node, lanes.map(({ lane }) => lane), lanes.map(({ epoch }) => epoch)],
        );
        if (held.rowCount !== lanes.length) throw new LaneLost('Another worker has taken a lane');
        await client.query(
          `UPDATE hit_claims AS claim SET counted = given.counted
           FROM unnest($1::text[], $2::text[], $3::smallint[], $4::bytea[]) AS given (node, file, lane, counted)
           WHERE claim.node = given.node AND claim.file = given.file AND claim.lane = given.lane`,
          [
            claims.map((each) => each.node),
            claims.map(({ file }) => file),
            claims.map(({ lane }) => lane),
            claims.map(({ counted }) => counted),
          ],
        );
        await insertLog(client, logged);
      });
    },
  };
}
