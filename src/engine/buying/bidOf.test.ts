import { describe, expect, test } from 'vitest';
import type { CampaignRow } from '#model/index.ts';
import { readQuery } from '#standards/readQuery.ts';
import { buildCampaign } from '#tests/support/engine/buildBuying.ts';
import { readTraits } from '../targeting/readTraits.ts';
import { noRestriction } from '../targeting/restriction.ts';
import { bidOf } from './bidOf.ts';
import { compileCampaign } from './compileCampaign.ts';
import { noAdPerformance } from '#tests/support/engine/noAdPerformance.ts';
import type { AdCounts } from './adPerformance.ts';
import { timesMillionths } from './multipliers.ts';

const usd = (amount: number) => Math.round(amount * 1_000_000_000);

function bid(
  campaign: Partial<CampaignRow>,
  { query = '', now = 0, all = null as AdCounts | null, here = null as AdCounts | null, supplierId = 1 } = {},
): number {
  const row = buildCampaign(campaign);
  const compiled = compileCampaign({
    row,
    advertiser: undefined,
    deals: [],
    creatives: [],
    restriction: noRestriction,
    zoneHours: 0,
  });
  const source = { query: readQuery(`/bid/a?${query}`), headers: {}, peer: '' };
  return bidOf(compiled, null, {
    traits: readTraits(source, { environment: 'ctv', zoneHours: 0, now }),
    supplySource: { supplierId, channelId: 0 },
    adPerformance: { ...noAdPerformance, ofCampaign: () => all, ofCampaignHere: () => here },
  });
}

describe('multipliers', () => {
  test.each([
    ['country', 'us', 'country=US'],
    ['device', 'SmartTV', 'devicetype=3'],
    ['os', 'Roku', 'os=roku'],
    ['environment', 'ctv', ''],
    ['supplier', '1', ''],
    ['site', 'news.example', 'url=https%3A%2F%2Fwww.news.example%2Fa'],
    ['app', 'com.game', 'app_bundle=com.game'],
    ['hour', '13', ''],
  ] as const)('apply to the dimension %s with the value “%s”', (dimension, value, query) => {
    const multipliers = [{ dimension, value, factor: 1.5 }];
    const now = 13 * 3_600_000;
    expect(bid({ multipliers }, { query, now })).toBe(usd(3));
    expect(bid({ multipliers: [{ dimension, value: 'other', factor: 1.5 }] }, { query, now })).toBe(usd(2));
  });

  test('several multiply each other, exactly, and 0 is no bid', () => {
    const country = { dimension: 'country', value: 'US', factor: 1.1 } as const;
    const environment = { dimension: 'environment', value: 'ctv', factor: 0.3333 } as const;
    expect(bid({ bid: '0.07', multipliers: [country, environment] }, { query: 'country=US' })).toBe(25_664_100);
    expect(bid({ multipliers: [country, { ...environment, factor: 0 }] }, { query: 'country=US' })).toBe(0);
  });

  test('no bid exceeds ten thousand dollars', () => {
    const tens = [
      { dimension: 'country', value: 'US', factor: 10 },
      { dimension: 'environment', value: 'ctv', factor: 10 },
      { dimension: 'supplier', value: '1', factor: 10 },
    ] as const;
    expect(bid({ bid: '1000.00', multipliers: [...tens] }, { query: 'country=US' })).toBe(usd(10_000));
  });

  test('amounts are multiplied exactly, as integers', () => {
    for (const [amount, factor] of [
      [9_999_999_999_999, 9_999_999],
      [1, 999_999],
      [123_456_789_012, 333_333],
    ] as const) {
      expect(BigInt(timesMillionths(amount, factor))).toBe((BigInt(amount) * BigInt(factor)) / 1_000_000n);
    }
  });
});

describe('a cost-per-click goal', () => {
  const campaign = { bidStrategy: 'cpc', goalCpc: '0.50', bid: '2.00' } as const;
  const counts = (imps: number, clicks: number): AdCounts => ({ imps, clicks, completes: 0 });

  test('starts from the bid', () => {
    expect(bid(campaign)).toBe(usd(2));
  });

  test('approaches the value of an impression’s clicks, and never exceeds the maximum bid', () => {
    const many = { all: counts(10_000_000, 60_000), here: counts(1_000_000, 6000) };
    expect(bid(campaign, many) / usd(3)).toBeCloseTo(1, 2);
    expect(bid({ ...campaign, maxBid: '2.50' }, many)).toBe(usd(2.5));
    expect(bid(campaign, { all: counts(1_000_000, 100_000) })).toBe(usd(4));
  });

  test('follows the site or app more with more data, and never drops below a tenth of the bid', () => {
    const all = counts(1_000_000, 4000);
    const little = bid(campaign, { all, here: counts(200, 0) });
    const much = bid(campaign, { all, here: counts(3000, 0) });
    expect(little).toBeLessThan(usd(2));
    expect(much).toBeLessThan(little);
    expect(bid(campaign, { all, here: counts(1_000_000, 0) })).toBe(usd(0.2));
  });
});

test('a completion goal moves the bid in proportion', () => {
  const campaign = { bidStrategy: 'vcr', goalVcr: 50, bid: '2.00' } as const;
  const counts = (rate: number): AdCounts => ({ imps: 10_000_000, clicks: 0, completes: 10_000_000 * rate });
  expect(bid(campaign)).toBe(usd(2));
  expect(bid(campaign, { all: counts(0.75) }) / usd(3)).toBeCloseTo(1, 2);
  expect(bid(campaign, { all: counts(0.75), here: counts(0.25) }) / usd(1)).toBeCloseTo(1, 2);
  expect(bid({ ...campaign, maxBid: '2.20' }, { all: counts(1) })).toBe(usd(2.2));
});
