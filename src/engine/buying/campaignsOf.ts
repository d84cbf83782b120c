import { restrictionOfObject } from '../carried.ts';
import type { Snapshot } from '../snapshot.ts';
import { join } from '../targeting/restriction.ts';
import { campaignFacts, type CampaignFacts } from './campaignFacts.ts';
import { creativeFacts } from './creativeFacts.ts';
import type { MatchIndex } from './matchIndex.ts';

/** The campaigns of an account, found by what they want. */
export function campaignsOf(snapshot: Snapshot, accountId: number): MatchIndex {
  const rows = [...snapshot.rows.campaign.values()].filter((row) => row.demandId === accountId && row.status === 1);
  return {
    matching: () => rows.flatMap(({ id }) => factsOfCampaign(snapshot, id) ?? []),
    campaign: (id) => factsOfCampaign(snapshot, id),
  };
}

function factsOfCampaign(snapshot: Snapshot, id: number): CampaignFacts | undefined {
  const { rows } = snapshot;
  const row = rows.campaign.get(id);
  if (!row) return undefined;
  const zoneHours = rows.demand.get(row.demandId ?? 0)?.timezone ?? 0;
  return campaignFacts({
    row,
    advertiser: rows.advertiser.get(row.advertiserId),
    deals: row.dealIds.flatMap((each) => rows.deal.get(each) ?? []),
    creatives: row.creativeIds.flatMap((each) => {
      const creative = rows.creative.get(each);
      return creative ? [creativeFacts(creative, zoneHours)] : [];
    }),
    restriction: join([
      restrictionOfObject(snapshot, 'advertiser', row.advertiserId),
      restrictionOfObject(snapshot, 'campaign', id),
    ]),
    zoneHours,
  });
}
