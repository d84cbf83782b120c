import type { RowChange } from '#api/changes/changeContract.ts';
import type { WaterfallListRow } from './waterfallModel.ts';

/** ID of the row of the account's own campaigns; no stored row has it. */
export const ownCampaignsId = 0;

/** True for the row of the account's own campaigns; a waterfall has at most one. */
export function isOwnCampaigns({ id }: Pick<WaterfallListRow, 'id'>): boolean {
  return id === ownCampaignsId;
}

/**
 * Builds the row of the account's own campaigns in the tier that a channel sets for them. They bid, like bidders do.
 */
export function ownCampaignsRow(channelId: number, tier: number): WaterfallListRow {
  return {
    ...{ id: ownCampaignsId, channelId, tagId: 0, tier, weight: 0, floor: null, isEnabled: true },
    ...{ demandId: null, createdAt: '', updatedAt: '', version: 1 },
    tag: {
      name: 'Own campaigns',
      uid: '',
      status: 1,
      integration: 'RTB',
      source: 'url',
      rateModel: 'fixed',
      rate: '0.00',
      advertiserId: 0,
      advertiserName: '',
      advertiserStatus: 1,
      inactiveReason: null,
    },
  };
}

/** Converts a change of that row to one of the channel, which stores the tier. Other changes stay as they are. */
export function toStoredChange(channelId: number, change: RowChange): RowChange {
  if (change.entity !== 'waterfallRow' || change.id !== ownCampaignsId) return change;
  const campaignTier = change.action === 'remove' ? null : change.values?.['tier'];
  return { entity: 'channel', action: 'update', id: channelId, values: { campaignTier } };
}
