import type { CampaignStateRow } from '#storage/entities/buyingStateRows.ts';

/** A bidding campaign, for tests. */
export function buildCampaignState(overrides: Partial<CampaignStateRow>): CampaignStateRow {
  return {
    id: 1,
    timezone: 0,
    createdAt: '2026-01-01 00:00:00+00',
    startDate: null,
    endDate: null,
    budgetBy: 'spend',
    spendTotal: null,
    spendPerDay: null,
    impsTotal: null,
    impsPerDay: null,
    cappedUntil: null,
    advertiserName: 'Advertiser',
    isAdvertiserActive: true,
    creatives: 1,
    fitting: 1,
    drafts: 0,
    approved: 1,
    blocked: 0,
    isOpenMarket: true,
    deals: 0,
    tooHigh: [],
    ...overrides,
  };
}
