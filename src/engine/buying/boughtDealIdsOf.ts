import { getOrCreate } from '#standards/getOrCreate.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';

/** The ids, as bid requests carry them, of the deals that an account has set up to buy under, in force or not. */
export function boughtDealIdsOf(
  { rows, buying }: Pick<Snapshot, 'rows' | 'buying'>,
  accountId: number,
): ReadonlySet<string> {
  return getOrCreate(
    buying.boughtDealIds,
    accountId,
    () => new Set([...(buying.dealsOfBuyer.get(accountId) ?? [])].flatMap((id) => rows.deal.get(id)?.dealId ?? [])),
  );
}
