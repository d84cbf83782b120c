import { expect, test } from 'vitest';
import {
  buildAudience,
  buildObservedCreative,
  buildOfferedTerms,
  buildEvent,
  buildOrigin,
  buildPayload,
  buildTestEvent,
  buildServe,
  buildObservedInventory,
  buildTime,
  buildTrace,
} from '#tests/support/events/buildRecord.ts';
import { decodeRecord, encodeRecord } from './recordCodec.ts';
import { recordFault } from './recordFault.ts';
import type { SpoolRecord } from './records.ts';

const serve = buildServe();
const placed = buildOrigin({ publisher: 'pub-7' });
const creative = '00112233445566aa';
const { ad } = buildPayload();
const outcome = { tagId: 101, advertiserId: 51, tier: 1, reason: 'outbid', wasSent: true, hasAnswered: true } as const;
const { device: _device, ...knownAudience } = buildAudience({ country: '', os: '', browser: '' });
const unknownAudience = { ...knownAudience, deviceKind: '' } as const;

test.each<[string, SpoolRecord]>([
  ['a request', serve],
  ['a test request', { type: 'test', record: buildServe({ origin: { ...placed, ivt: 'valid' }, tookMs: 3 }) }],
  [
    'an impression with its source',
    buildEvent({ source: { address: '00112233445566aa', network: '203.0.113.0/24', agent: 'Player/1 "x"' } }),
  ],
  ['a hit on an ad of a test request', { type: 'test', record: buildTestEvent({ event: 'click', price: 5 }) }],
  [
    'a request for a pod of which a candidate sold several ads',
    buildServe({
      slots: 4,
      candidates: serve.candidates.map((each, index) => (index === 0 ? { ...each, ads: 3 } : each)),
    }),
  ],
  ['a request without candidates', buildServe({ reason: 'no_candidates', candidates: [] })],
  [
    'a request of which a marketplace has one candidate',
    buildServe({
      candidates: serve.candidates.map((outcome, index) =>
        index === 1 ? { ...outcome, marketplace: 'Exchange A' } : outcome,
      ),
    }),
  ],
  ['a request that declares its publisher', buildServe({ origin: placed })],
  ['a request whose creative is known', buildServe({ origin: placed, creative })],
  ['a request with observed inventory', buildServe({ observations: buildObservedInventory() })],
  ['a request that was checked', buildServe({ origin: buildOrigin({ ivt: 'crawler' }) })],
  [
    'a request that was checked, with observed inventory',
    buildServe({ origin: { ...placed, ivt: 'valid' }, creative, observations: buildObservedInventory() }),
  ],
  [
    'a hit on an ad whose request was checked',
    buildEvent({ payload: buildPayload({ origin: { ...placed, ivt: 'valid' } }) }),
  ],
  [
    'a hit on an ad that a marketplace sold to traffic that is invalid',
    buildEvent({
      payload: buildPayload({
        origin: buildOrigin({ ivt: 'data_center' }),
        ad: { ...ad, creative, marketplace: { name: 'Exchange A', revMd: 2_125_000 } },
      }),
    }),
  ],
  ['a request with own parameters', buildServe({ origin: buildOrigin({ params: { genre: 'news' } }) })],
  [
    'a checked request with own parameters and observed inventory',
    buildServe({
      origin: { ...placed, ivt: 'valid', params: { genre: 'a,b', tier: 'ü' } },
      observations: buildObservedInventory(),
    }),
  ],
  ['a hit with own parameters', buildEvent({ payload: buildPayload({ origin: buildOrigin({ params: { a: '1' } }) }) })],
  [
    'a hit of checked traffic with own parameters',
    buildEvent({ payload: buildPayload({ origin: { ...placed, ivt: 'crawler', params: { a: '1' } } }) }),
  ],
  [
    'a request of a channel with a dynamic floor',
    buildServe({ origin: buildOrigin({ market: 'US SmartTV' }), floor: 1_250_000_000 }),
  ],
  [
    'a hit on an ad that is measured, in a market with a dynamic floor',
    buildEvent({
      payload: buildPayload({ origin: buildOrigin({ market: '- - =' }), ad: { ...ad, verificationVendors: 3 } }),
    }),
  ],
  [
    'a request for a pod with observed inventory',
    buildServe({
      creative,
      observations: buildObservedInventory(),
      furtherCreatives: [{ key: 'ffeeddccbbaa9988', declared: buildObservedCreative() }],
    }),
  ],
  [
    'a request of a supplier that offered deals',
    buildServe({
      origin: buildOrigin({ channelId: 0, supplierId: 7 }),
      deals: [{ deal: 'D-1', terms: buildOfferedTerms() }, { deal: ' D 2 ' }, { deal: '' }],
    }),
  ],
  ['a request whose audience is known', buildServe({ origin: buildOrigin({ audience: buildAudience() }), tookMs: 0 })],
  [
    'a request of which little is known, with everything else',
    buildServe({
      origin: { ...placed, ivt: 'valid', params: { a: '1' }, market: '- -', audience: unknownAudience },
      tookMs: 312,
      floor: 1,
      observations: buildObservedInventory(),
    }),
  ],
  [
    'a hit of a known audience on an ad that is measured',
    buildEvent({
      payload: buildPayload({
        origin: buildOrigin({ audience: buildAudience() }),
        ad: { ...ad, verificationVendors: 2, verificationFee: 30_000 },
      }),
    }),
  ],
  [
    'a request of a supplier for which a campaign and an ad exchange bid',
    buildServe({
      origin: buildOrigin({ channelId: 0, subpublisherId: 0, supplierId: 3 }),
      candidates: [
        ...serve.candidates,
        { ...outcome, tagId: 0, campaignId: 5, creativeId: 6, deal: 'deal-1', reason: null },
        { ...outcome, tagId: 0, adexchangeId: 7 },
      ],
    }),
  ],
  [
    'a hit on an ad that an own campaign bought',
    buildEvent({
      payload: buildPayload({
        origin: buildOrigin({ supplierId: 3 }),
        ad: { ...ad, campaignId: 5, creativeId: 6, buying: { billing: 'burl', isSecondPrice: true, bid: 9 } },
      }),
      price: 7,
    }),
  ],
  [
    'a hit on an ad that an exchange bought under a deal',
    buildEvent({
      payload: buildPayload({
        origin: { ...placed, supplierId: 3 },
        ad: {
          ...{ ...ad, adexchangeId: 7, deal: 'deal-1' },
          buying: { billing: 'nurl', isSecondPrice: false, bid: 9, isRevFollowing: true },
        },
      }),
    }),
  ],
  ['a hit on an ad of a channel that a deal sold', buildEvent({ payload: buildPayload({ ad: { ...ad, deal: 'd' } }) })],
  ['a hit', buildEvent()],
  ['a hit with a publisher', buildEvent({ payload: buildPayload({ origin: placed }) })],
  [
    'a hit on a creative that a marketplace sold',
    buildEvent({
      payload: buildPayload({ ad: { ...ad, creative, marketplace: { name: 'Exchange A', revMd: 2_125_000 } } }),
    }),
  ],
  ['a forged hit', buildEvent({ verdict: 'forged', payload: null })],
  [
    'a hit on an ad that a marketplace sold',
    buildEvent({ payload: buildPayload({ ad: { ...ad, marketplace: { name: 'Exchange A', revMd: 2_125_000 } } }) }),
  ],
])('%s survives encoding', (_, record) => {
  expect(decodeRecord(encodeRecord(record))).toEqual(record);
});

test('direct sales are written without marketplaces', () => {
  expect(JSON.parse(encodeRecord(serve))).toHaveLength(13);
  expect(JSON.parse(encodeRecord(buildEvent()))).toHaveLength(19);
});

test('an invalid audience is decoded, for the loader to reject', () => {
  const text = encodeRecord(buildServe({ origin: buildOrigin({ audience: buildAudience() }) }));
  const damaged = decodeRecord(text.replace(/"audience":\[[^\]]*\]/, '"audience":5'));
  expect(damaged).toMatchObject({ origin: { audience: 5 } });
});

test('keys that a later release adds are ignored', () => {
  for (const record of [buildServe({ slots: 2 }), buildEvent({ price: 5 })]) {
    const items = JSON.parse(encodeRecord(record)) as unknown[];
    const more = items.at(-1) as object;
    expect(decodeRecord(JSON.stringify([...items.slice(0, -1), { ...more, laterKey: [1] }]))).toEqual(record);
  }
});

test('records of an earlier version are read without publisher and creative', () => {
  const before = ['s', serve.serveId, serve.at, 1, 10, 5, 'web', 'news.example', '', 0, 0, 100];
  const candidates = [101, 51, 1, 0, 3];
  expect(decodeRecord(JSON.stringify([...before, candidates]))).toMatchObject({
    origin: { publisher: '', site: 'news.example' },
    creative: '',
  });
  expect(decodeRecord(JSON.stringify([...before, candidates, [0, 'Exchange A']]))).toMatchObject({
    candidates: [{ tagId: 101, marketplace: 'Exchange A' }],
    creative: '',
  });
});

test('records of an earlier version name vendors, their fee and what is declared of creatives otherwise', () => {
  const audience = ['US', 'SmartTV', 'Roku', 'roku-tv', 'video', 'vast', 'untold'];
  const place = [1, 10, 5, 'web', 'news.example', ''];
  const hit = ['e', buildTime, 'impression', 'valid', 0, serve.serveId, buildTime, ...place, 51, 101, 1, 900, 600, 50];
  expect(
    decodeRecord(JSON.stringify([...hit, '', 0, '', '', '', { audience, scans: 3, scanFee: 33, price: 7 }])),
  ).toMatchObject({
    payload: { ad: { verificationVendors: 3, verificationFee: 33 }, origin: { audience: {} } },
    price: 7,
  });
  const request = ['s', serve.serveId, buildTime, ...place, 0, 0, 100, [], [], '', '', 0, ''];
  const told = buildObservedCreative();
  const furtherCreatives = [{ key: 'ffeeddccbbaa9988', told }];
  const read = decodeRecord(JSON.stringify([...request, { furtherCreatives }]));
  expect(read).toMatchObject({ furtherCreatives: [{ key: 'ffeeddccbbaa9988', declared: told }] });
  expect(recordFault(read, buildTime)).toBeNull();
});

test('records of an earlier version have values that are called otherwise now', () => {
  const audience = ['US', 'SmartTV', 'Roku', 'roku-tv', 'video', 'vast', 'untold'];
  const place = [1, 10, 5, 'web', 'news.example', ''];
  const hit = ['e', buildTime, 'impression', 'valid', 0, serve.serveId, buildTime, ...place, 51, 101, 1, 900, 600, 50];
  const read = [
    [...hit, '', 0, '', '', 'data_centre', { audience }],
    ['s', serve.serveId, buildTime, ...place, 'ads_txt_unauthorised', 0, 100, [], [], '', '', 0, 'data_centre'],
    [
      't',
      serve.serveId,
      buildTime,
      ...place,
      '',
      'data_centre',
      'vast',
      1,
      0,
      'ads_txt_unauthorised',
      buildTrace().body,
    ],
  ].map((items) => decodeRecord(JSON.stringify(items)));
  expect(read).toMatchObject([
    { payload: { origin: { ivt: 'data_center', audience: { consent: 'undeclared' } } } },
    { reason: 'ads_txt_unauthorized', origin: { ivt: 'data_center' } },
    { reason: 'ads_txt_unauthorized', origin: { ivt: 'data_center' } },
  ]);
  expect(read.map((record) => recordFault(record, buildTime))).toEqual([null, null, null]);
});

test.each([
  '{}',
  '["s",1]',
  '["e",1,2,3,4,5]',
  '["x"]',
  'null',
  '["s",1,2,3,4,5,6,7,8,9,10,11,[],3]',
  '["s",1,2,3,4,5,6,7,8,9,10,11,[],[],"","",3]',
  '["s",1,2,3,4,5,6,7,8,9,10,11,[],[],"","",3,"valid"]',
  '["s",1,2,3,4,5,6,7,8,9,10,11,[],[],"","",0,"valid",3]',
  '["s",1,2,3,4,5,6,7,8,9,10,11,[],[],"","",0,"valid",{"buyers":3}]',
])('%s is not a record', (text) => {
  expect(() => decodeRecord(text)).toThrow(SyntaxError);
});
