import { describe, expect, test } from 'vitest';
import { isPrefix, targetingOf, type PrebidTargeting, type TargetedBid } from './prebidTargeting.ts';
import { mediumGranularity, namedGranularities } from './priceBucket.ts';

const targeting: PrebidTargeting = {
  granularity: mediumGranularity,
  granularityByMedia: {},
  includesWinners: true,
  includesBidderKeys: false,
  includesDeals: false,
  includesFormat: false,
  prefersDeals: false,
  prefix: 'hb',
};

const bid: TargetedBid = {
  bidder: 'bidhouse',
  cpm: 1.27,
  mediaType: 'banner',
  isWinner: true,
  width: 300,
  height: 250,
};

describe('2.7: the targeting keys of a bid', () => {
  test('have no bidder in their names for the winner', () => {
    expect(targetingOf(bid, targeting)).toEqual({ hb_pb: '1.20', hb_bidder: 'bidhouse', hb_size: '300x250' });
  });

  test('have it for another bid, where the page requests that', () => {
    const other = { ...bid, isWinner: false };
    expect(targetingOf(other, targeting)).toEqual({});
    expect(targetingOf(other, { ...targeting, includesBidderKeys: true })).toEqual({
      hb_pb_bidhouse: '1.20',
      hb_bidder_bidhouse: 'bidhouse',
      hb_size_bidhouse: '300x250',
    });
  });

  test('have it for a deal bid too, where the page requests deals', () => {
    const deal = { ...bid, isWinner: false, dealId: 'd-1' };
    expect(targetingOf(deal, { ...targeting, includesDeals: true })).toMatchObject({ hb_deal_bidhouse: 'd-1' });
    expect(targetingOf({ ...bid, isWinner: false }, { ...targeting, includesDeals: true })).toEqual({});
  });

  test('include the cache, the format and the app where they are known and requested', () => {
    const video: TargetedBid = {
      ...bid,
      mediaType: 'video',
      width: undefined,
      dealId: 'd-1',
      cacheId: 'c1',
      vastCacheId: 'v1',
      cacheHost: 'ads.example',
      cachePath: '/cache',
      isInApp: true,
    };
    expect(targetingOf(video, { ...targeting, includesFormat: true })).toEqual({
      hb_pb: '1.20',
      hb_bidder: 'bidhouse',
      hb_deal: 'd-1',
      hb_format: 'video',
      hb_cache_id: 'c1',
      hb_uuid: 'v1',
      hb_cache_host: 'ads.example',
      hb_cache_path: '/cache',
      hb_env: 'mobile-app',
    });
  });

  test('are cut after 20 characters', () => {
    const keys = targetingOf({ ...bid, cacheHost: 'ads.example' }, { ...targeting, includesBidderKeys: true });
    expect(keys).toMatchObject({ hb_cache_host: 'ads.example', hb_cache_host_bidhou: 'ads.example' });
    expect(Math.max(...Object.keys(keys).map((key) => key.length))).toBe(20);
  });

  test('start with the requested prefix', () => {
    expect(Object.keys(targetingOf(bid, { ...targeting, prefix: 'x' }))).toEqual(['x_pb', 'x_bidder', 'x_size']);
  });

  test('have the price in the granularity of the media type', () => {
    const high = namedGranularities.get('high') ?? mediumGranularity;
    const byMedia = { ...targeting, granularityByMedia: { video: high } };
    expect(targetingOf(bid, byMedia)['hb_pb']).toBe('1.20');
    expect(targetingOf({ ...bid, mediaType: 'video' }, byMedia)['hb_pb']).toBe('1.27');
  });
});

test.each([
  ['hb', true],
  ['bidhouse', true],
  ['bidhouse1', false],
  ['', false],
  ['a b', false],
  ['__proto', false],
])('%j can begin keys: %s', (text, isIt) => {
  expect(isPrefix(text)).toBe(isIt);
});
