import { createHmac, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import type { ClickHouse } from '../clickhouse.ts';

/** The secret that signs, and those that are accepted beside it. */
export interface Secrets {
  secret: string;
  otherSecrets: readonly string[];
}

/** Identifies a secret without revealing it. */
function secretMark(secret: string): string {
  return createHmac('sha256', secret).update('bidhouse installation').digest('hex').slice(0, 32);
}

/**
 * Returns the installation’s ID, which is created by the first process that starts. Throws SettingsConflict if the
 * installation has a secret that is neither this one nor accepted beside it: tracking URLs of one node would be forged
 * to the others.
 */
export async function joinInstallation(pool: Pool, secrets: Secrets): Promise<string> {
  const mark = secretMark(secrets.secret);
  // Tables of the release before this one, which the management API migrates, have a row but lack columns.
  if (!(await findInstallation(pool, secrets))) {
    await pool.query(
      'INSERT INTO installations (slot, id, secret_mark, secrets_sealed_at) VALUES (1, $1, $2, now()) ON CONFLICT DO NOTHING',
      [randomUUID(), mark],
    );
  }
  const found = await findInstallation(pool, secrets);
  if (!found) throw new Error('The installation has no ID');
  if (found.hasFormerSecret) await pool.query('UPDATE installations SET secret_mark = $1', [mark]);
  return found.id;
}

/**
 * Returns the installation of a database, and whether it has a secret that is only accepted beside ours; null before its
 * first start. Reads only. Throws SettingsConflict as `joinInstallation` does.
 */
export async function findInstallation(
  pool: Pool,
  { secret, otherSecrets }: Secrets,
): Promise<{ id: string; hasFormerSecret: boolean } | null> {
  const { rows } = await pool.query<{ id: string; secretMark: string }>(
    'SELECT id, secret_mark AS "secretMark" FROM installations',
  );
  const [row] = rows;
  if (!row) return null;
  if (row.secretMark === secretMark(secret)) return { id: row.id, hasFormerSecret: false };
  if (!otherSecrets.some((other) => secretMark(other) === row.secretMark)) {
    throw new SettingsConflict(
      'SECRET',
      'the installation has another one',
      'Set the same SECRET on every node; without it, each node creates its own in DATA_DIR/secret. To change it, name the former one in SECRET_PREVIOUS.',
    );
  }
  return { id: row.id, hasFormerSecret: true };
}

/** Reads the installation’s ID; null before its first start. */
export async function readInstallationId(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM installations');
  return rows[0]?.id ?? null;
}

/**
 * Marks the facts as those of the installation. Throws SettingsConflict as `checkFacts` does. One caller at a time
 * (`withServerLock`).
 */
export async function claimFacts(
  pool: Pool,
  clickhouse: Pick<ClickHouse, 'query' | 'insertRows'>,
  id: string,
): Promise<void> {
  if (await checkFacts(pool, clickhouse, id)) return;
  await clickhouse.insertRows('installation', `${JSON.stringify({ id })}\n`, { token: `installation:${id}` });
  await pool.query('UPDATE installations SET facts_since = now()');
}

/**
 * Returns whether the facts are marked as those of the installation; false if it has none yet. Throws SettingsConflict if
 * they belong to another installation, whose IDs of accounts and tags mean different ones, or to none although this one has
 * facts: then CLICKHOUSE_URL leads to another server than that of the other nodes.
 */
export async function checkFacts(pool: Pool, clickhouse: Pick<ClickHouse, 'query'>, id: string): Promise<boolean> {
  const tables = await clickhouse.query(
    `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'installation'`,
  );
  const marks = tables.length === 0 ? [] : await clickhouse.query<{ id: string }>('SELECT id FROM installation');
  if (marks.some((mark) => mark.id !== id)) {
    throw new SettingsConflict(
      'CLICKHOUSE_URL',
      'the facts there belong to another installation than DATABASE_URL',
      'Use a database of its own for each installation.',
    );
  }
  if (marks.length > 0) return true;
  const { rows } = await pool.query('SELECT 1 FROM installations WHERE facts_since IS NOT NULL');
  if (rows.length > 0) {
    throw new SettingsConflict(
      'CLICKHOUSE_URL',
      'the facts of this installation are in another ClickHouse database',
      'Set the same CLICKHOUSE_URL on every node. To start with an empty one because the facts are lost, run in PostgreSQL: UPDATE installations SET facts_since = NULL.',
    );
  }
  return false;
}
