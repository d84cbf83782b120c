import type { Postgres } from '#storage/postgres.ts';
import type { SeededNetwork } from '../seed.ts';

/** Tables whose rows can be paused, with traffic in the demo. */
const tables = [
  'tags',
  'advertisers',
  'channels',
  'subpublishers',
  'suppliers',
  'adexchanges',
  'campaigns',
  'creatives',
] as const;

/** The ids of paused and archived rows by table. */
export type PausedIds = Readonly<Record<(typeof tables)[number], readonly number[]>>;

/** Reads which rows of an account are paused or archived now. */
export async function readPaused({ pool }: Pick<Postgres, 'pool'>, accountId: number): Promise<PausedIds> {
  const parts = tables.map(
    (table) => `SELECT '${table}' AS name, id FROM ${table} WHERE demand_id = $1 AND status <> 1`,
  );
  const { rows } = await pool.query<{ name: string; id: number }>(`${parts.join(' UNION ALL ')} ORDER BY name, id`, [
    accountId,
  ]);
  const idsOf = (table: string) => rows.filter(({ name }) => name === table).map(({ id }) => id);
  return Object.fromEntries(tables.map((table) => [table, idsOf(table)])) as Record<(typeof tables)[number], number[]>;
}

/** A network without what is paused, itself or with the advertiser or sub-publisher that it belongs to. */
export function activeNetwork(network: SeededNetwork, paused: PausedIds): SeededNetwork {
  const { buying } = network;
  const isActive = (table: keyof PausedIds, id: number | null) => id === null || !paused[table].includes(id);
  return {
    ...network,
    tags: network.tags.filter(({ id, advertiserId }) => isActive('tags', id) && isActive('advertisers', advertiserId)),
    channels: network.channels.filter(
      ({ id, subpublisherId }) => isActive('channels', id) && isActive('subpublishers', subpublisherId),
    ),
    buying: {
      ...buying,
      suppliers: buying.suppliers.filter(({ id }) => isActive('suppliers', id)),
      adexchanges: buying.adexchanges.filter(({ id }) => isActive('adexchanges', id)),
      campaigns: buying.campaigns.filter(
        ({ id, advertiserId }) => isActive('campaigns', id) && isActive('advertisers', advertiserId),
      ),
      creatives: buying.creatives.filter(({ id }) => isActive('creatives', id)),
    },
  };
}
