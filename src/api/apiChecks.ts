import type { Check } from '#runtime/readiness.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { Postgres } from '#storage/postgres.ts';

/** Checks of all that the management API needs: rows of a table of each store, not just an answer of it. */
export function apiChecks(postgres: Postgres, clickhouse: ClickHouse): Record<string, Check> {
  return {
    postgres: async () => void (await postgres.pool.query('select id from users limit 1')),
    clickhouse: async () => void (await clickhouse.query('SELECT calls FROM hourly_supply LIMIT 1')),
  };
}
