import { eq, sql } from 'drizzle-orm';
import type { CampaignRow, DemandAccountRow } from '#model/index.ts';
import type { Database } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { tableOf } from '../tableOf.ts';

/** A campaign with the requested columns. */
export type ReadCampaign<C extends keyof CampaignRow> = Pick<CampaignRow, C> & {
  id: number;
  demandId: number;
  status: CampaignRow['status'];
  /** Whole hours from UTC of its account. */
  timezone: number;
  accountStatus: DemandAccountRow['status'];
};

/** Reads campaigns by ID, in one statement; IDs that do not exist are left out. */
export async function readCampaigns<C extends keyof CampaignRow>(
  db: Database,
  ids: readonly number[],
  columns: readonly C[],
): Promise<ReadCampaign<C>[]> {
  const campaigns = tableOf('campaign');
  const demands = tableOf('demand');
  const own = ['id', 'demandId', 'status', ...columns];
  const rows = await db
    .select({
      ...Object.fromEntries(own.map((name) => [name, columnNamed(campaigns, name)])),
      timezone: columnNamed(demands, 'timezone'),
      accountStatus: columnNamed(demands, 'status'),
    })
    .from(campaigns.table)
    .innerJoin(demands.table, eq(columnNamed(demands, 'id'), columnNamed(campaigns, 'demandId')))
    .where(sql`${columnNamed(campaigns, 'id')} = any(${sql.param([...ids])}::integer[])`);
  return rows as unknown as ReadCampaign<C>[];
}
