import { expect, test } from 'vitest';
import type { PrivacySignals } from '#standards/privacy/privacySignals.ts';
import { adsBaseUrl } from './adsBaseUrl.ts';
import { syncUrlOf } from './syncUrl.ts';

const silent: PrivacySignals = {
  gdpr: null,
  consent: '',
  usPrivacy: '',
  gpp: '',
  gppSid: [],
  hasGpc: false,
  isCoppa: false,
  isTrackingLimited: false,
};
const knownSignals: PrivacySignals = {
  ...silent,
  gdpr: true,
  consent: 'CQ.YA/+',
  usPrivacy: '1YNN',
  gpp: 'DBAA~x&y',
  gppSid: [2, 7],
};

const urlOf = (syncUrl: string, signals: PrivacySignals, type: 'redirect' | 'iframe' = 'redirect') =>
  syncUrlOf({ uid: 'tag0000000000001', syncUrl }, { base: 'https://ads.example', type, signals });

test('a sync URL has our encoded redirect URL with all known privacy signals', () => {
  const url = new URL(urlOf('https://b.example/sync?to={redirect}$UID&x=1', knownSignals));
  const redirect = new URL(url.searchParams.get('to') ?? '');
  expect(redirect.origin + redirect.pathname).toBe('https://ads.example/setuid');
  expect([...redirect.searchParams]).toEqual([
    ['bidder', 'tag0000000000001'],
    ['gdpr', '1'],
    ['gdpr_consent', 'CQ.YA/+'],
    ['us_privacy', '1YNN'],
    ['gpp', 'DBAA~x&y'],
    ['gpp_sid', '2,7'],
    ['f', 'i'],
    ['uid', '$UID'],
  ]);
  expect(url.searchParams.get('x')).toBe('1');
});

test('in a frame the redirect leads to a page, and unknown signals are omitted', () => {
  expect(urlOf('https://b.example/?{redirect}', silent, 'iframe')).toBe(
    `https://b.example/?${encodeURIComponent('https://ads.example/setuid?bidder=tag0000000000001&f=b&uid=')}`,
  );
});

test('privacy strings are passed on unchanged, in our macros and those of OpenRTB and VAST; other macros stay', () => {
  const template =
    'https://b.example/?a={gdpr}&b={gdpr_consent}&c={us_privacy}&d={gpp}&e={gpp_sid}&f=${GDPR_CONSENT_32}&g=[GPPSTRING]&h=${UID}&i={redirectx}';
  const read = (signals: PrivacySignals) => Object.fromEntries(new URL(urlOf(template, signals)).searchParams);
  expect(read(knownSignals)).toEqual({
    a: '1',
    b: 'CQ.YA/+',
    c: '1YNN',
    d: 'DBAA~x&y',
    e: '2,7',
    f: 'CQ.YA/+',
    g: 'DBAA~x&y',
    h: '${UID}',
    i: '{redirectx}',
  });
  expect(read(silent)).toEqual({ a: '', b: '', c: '', d: '', e: '', f: '', g: '-1', h: '${UID}', i: '{redirectx}' });
});

test('the GDPR applies as declared, or as the GPP sections indicate', () => {
  expect(urlOf('https://b.example/?{gdpr}', { ...silent, gdpr: false, gppSid: [2] })).toBe('https://b.example/?0');
  expect(urlOf('https://b.example/?{gdpr}', { ...silent, gppSid: [2] })).toBe('https://b.example/?1');
});

test('macros within privacy strings are not filled', () => {
  const url = urlOf('https://b.example/?{gpp}&{redirect}', { ...silent, gpp: '{redirect}{gdpr_consent}[GDPRCONSENT]' });
  expect(url.split('?')[1]?.split('&')[0]).toBe(encodeURIComponent('{redirect}{gdpr_consent}[GDPRCONSENT]'));
});

test('browsers that requested the account’s own domain are redirected there, others to ad serving', () => {
  expect(adsBaseUrl('https://ads.example', 'ads.publisher.example', 'ADS.publisher.example')).toBe(
    'https://ads.publisher.example',
  );
  expect(adsBaseUrl('https://ads.example', 'ads.publisher.example', 'elsewhere.example')).toBe('https://ads.example');
  expect(adsBaseUrl('https://ads.example', '', '')).toBe('https://ads.example');
  expect(adsBaseUrl('https://ads.example', undefined, undefined)).toBe('https://ads.example');
});
