import type { AdexchangeRow, CampaignRow, CreativeRow, DealRow, SupplierRow } from '#model/index.ts';
import type { ApiClient } from './apiClient.ts';

/** A demo supplier as stored in the installation. */
export type SeededSupplier = Pick<SupplierRow, 'id' | 'name' | 'uid' | 'margin' | 'mode' | 'status'>;

/** The objects with which the demo account buys, as stored in the installation. */
export interface SeededBuying {
  suppliers: SeededSupplier[];
  adexchanges: AdexchangeRow[];
  campaigns: CampaignRow[];
  creatives: CreativeRow[];
  deals: DealRow[];
}

/** Reads back the objects with which the demo account buys. */
export async function readBuying(client: ApiClient): Promise<SeededBuying> {
  const rowsOf = async <T>(path: string) =>
    (await client.get<{ rows: T[] }>(`/api/demand/${path}?status=0,1,2&size=100`)).rows;
  const [suppliers, adexchanges, campaigns, creatives, deals] = await Promise.all([
    rowsOf<SupplierRow>('sups'),
    rowsOf<AdexchangeRow>('adexchanges'),
    rowsOf<CampaignRow>('campaigns'),
    rowsOf<CreativeRow>('creatives'),
    rowsOf<DealRow>('deals'),
  ]);
  return { suppliers, adexchanges, campaigns, creatives, deals };
}
