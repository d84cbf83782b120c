import type { Postgres } from '#storage/postgres.ts';
import type { FactStore } from '../load/factStore.ts';

const recentMinutes = 10;

/**
 * Names of other nodes that have loaded within the last minutes and never registered: those of releases before 0.2.0,
 * whose workers decide alone which hits are the first.
 */
export async function findFormerWorkers(
  pool: Pick<Postgres['pool'], 'query'>,
  facts: Pick<FactStore, 'query'>,
  ownNode: string,
): Promise<string[]> {
  const loading = await facts.query<{ node: string }>(
    `SELECT DISTINCT node FROM loaded_segments WHERE at > now() - INTERVAL ${recentMinutes} MINUTE ORDER BY node`,
  );
  const { rows } = await pool.query<{ node: string }>('SELECT node FROM worker_nodes');
  const registered = new Set([ownNode, ...rows.map(({ node }) => node)]);
  return loading.map(({ node }) => node).filter((node) => !registered.has(node));
}
