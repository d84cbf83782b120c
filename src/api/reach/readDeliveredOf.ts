import type { CampaignRow } from '#model/index.ts';
import type { Facts } from '../reports/runReport.ts';
import { draftId } from './describeReach.ts';

/** Reads the delivery of a campaign so far in its budget's unit: impressions, or nano-USD. */
export async function readDeliveredOf(
  facts: Facts,
  { id, demandId, budgetBy }: CampaignRow,
  signal: AbortSignal,
): Promise<number> {
  if (id === draftId) return 0;
  const [row] = await facts.query<{ imps: string; rev: string }>(
    `SELECT sum(hourly_buying.imps) AS imps, sum(hourly_buying.rev) AS rev FROM hourly_buying
     WHERE demandId = {demandId:UInt32} AND campaignId = {id:UInt32}`,
    { demandId, id },
    { signal },
  );
  return Number((budgetBy === 'spend' ? row?.rev : row?.imps) ?? 0);
}
