import type { WaterfallListRow } from '#console/waterfall/waterfallModel.ts';

/** Overrides of a row. */
export interface Overrides extends Partial<WaterfallListRow> {
  integration?: 'VAST' | 'RTB' | 'PreBid';
  rate?: string;
  rateModel?: 'fixed' | 'dynamic';
  tagStatus?: 0 | 1 | 2;
  advertiserStatus?: 0 | 1 | 2;
  tagName?: string;
  tagPauseReason?: 'scheduled' | 'ended' | 'capped' | null;
  channelStatus?: 0 | 1 | 2;
}

/** A waterfall row without blockers. */
export function buildListRow({
  integration = 'VAST',
  rate = '2.00',
  rateModel = 'fixed',
  tagStatus = 1,
  advertiserStatus = 1,
  tagName = 'Tag',
  tagPauseReason = null,
  channelStatus = 1,
  ...rest
}: Overrides): WaterfallListRow {
  return {
    id: 1,
    demandId: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    channelId: 1,
    tagId: 1,
    tier: 1,
    weight: 50,
    floor: null,
    isEnabled: true,
    tag: {
      name: tagName,
      uid: 'a',
      status: tagStatus,
      integration,
      source: 'url',
      rateModel,
      rate,
      advertiserId: 1,
      advertiserName: 'Adv',
      advertiserStatus,
      inactiveReason: tagPauseReason,
    },
    channel: {
      name: 'Channel',
      uid: 'b',
      status: channelStatus,
      environment: 'web',
      floor: '1.00',
      inactiveReason: null,
    },
    ...rest,
  };
}
