import type { Pool, PoolClient } from 'pg';

/**
 * Runs work in one transaction on one connection. Rolls back and rethrows what the work throws; a connection that cannot
 * roll back is closed.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isSound = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    isSound = true;
    return result;
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => {
        isSound = true;
      },
      () => undefined,
    );
    throw error;
  } finally {
    client.release(!isSound);
  }
}
