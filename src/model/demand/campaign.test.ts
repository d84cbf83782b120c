import { describe, expect, test } from 'vitest';
import { buildCampaign } from '#tests/support/engine/buildBuying.ts';
import { campaign } from './campaign.ts';
import { rowFaults } from '../entity/rowRules.ts';

describe('the bids of deals', () => {
  const before = buildCampaign({ dealIds: [1, 2], dealBids: { 1: '4.00', 2: '5.00' } });

  test('are removed with the deals that a campaign no longer uses', () => {
    expect(campaign.derive?.({ ...before, dealIds: [2] }, before)).toEqual({ dealBids: { 2: '5.00' } });
    expect(campaign.derive?.({ ...before, dealIds: [1, 2, 3] }, before)).toEqual({});
  });

  test('stay as given when they are changed as well', () => {
    const row = { ...before, dealIds: [2], dealBids: { 1: '4.00' } };
    expect(campaign.derive?.(row, before)).toEqual({});
    expect(rowFaults(campaign, { ...row })).toMatchObject([{ code: 'not_chosen', path: 'dealBids.1' }]);
    expect(campaign.derive?.(row, null)).toEqual({});
  });
});
