import { getOrCreate } from '#standards/getOrCreate.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';
import { soldDeals, type SoldDeals } from './soldDeals.ts';

/** The deals that an account sells under, by buyer; compiled on demand. */
export function soldDealsOf({ rows, buying }: Pick<Snapshot, 'rows' | 'buying'>, accountId: number): SoldDeals {
  return getOrCreate(buying.soldDeals, accountId, () =>
    soldDeals(
      [...(buying.dealsOfSeller.get(accountId) ?? [])].flatMap((id) => rows.deal.get(id) ?? []),
      rows.demand.get(accountId)?.timezone ?? 0,
    ),
  );
}
