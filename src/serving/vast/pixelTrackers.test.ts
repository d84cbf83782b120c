import { expect, test } from 'vitest';
import { buildPixel } from '#tests/support/engine/buildRows.ts';
import type { AdMediaType } from '#model/reference/mediaTypes.ts';
import { buildAudience, buildOrigin } from '#tests/support/events/buildRecord.ts';
import { pixelTrackers } from './pixelTrackers.ts';

const serveId = 'AAAAAAAAAAAAAAAA';

function trackersFor(
  pixels: Parameters<typeof buildPixel>[0][],
  query: [string, string][] = [],
  mediaType: AdMediaType = 'video',
) {
  const origin = {
    ...buildOrigin({ audience: buildAudience({ mediaType }) }),
    channelId: 7,
    subpublisherId: 0,
    environment: 'ctv' as const,
    publisher: 'pub 1',
  };
  const ad = {
    signals: { query: new Map(query), headers: {}, peer: '203.0.113.9' },
    record: { serveId, at: Date.UTC(2026, 5, 15), origin },
    tag: { id: 12, advertiserId: 3 },
    cpm: 3_250_000_000,
    day: '2026-06-15',
    own: { genre: 'a&b', slot: '' },
    sale: { SCHAIN: ['1.0', '1!ads.example', 'seller-1', '1'], AUCTION_PRICE: '3.25' },
  };
  return pixelTrackers(
    pixels.map((pixel, index) => buildPixel({ id: index + 1, ...pixel })),
    ad,
    () => 0.5,
  );
}

const urlWith = (macro: string, query?: [string, string][]) =>
  trackersFor([{ url: `https://pixel.example/?x=${macro}` }], query)?.impression?.[0]?.slice(
    'https://pixel.example/?x='.length,
  );

test.each([
  ['audio', 'audio'],
  ['video', 'video'],
  ['banner', '[ADTYPE]'],
] as const)('VAST 4.3, 6: [ADTYPE] is that of the ad that is sold: of %s, %s', (mediaType, filled) => {
  const url = 'https://pixel.example/?x=[ADTYPE]';
  const pixels = trackersFor([{ url }], [['adtype', 'hybrid']], mediaType);
  expect(pixels?.impression).toEqual([url.replace('[ADTYPE]', filled)]);
});

test('an ad without pixels, or outside their sample, has no trackers', () => {
  expect(trackersFor([])).toBeUndefined();
  expect(trackersFor([{ percent: 0 }])).toBeUndefined();
});

test('pixels are grouped by event, in their order', () => {
  const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/'] as const;
  expect(
    trackersFor([{ url: urls[0] }, { event: 'click', url: urls[1] }, { event: 'impression', url: urls[2] }]),
  ).toEqual({ impression: [urls[0], urls[2]], click: [urls[1]] });
});

test.each([
  ['{imp_id}', serveId],
  ['{channel}', '7'],
  ['{tag}', '12'],
  ['{advertiser}', '3'],
  ['{publisher}', ''],
  ['{pub_id}', 'pub%201'],
  ['{supply_type}', 'ctv'],
  ['{price}', '3.25'],
  ['{cachebuster}', '50000000'],
  ['[DEVICEIP]', '203.0.113.9'],
  // The request does not declare the app: the player may know it.
  ['[APPBUNDLE]', '[APPBUNDLE]'],
  ['[TIMESTAMP]', '[TIMESTAMP]'],
  ['[CACHEBUSTING]', '[CACHEBUSTING]'],
  ['[ERRORCODE]', '[ERRORCODE]'],
  ['[GENRE]', 'a%26b'],
  // The player does not know the account's parameters either.
  ['[SLOT]', ''],
  ['[OTHER]', '[OTHER]'],
  ['%5BDEVICEIP%5D', '203.0.113.9'],
  ['%5bCACHEBUSTING%5d', '[CACHEBUSTING]'],
  ['$SCHAIN', '1.0,1!ads.example,seller-1,1'],
  ['%24SCHAIN', '1.0,1!ads.example,seller-1,1'],
  ['${AUCTION_PRICE}', '3.25'],
  ['%24%7BAUCTION_PRICE%7D', '3.25'],
  ['${US_PRIVACY}', ''],
])('VAST 4.3, 6: %s becomes %s', (macro, value) => {
  expect(urlWith(macro)).toBe(value);
});

test('a limited advertising ID is withheld', () => {
  expect(urlWith('[IFA]', [['did', 'abc']])).toBe('abc');
  const limited: [string, string][] = [
    ['did', 'abc'],
    ['lmt', '1'],
  ];
  expect(urlWith('[IFA]', limited)).toBe('-2');
});

test('values of a request cannot inject our macros', () => {
  expect(urlWith('[APPBUNDLE]', [['app_bundle', '{price}']])).toBe('%7Bprice%7D');
});
