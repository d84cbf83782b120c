import type { Check } from '#runtime/readiness.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { allTables } from '#storage/allTables.ts';
import type { Postgres } from '#storage/postgres.ts';

/** A statement that a server never answered is given up after so long, so that a later check can ask again. */
const maxDurationMs = 10_000;

/** With the client's own limit of time, which its types leave out. */
const everyTableQuery = {
  text: `select ${allTables.map((name) => `exists (select from "${name}")`).join(', ')}`,
  query_timeout: maxDurationMs,
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
      await clickhouse.query(
        'SELECT calls FROM hourly_supply LIMIT 1',
        {},
        { signal: AbortSignal.timeout(maxDurationMs) },
      );
    },
  };
}
