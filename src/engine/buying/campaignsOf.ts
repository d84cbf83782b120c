import type { CampaignRow } from '#model/index.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { compileRestriction, restrictionOfObject } from '../snapshot/attachments.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';
import { join, noRestriction, type Restriction } from '../targeting/restriction.ts';
import { compileCampaign, type CompiledCampaign } from './compileCampaign.ts';
import { compileCreative, type CompiledCreative } from './compileCreative.ts';
import { MatchIndex } from './matchIndex.ts';
import { matchTerms, targetedBy, type MatchTerms } from './matchTerms.ts';

/** The index of an account's active campaigns, up to date. */
export function campaignsOf(snapshot: Snapshot, accountId: number): MatchIndex {
  settleCampaigns(snapshot);
  return indexOf(snapshot, accountId);
}

/**
 * Updates the indexes after changes of rows. The cost is that of the changed campaigns and of those that refer to
 * changed rows.
 */
export function settleCampaigns(snapshot: Snapshot): void {
  const { rows, buying } = snapshot;
  if (buying.unsettled.size === 0) return;
  // Campaigns often share targetings, so the compiled result is shared.
  const targeted = new Map<string, MatchTerms['targeted']>();
  for (const [id, accountId] of buying.unsettled) {
    const row = rows.campaign.get(id);
    const isActive = row?.status === 1 && rows.advertiser.get(row.advertiserId)?.status === 1;
    const index = indexOf(snapshot, accountId);
    if (!isActive) index.remove(id);
    else {
      index.put(
        id,
        matchTerms({
          row,
          creatives: row.creativeIds.flatMap((each) => rows.creative.get(each) ?? []),
          deals: row.dealIds.flatMap((each) => rows.deal.get(each) ?? []),
          targeted: getOrCreate(targeted, `${row.advertiserId} ${row.targetingIds.join()}`, () =>
            targetedBy(restrictionOf(snapshot, row).rules),
          ),
          zoneHours: zoneOf(snapshot, row),
        }),
      );
    }
  }
  buying.unsettled.clear();
}

function indexOf(snapshot: Snapshot, accountId: number): MatchIndex {
  return getOrCreate(
    snapshot.buying.indexes,
    accountId,
    () => new MatchIndex((id) => compiledCampaignOf(snapshot, id, accountId)),
  );
}

function compiledCampaignOf(snapshot: Snapshot, id: number, accountId: number): CompiledCampaign | undefined {
  const { rows } = snapshot;
  const row = rows.campaign.get(id);
  if (row?.demandId !== accountId) return undefined;
  return compileCampaign({
    row,
    advertiser: rows.advertiser.get(row.advertiserId),
    deals: row.dealIds.flatMap((each) => rows.deal.get(each) ?? []),
    creatives: row.creativeIds.flatMap((each) => compiledCreativeOf(snapshot, each) ?? []),
    restriction: restrictionOf(snapshot, row),
    zoneHours: zoneOf(snapshot, row),
  });
}

function compiledCreativeOf(snapshot: Snapshot, id: number): CompiledCreative | undefined {
  const row = snapshot.rows.creative.get(id);
  if (!row) return undefined;
  return getOrCreate(snapshot.buying.creatives, id, () => compileCreative(row, zoneOf(snapshot, row)));
}

/** The restrictions of a campaign and its advertiser. Most have none, so the shared empty restriction is used. */
function restrictionOf(snapshot: Snapshot, row: CampaignRow): Restriction {
  const { targetingIds, appListIds, pubListIds, creListIds } = row;
  const isBound = targetingIds.length + appListIds.length + pubListIds.length + creListIds.length > 0;
  return join([
    restrictionOfObject(snapshot, 'advertiser', row.advertiserId),
    isBound ? compileRestriction(snapshot, 'campaign', row.id) : noRestriction,
  ]);
}

/** The UTC offset of an object's account, in whole hours. */
function zoneOf({ rows }: Pick<Snapshot, 'rows'>, { demandId }: { demandId: number | null }): number {
  return rows.demand.get(demandId ?? 0)?.timezone ?? 0;
}
