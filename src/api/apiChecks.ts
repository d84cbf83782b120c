import type { Check } from '#runtime/readiness.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { everyTable } from '#storage/everyTable.ts';
import type { Postgres } from '#storage/postgres.ts';

/** A statement that a server never answered is given up after so long, so that a later check can ask again. */
const longestMs = 10_000;

/** With the client's own limit of time, which its types leave out. */
const everyTableQuery = {
  text: `select ${everyTable.map((name) => `exists (select from "${name}")`).join(', ')}`,
  query_timeout: longestMs,
};

/** Checks of all that the management API needs: every table can be read, not just reached. */
export function apiChecks(
  { pool }: Pick<Postgres, 'pool'>,
  clickhouse: Pick<ClickHouse, 'query'>,
): Record<string, Check> {
  return {
    postgres: async () => {
      await pool.query(everyTableQuery);
    },
    clickhouse: async () => {
      await clickhouse.query('SELECT calls FROM hourly_supply LIMIT 1', {}, { signal: AbortSignal.timeout(longestMs) });
    },
  };
}
