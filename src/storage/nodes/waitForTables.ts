import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Pool } from 'pg';

const pollMs = 250;

/**
 * Waits until the tables of nodes exist: the management API creates them, and may start later. `onWait` is called once if
 * they do not exist yet.
 */
export async function waitForTables(pool: Pool, onWait: () => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await pool.query<{ exists: boolean }>(
      `SELECT to_regclass('hit_log') IS NOT NULL AND to_regclass('installations') IS NOT NULL AS exists`,
    );
    if (rows[0]?.exists) return;
    if (attempt === 4) onWait();
    await pauseFor(pollMs);
  }
}
