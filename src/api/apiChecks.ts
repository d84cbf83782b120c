import type { Check } from '#runtime/readiness.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { allTables } from '#storage/allTables.ts';
import type { Postgres } from '#storage/postgres.ts';

/** Timeout of a check's statement to which the server never responds, so that a later check can run. */
const maxDurationMs = 10_000;

/** With the client's own timeout, which its types omit. */
const everyTableQuery = {
  text: `select ${allTables.map((name) => `exists (select from "${name}")`).join(', ')}`,
  query_timeout: maxDurationMs,
};

/** Readiness checks of the management API: every table can be read, not just reached. */
export function apiChecks(
  { pool }: Pick<Postgres, 'pool'>,
  clickhouse: Pick<ClickHouse, 'query'>,
): Record<string, Check> {
  return {
    postgres: async () => {
      await pool.query(everyTableQuery);
    },
    clickhouse: async () => {
      await clickhouse.query(
        'SELECT calls FROM hourly_supply LIMIT 1',
        {},
        { signal: AbortSignal.timeout(maxDurationMs) },
      );
    },
  };
}
