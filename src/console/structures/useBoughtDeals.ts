import { deal, type DealRow } from '#model/index.ts';
import { useRows } from '../entities/useEntity.ts';

/** The parts of a deal that campaigns use. */
export type BoughtDeal = Pick<DealRow, 'id' | 'name' | 'status' | 'floor'>;

/**
 * The account's deals that campaigns can bid under, by ID: those not archived, at most a thousand. Undefined until they
 * are loaded.
 */
export function useBoughtDeals(isWanted = true): ReadonlyMap<number, BoughtDeal> | undefined {
  const { data } = useRows(deal, { side: 'buy', size: 1000 }, { isWanted });
  return data && new Map(data.rows.map((row) => [row.id, row]));
}
