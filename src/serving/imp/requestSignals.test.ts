import { describe, expect, test } from 'vitest';
import { fillVastMacros } from '#standards/macros.ts';
import { readQuery } from '#standards/readQuery.ts';
import {
  appOf,
  declaredSiteOf,
  detectedSiteOf,
  macroValues,
  publisherOf,
  siteOf,
  viewerHeaders,
  type RequestSignals,
} from './requestSignals.ts';

function buildSignals(query: string, headers: RequestSignals['headers'] = {}): RequestSignals {
  return { query: readQuery(`/vast/a?${query}`), headers, peer: '9.9.9.9' };
}

describe('the site', () => {
  test.each([
    ['url=https://www.News.example:8443/a?b#c', 'news.example'],
    ['page=//news.example/x', 'news.example'],
    ['page_url=news.example/x', 'news.example'],
    ['url=https://user@news.example/', 'news.example'],
    ['domain=news.example', 'news.example'],
    ['ref=https://from.example/', 'from.example'],
    [`url=https://${'a'.repeat(80)}.example/`, 'a'.repeat(64)],
    ['url=javascript:alert(1)', ''],
    ['url=not%20a%20page', ''],
    ['url=https://%F0%9F%92%A9/', ''],
    ['', ''],
  ])('of %j is %j', (query, site) => {
    expect(siteOf(buildSignals(query))).toBe(site);
  });

  test('is that of the Referer when no parameter declares it', () => {
    expect(siteOf(buildSignals('', { referer: 'https://page.example/' }))).toBe('page.example');
    expect(siteOf(buildSignals('url=https://a.example', { referer: 'https://page.example/' }))).toBe('a.example');
  });
});

test('the site that the tag declares and the one that the browser sends are separate', () => {
  const signals = buildSignals('domain=www.declared.example', { referer: 'https://seen.example/a' });
  expect([declaredSiteOf(signals), detectedSiteOf(signals)]).toEqual(['declared.example', 'seen.example']);
  expect([declaredSiteOf(buildSignals('')), detectedSiteOf(buildSignals(''))]).toEqual(['', '']);
});

test('the publisher is its declared ID, else its sub ID, in at most 64 printable characters', () => {
  expect(publisherOf(buildSignals('sub_id=s-1&pubid=Pub-7'))).toBe('Pub-7');
  expect(publisherOf(buildSignals('sub_id=s-1&pubid=[PUBID]'))).toBe('s-1');
  expect(publisherOf(buildSignals(`pubid=%0a${'p'.repeat(80)}`))).toBe('p'.repeat(64));
  expect(publisherOf(buildSignals(''))).toBe('');
});

test('the app is its bundle, in at most 64 printable characters', () => {
  expect(appOf(buildSignals('app_bundle=com.example.game'))).toBe('com.example.game');
  expect(appOf(buildSignals(`bundle=%0a${'b'.repeat(80)}`))).toBe('b'.repeat(64));
});

test('headers identify the viewer, each in one line of ASCII', () => {
  expect(viewerHeaders(buildSignals('ip=::1&ua=A%0d%0aB%C3%A9', { 'accept-language': 'de' }))).toEqual({
    'x-device-ip': '::1',
    'x-forwarded-for': '::1',
    'x-device-user-agent': 'AB',
    'x-device-accept-language': 'de',
  });
  expect(viewerHeaders(buildSignals('ip=evil'))['x-device-ip']).toBe('9.9.9.9');
});

test.each([
  ['', { 'sec-gpc': '1' }, '1'],
  ['gpc=1', {}, '1'],
  ['gpc=true', {}, '1'],
  ['gpc=0', { 'sec-gpc': '1' }, '1'],
  ['gpc=0', {}, undefined],
  ['', { 'sec-gpc': '0' }, undefined],
  ['', {}, undefined],
])(
  'Global Privacy Control, 3.2: calls have Sec-GPC where the viewer has it (%s, %j): %s',
  (query, headers, expected) => {
    expect(viewerHeaders(buildSignals(query, headers))['sec-gpc']).toBe(expected);
  },
);

describe('macros', () => {
  const moment = { now: 0, random: 0.5, serveId: 'serve', serverSide: '1' } as const;
  const fill = (template: string, query: string) => fillVastMacros(template, macroValues(buildSignals(query), moment));

  test.each([
    ['[TIMESTAMP]', '', '1970-01-01T00%3A00%3A00.000Z'],
    ['[CACHEBUSTING]', '', '50000000'],
    ['[PLAYERSIZE]', 'w=640&h=360', '640,360'],
    ['[PLAYERSIZE]', 'w=640', '-1'],
    ['[IFA][IFATYPE]', 'did=x&did_type=aaid', 'xaaid'],
    ['[IFA]', 'did=x&lmt=1', '-2'],
    ['[IFA]', 'ifa=x&coppa=1', '-2'],
    ['[BREAKPOSITION]', 'startdelay=0', '1'],
    ['[BREAKPOSITION]', 'startdelay=30', '2'],
    ['[BREAKPOSITION]', 'startdelay=-2', '3'],
    ['[REGULATIONS]', 'gdpr=1&coppa=1', 'gdpr,coppa'],
    ['[GDPRCONSENT]${GDPR_CONSENT_12}', 'gdpr_consent=CQ', 'CQCQ'],
    ['${GDPR}${US_PRIVACY}', 'gdpr=1&us_privacy=1YNN', '11YNN'],
    ['[GPPSECTIONID]', 'gpp_sid=7,8', '7,8'],
    ['[SERVERSIDE]', '', '1'],
    ['[APPBUNDLE]', 'app_bundle=[APP]', '-1'],
  ])('%s with %j becomes %s', (template, query, filled) => {
    expect(fill(template, query)).toBe(filled);
  });
});
