import { describe, expect, test } from 'vitest';
import { readBidRequest } from '../request/readBidRequest.ts';
import { readPrebidExt, type PrebidRequest } from './readPrebidExt.ts';
import type { BidRequest, Ext } from '../types.ts';

/** A request as pages with Prebid.js send it. */
function buildRequest(prebid?: unknown, impExt: Ext = {}): BidRequest {
  return {
    id: 'a3f1',
    imp: [
      {
        id: 'div-1',
        banner: { topframe: 1, format: [{ w: 300, h: 250 }] },
        secure: 1,
        ext: { tid: 't1', gpid: '/1/home', data: { pbadslot: '/1/home' }, ...impExt },
      },
    ],
    site: { page: 'https://pub.example/', domain: 'pub.example', publisher: { id: '1' } },
    device: { w: 1280, h: 720, ua: 'Mozilla/5.0', language: 'en', ext: { vpw: 1280, vph: 720 } },
    test: 0,
    tmax: 750,
    ext: prebid === undefined ? { tmaxmax: 1000 } : { tmaxmax: 1000, prebid },
  };
}

function read(prebid?: unknown, impExt?: Ext): PrebidRequest {
  const result = readPrebidExt(buildRequest(prebid, impExt));
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.prebid;
}

function faultsOf(prebid: unknown, impExt?: Ext): string[] {
  const result = readPrebidExt(buildRequest(prebid, impExt));
  return result.ok ? [] : result.faults.map(({ code, path }) => `${code} ${path}`);
}

test('2.7: fields that Prebid.js sends by default', () => {
  const prebid = {
    auctiontimestamp: 1_700_000_000_000,
    targeting: { includewinners: true, includebidderkeys: false },
    channel: { name: 'pbjs', version: 'v11.36.0' },
    createtids: false,
    debug: true,
  };
  const imp = { prebid: { bidder: { bidhouse: { channel: 'ch1' } }, adunitcode: 'div-1' } };
  const request = buildRequest(prebid, imp);
  expect(readBidRequest(request)).toEqual({ ok: true, request, notes: [] });
  expect(read(prebid, imp)).toEqual({
    targeting: {
      granularity: { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.1 }] },
      granularityByMedia: {},
      includesWinners: true,
      includesBidderKeys: false,
      includesDeals: false,
      includesFormat: false,
      prefersDeals: false,
      prefix: 'hb',
    },
    cache: { bids: null, vastXml: null },
    currency: null,
    isDebug: true,
    auctionTimestamp: 1_700_000_000_000,
    aliases: new Map(),
    schains: [],
    eidPermissions: [],
    wantsAllBidStatus: false,
    maxBids: new Map(),
    imps: [{ storedRequestId: null, bidders: new Map([['bidhouse', { channel: 'ch1' }]]) }],
  });
});

test('2.7: fields that pages add', () => {
  const chain = { ver: '1.0', complete: 1, nodes: [{ asi: 'a.example', sid: '1', hp: 1 }] };
  const prebid = read(
    {
      targeting: {
        pricegranularity: 'dense',
        includeformat: true,
        preferdeals: true,
        alwaysincludedeals: true,
        prefix: 'x',
      },
      cache: { bids: {}, vastxml: { returnCreative: false } },
      storedrequest: { id: 'page-1' },
      aliases: { house: 'bidhouse' },
      schains: [{ bidders: ['bidhouse'], schain: chain }],
      data: { eidpermissions: [{ source: 'ids.example', bidders: ['bidhouse'] }] },
      returnallbidstatus: true,
      multibid: [
        { bidder: 'house', maxbids: 3 },
        { bidders: ['house', 'other'], maxbids: 40 },
      ],
    },
    { prebid: { storedrequest: { id: 'ch1' } } },
  );
  expect(prebid).toMatchObject({
    targeting: {
      includesWinners: true,
      includesBidderKeys: true,
      includesDeals: true,
      includesFormat: true,
      prefersDeals: true,
      prefix: 'x',
    },
    cache: { bids: { returnsCreative: true }, vastXml: { returnsCreative: false } },
    schains: [{ bidders: ['bidhouse'], schain: chain }],
    eidPermissions: [{ source: 'ids.example', bidders: ['bidhouse'] }],
    wantsAllBidStatus: true,
    imps: [{ storedRequestId: 'ch1' }],
  });
  expect(prebid.targeting?.granularity.ranges).toHaveLength(3);
  expect(prebid.aliases.get('house')).toBe('bidhouse');
  expect([...prebid.maxBids]).toEqual([
    ['house', 3],
    ['other', 9],
  ]);
});

test.each<[string, unknown]>([
  ['nothing of Prebid', undefined],
  ['nothing in it', {}],
  ['null', null],
])('2.7: a request with %s requests no keys', (_, prebid) => {
  expect(read(prebid)).toMatchObject({ targeting: null, isDebug: false, auctionTimestamp: null });
});

test('Prebid, ext.prebid.debug and OpenRTB 2.6, 3.2.1: a test request is debugged too', () => {
  const test = readPrebidExt({ ...buildRequest(), test: 1 });
  expect(test).toMatchObject({ ok: true, prebid: { isDebug: true } });
  expect(read({ debug: false }).isDebug).toBe(false);
});

test('Prebid, ext.prebid.currency: rates of the page, beside those of the server unless it excludes them', () => {
  const currencyOf = (currency: object) => {
    const { rates, usesServerRates } = read({ currency }).currency ?? expect.fail();
    return [Object.fromEntries(rates), usesServerRates];
  };
  const rates = { USD: { EUR: 0.8, HRK: 6.4 } };
  expect(currencyOf({ rates })).toEqual([{ USD: 1, EUR: 1.25, HRK: 0.15625 }, true]);
  expect(currencyOf({ rates, usepbsrates: false })).toEqual([{ USD: 1, EUR: 1.25, HRK: 0.15625 }, false]);
  expect(currencyOf({ usepbsrates: true })).toEqual([{ USD: 1 }, true]);
});

describe('2.7: price granularity', () => {
  const granularityOf = (pricegranularity: unknown) => read({ targeting: { pricegranularity } }).targeting?.granularity;

  test('is medium when no range is given', () => {
    const medium = { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.1 }] };
    for (const given of [undefined, {}, { ranges: [] }, 'medium', 'med']) expect(granularityOf(given)).toEqual(medium);
  });

  test('closes the gaps between custom ranges', () => {
    const ranges = [
      { min: 1, max: 2, increment: 0.5 },
      { min: 7, max: 10, increment: 1 },
    ];
    expect(granularityOf({ precision: 1, ranges })).toEqual({
      precision: 1,
      ranges: [
        { min: 0, max: 2, increment: 0.5 },
        { min: 2, max: 10, increment: 1 },
      ],
    });
  });

  test('can differ by media type', () => {
    const { targeting } = read({
      targeting: { pricegranularity: 'low', mediatypepricegranularity: { video: 'high', native: { ranges: [] } } },
    });
    expect(targeting?.granularity.ranges).toEqual([{ min: 0, max: 5, increment: 0.5 }]);
    expect(targeting?.granularityByMedia).toEqual({
      video: { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.01 }] },
      native: { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.1 }] },
    });
  });
});

describe('2.7: bidders of an imp', () => {
  const codesOf = (impExt: Ext) => [...(read({}, impExt).imps[0]?.bidders.keys() ?? [])];

  test('are in imp.ext.prebid.bidder', () => {
    expect(codesOf({ prebid: { bidder: { bidhouse: {}, other: { a: 1 } } }, older: {} })).toEqual([
      'bidhouse',
      'other',
    ]);
  });

  test('are beside it on older pages, where not every object is one', () => {
    expect(codesOf({ bidhouse: { channel: 'ch1' }, skadn: {}, context: {}, prebid: {}, ae: 1 })).toEqual(['bidhouse']);
  });

  test('may have any name', () => {
    const bidder = JSON.parse('{"__proto__":{"a":1},"constructor":{}}') as unknown;
    expect(codesOf({ prebid: { bidder } })).toEqual(['__proto__', 'constructor']);
  });
});

test.each<[string, unknown, Ext | undefined, string[]]>([
  ['something else', 'x', undefined, ['invalid_type ext.prebid']],
  [
    'an unknown granularity',
    { targeting: { pricegranularity: 'fine' } },
    undefined,
    ['unknown_value ext.prebid.targeting.pricegranularity'],
  ],
  [
    'ranges that do not ascend or have no step',
    {
      targeting: {
        pricegranularity: { ranges: [{ max: 5, increment: 0 }, { max: 5, increment: 1 }, { increment: -1 }] },
      },
    },
    undefined,
    [
      'bad_range ext.prebid.targeting.pricegranularity.ranges.0.increment',
      'bad_range ext.prebid.targeting.pricegranularity.ranges.1.max',
      'bad_range ext.prebid.targeting.pricegranularity.ranges.2.max',
      'bad_range ext.prebid.targeting.pricegranularity.ranges.2.increment',
    ],
  ],
  [
    'a precision beyond what numbers have',
    { targeting: { mediatypepricegranularity: { video: { precision: 16, ranges: [{ max: 1, increment: 1 }] } } } },
    undefined,
    ['invalid ext.prebid.targeting.mediatypepricegranularity.video.precision'],
  ],
  [
    'answers that are neither yes nor no',
    { targeting: { includewinners: 'yes' }, debug: 1, cache: { vastxml: { returnCreative: 0 } } },
    undefined,
    [
      'invalid_type ext.prebid.targeting.includewinners',
      'invalid_type ext.prebid.cache.vastxml.returnCreative',
      'invalid_type ext.prebid.debug',
    ],
  ],
  [
    'rates that are none, of what is no currency',
    {
      currency: { rates: { USD: { EUR: 0, GBP: -1, JPY: '160', EURO: 1 }, usd: {}, GBP: 1.2 }, usepbsrates: 1 },
    },
    undefined,
    [
      'bad_range ext.prebid.currency.rates.USD.EUR',
      'bad_range ext.prebid.currency.rates.USD.GBP',
      'invalid_type ext.prebid.currency.rates.USD.JPY',
      'unknown_value ext.prebid.currency.rates.USD.EURO',
      'unknown_value ext.prebid.currency.rates.usd',
      'invalid_type ext.prebid.currency.rates.GBP',
      'invalid_type ext.prebid.currency.usepbsrates',
    ],
  ],
  [
    'a stored request without an id',
    { storedrequest: { id: '' } },
    undefined,
    ['required ext.prebid.storedrequest.id'],
  ],
  ['aliases of nothing', { aliases: { house: 1 } }, undefined, ['invalid_type ext.prebid.aliases.house']],
  [
    'impressions with faults of their own',
    {},
    { prebid: { bidder: { bidhouse: 'ch1' }, storedrequest: 'ch1' } },
    ['invalid_type imp.0.ext.prebid.storedrequest', 'invalid_type imp.0.ext.prebid.bidder.bidhouse'],
  ],
])('2.7: %s is a fault', (_, prebid, impExt, faults) => {
  expect(faultsOf(prebid, impExt)).toEqual(faults);
});
