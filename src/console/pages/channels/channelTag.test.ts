import { describe, expect, test } from 'vitest';
import type { ChannelTag, ChannelTagParameter } from '#api/entities/channelTagContract.ts';
import { readBidRequest } from '#standards/openrtb/request/readBidRequest.ts';
import { checkTag } from './checkTag.ts';
import { playerSnippet } from './VastTag.tsx';
import { prebidSnippet } from './prebidSnippet.ts';
import { requestText } from '../../lib/requestText.ts';
import { sampleBidRequest } from './sampleBidRequest.ts';
import { missingOf, noChoices, channelTagUrlOf, versionOf, withVersion, type TagChoices } from './channelTagUrlOf.ts';
import { testUrl } from './VastTag.tsx';

const url = 'https://ads.example/vast/abcdefgh12345678';

function buildParameter(param: string, overrides: Partial<ChannelTagParameter> = {}): ChannelTagParameter {
  const macro = `[${param.toUpperCase()}]`;
  return { param, macro, isRequired: false, isUsual: true, help: '', group: 'request', aliases: [], ...overrides };
}

function buildTag(overrides: Partial<ChannelTag> = {}): ChannelTag {
  return {
    url,
    fullUrl: '',
    adsUrl: 'https://ads.example',
    rtbUrl: 'https://ads.example/rtb/abcdefgh12345678',
    auctionUrl: 'https://ads.example/openrtb2/auction',
    syncUrl: 'https://ads.example/cookie_sync',
    uid: 'abcdefgh12345678',
    parameters: [
      buildParameter('cb'),
      buildParameter('url', { isRequired: true, aliases: ['page'] }),
      buildParameter('did'),
      buildParameter('lat', { isUsual: false }),
    ],
    ...overrides,
  };
}

const choose = (overrides: Partial<TagChoices>): TagChoices => ({ ...noChoices, ...overrides });
const preset = { id: 'x', label: 'X', environments: [], macros: { cb: '%%CACHEBUSTER%%', did: '${DEVICE}' } };

describe('the tag', () => {
  test('has the usual, the selected and always the required parameters', () => {
    expect(channelTagUrlOf(buildTag(), noChoices)).toBe(`${url}?cb=[CB]&url=[URL]&did=[DID]`);
    const ticks = new Map(['cb', 'url', 'did', 'lat'].map((param) => [param, param === 'lat']));
    expect(channelTagUrlOf(buildTag(), choose({ inclusion: ticks }))).toBe(`${url}?url=[URL]&lat=[LAT]`);
    expect(channelTagUrlOf(buildTag({ parameters: [] }), noChoices)).toBe(url);
  });

  test('uses the macros of the ad server, without parameters that it cannot fill', () => {
    expect(channelTagUrlOf(buildTag(), choose({ preset }))).toBe(`${url}?cb=%%CACHEBUSTER%%&did=\${DEVICE}`);
    expect(missingOf(buildTag(), choose({ preset })).map(({ param }) => param)).toEqual(['url']);
  });

  test('encodes typed values unless they are macros', () => {
    const values = new Map([
      ['url', 'https://site.example/a b?c=1&d'],
      ['did', '%%PATTERN:did%%'],
      ['cb', ' '],
    ]);
    expect(channelTagUrlOf(buildTag(), choose({ preset, values }))).toBe(
      `${url}?url=https%3A%2F%2Fsite.example%2Fa%20b%3Fc%3D1%26d&did=%%PATTERN:did%%`,
    );
    expect(missingOf(buildTag(), choose({ preset, values }))).toEqual([]);
  });

  test('declares the selected VAST version, until none is selected', () => {
    const tag = buildTag({ parameters: [buildParameter('cb'), buildParameter('vast', { isUsual: false })] });
    const selected = withVersion(noChoices, '4.1');
    expect(channelTagUrlOf(tag, selected)).toBe(`${url}?cb=[CB]&vast=4.1`);
    expect(versionOf(selected)).toBe('4.1');
    const none = withVersion(selected, null);
    expect(channelTagUrlOf(tag, none)).toBe(`${url}?cb=[CB]`);
    expect(versionOf(none)).toBeUndefined();
  });
});

describe('a tag in use', () => {
  const found = (query: string, base = url) =>
    checkTag(`${base}${query}`, buildTag()).map(({ level, text }) => [level, text]);

  test('has no findings when it is complete', () => {
    expect(found('?cb=123&url=https%3A%2F%2Fsite.example%2F&did=abc')).toEqual([]);
    expect(found('?page=https://site.example/')).toEqual([]);
  });

  test.each([
    ['?cb=1', [['bad', 'url is missing.']]],
    ['?url=', [['bad', 'url has no value.']]],
    ['?url=__page-url__', [['bad', 'url contains a macro that was not replaced: __page-url__.']]],
    ['?cb=%5BCACHEBUSTING%5D&url=x', [['warn', 'cb contains a macro that was not replaced: [CACHEBUSTING].']]],
    ['?url=x&cb=1&cb=2', [['warn', 'cb appears 2 times. Only the first is used.']]],
    ['?URL=x&section=news', [['warn', 'Unknown parameters, which are ignored: section.']]],
    [
      '?did=&cb=1',
      [
        ['bad', 'url is missing.'],
        ['warn', 'did has no value.'],
      ],
    ],
  ])('reports every fault of “%s”', (query, findings) => {
    expect(found(query)).toEqual(findings);
  });

  test('reports a tag of another channel, one over http, and an invalid URL', () => {
    expect(found('?url=x', 'https://ads.example/vast/other')).toEqual([
      ['bad', 'It calls ads.example/vast/other. The URL of this channel is ads.example/vast/abcdefgh12345678.'],
    ]);
    expect(found('?url=x', url.replace('https', 'http'))).toEqual([
      ['warn', 'It uses HTTP; the URL of this channel uses HTTPS.'],
    ]);
    expect(found('', 'a tag')).toEqual([['bad', 'This is not an HTTP or HTTPS URL.']]);
  });
});

test('a test URL has sample values instead of macros', () => {
  const parsedUrl = new URL(testUrl(buildTag(), noChoices, 7));
  expect(Object.fromEntries(parsedUrl.searchParams)).toEqual({ cb: '7', url: 'https://site.example/article' });
  const typed = testUrl(buildTag(), choose({ values: new Map([['url', 'https://mine.example/']]) }), 7);
  expect(new URL(typed).searchParams.get('url')).toBe('https://mine.example/');
});

test('a tag in the player snippet cannot break out of its attribute', () => {
  expect(playerSnippet('https://ads.example/?a="><script>&b=1')).toContain(
    'data-ad-tag="https://ads.example/?a=&quot;&gt;&lt;script&gt;&amp;b=1"',
  );
});

test.each(['web', 'app', 'ctv'] as const)('the sample bid request of %s parses without faults or notes', (kind) => {
  const sample = sampleBidRequest(kind);
  expect(readBidRequest(sample)).toMatchObject({ ok: true, request: { test: 1 }, notes: [] });
  expect(requestText(sample)).toContain('"protocols": [2, 3, 5, 6, 7, 8],');
  expect(JSON.parse(requestText(sample))).toEqual(sample);
});

test.each(['banner', 'video'] as const)('the Prebid.js page requests a %s from the channel', (kind) => {
  const page = prebidSnippet(buildTag(), kind);
  expect(page).toContain("endpoint: 'https://ads.example/openrtb2/auction',");
  expect(page).toContain("bids: [{ bidder: 'bidhouse', params: { channel: 'abcdefgh12345678' } }],");
  expect(page).toContain(kind === 'banner' ? '\n          banner: { sizes:' : "\n            context: 'instream',");
});
