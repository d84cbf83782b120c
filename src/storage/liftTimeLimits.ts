import type { ClientBase } from 'pg';

/** Lets the open transaction take any time. PostgreSQL versions differ in which of these settings they have. */
export async function liftTimeLimits(client: ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}
