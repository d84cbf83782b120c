import { expect, test } from 'vitest';
import { buildAdexchange } from '../scenarios/buildBuying.ts';
import { refusedQuality } from '../quality.ts';
import { refusedCreative } from '../targeting/creativeRules.ts';
import { bidderOfExchange } from './bidderOfExchange.ts';

test('an ad exchange is asked like a bidder among tags', () => {
  const { tag, ...facts } = bidderOfExchange(
    buildAdexchange({ id: 4, margin: 10, floor: '0.50', auctionType: 'second', mediaTypes: ['video'], qps: 20 }),
  );
  expect(tag).toMatchObject({
    id: 4,
    isActive: true,
    integration: 'RTB',
    rateModel: 'dynamic',
    floor: 500_000_000,
    marketplace: 'Exchange',
    bidder: { endpoint: 'https://buyer.example/bid', isSecondPrice: true, mediaTypes: ['video'], prebid: null },
  });
  expect(facts).toMatchObject({ suppliers: null, marginBasisPoints: 1000, qps: 20, quality: null, creativeRule: null });
});

test('its blocked advertisers, categories and creatives are refused', () => {
  const { quality, creativeRule } = bidderOfExchange(
    buildAdexchange({ blockedAdomains: ['Bad.example'], blockedCategories: ['IAB7'], blockedCreatives: ['c1'] }),
  );
  if (!quality || !creativeRule) throw new Error('nothing is blocked');
  const ad = { durationS: 15, adomains: ['shop.bad.example'], categories: [] };
  expect(refusedQuality(quality, ad)).toBe('adomain_blocked');
  expect(refusedQuality(quality, { ...ad, adomains: [], categories: ['IAB7-39'] })).toBe('category_blocked');
  expect(refusedCreative([creativeRule], ['c1'])).toBe('creative_blocked');
  expect(refusedCreative([creativeRule], ['c2'])).toBe(null);
});
