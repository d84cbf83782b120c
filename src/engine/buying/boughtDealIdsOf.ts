import { getOrCreate } from '#standards/getOrCreate.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';

/** The deal IDs, as in bid requests, that an account has set up to buy under, paused or out of flight ones included. */
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
