import { createHmac, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import type { ClickHouse } from '../clickhouse.ts';

/** Identifies a secret without revealing it. */
function secretMark(secret: string): string {
  return createHmac('sha256', secret).update('bidhouse installation').digest('hex').slice(0, 32);
}

/**
 * Returns the installation’s ID, which is created by the first process that starts. Throws SettingsConflict if the
 * installation has a secret that is neither this one nor accepted beside it: tracking URLs of one node would be forged
 * to the others.
 */
export async function joinInstallation(
  pool: Pool,
  { secret, otherSecrets }: { secret: string; otherSecrets: readonly string[] },
): Promise<string> {
  const mark = secretMark(secret);
  await pool.query('INSERT INTO installations (slot, id, secret_mark) VALUES (1, $1, $2) ON CONFLICT DO NOTHING', [
    randomUUID(),
    mark,
  ]);
  const { rows } = await pool.query<{ id: string; secretMark: string }>(
    'SELECT id, secret_mark AS "secretMark" FROM installations',
  );
  const [row] = rows;
  if (!row) throw new Error('The installation has no ID');
  if (row.secretMark === mark) return row.id;
  if (!otherSecrets.some((other) => secretMark(other) === row.secretMark)) {
    throw new SettingsConflict(
      'SECRET: the installation has another one. Set the same SECRET on every node; without it, each node creates its own in DATA_DIR/secret. To change it, name the former one in SECRET_PREVIOUS.',
    );
  }
  await pool.query('UPDATE installations SET secret_mark = $1', [mark]);
  return row.id;
}

/**
 * Marks the facts as those of the installation. Throws SettingsConflict if they belong to another one: IDs of accounts and
 * tags would mean different ones. One caller at a time (`withServerLock`).
 */
export async function claimFacts(clickhouse: Pick<ClickHouse, 'query' | 'insertRows'>, id: string): Promise<void> {
  const [row] = await clickhouse.query<{ id: string }>('SELECT id FROM installation LIMIT 1');
  if (!row) {
    await clickhouse.insertRows('installation', `${JSON.stringify({ id })}\n`, { token: `installation:${id}` });
    return;
  }
  if (row.id !== id) {
    throw new SettingsConflict(
      'CLICKHOUSE_URL: the facts there belong to another installation than DATABASE_URL. Use a database of its own for each installation.',
    );
  }
}
