import type { Check } from '#runtime/readiness.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { Postgres } from '#storage/postgres.ts';

/** A statement that a server never answered is given up after so long, so that a later check can ask again. */
const longestMs = 10_000;

/** With the client's own limit of time, which its types leave out. */
const usersQuery = { text: 'select id from users limit 1', query_timeout: longestMs };

/** Checks of all that the management API needs: rows of a table of each store, not just an answer of it. */
export function apiChecks(postgres: Postgres, clickhouse: ClickHouse): Record<string, Check> {
  return {
    postgres: async () => {
      await postgres.pool.query(usersQuery);
    },
    clickhouse: async () => {
      await clickhouse.query('SELECT calls FROM hourly_supply LIMIT 1', {}, { signal: AbortSignal.timeout(longestMs) });
    },
  };
}
