import { expect, test } from 'vitest';
import { type Responses, responseStatesOf, playerErrorStatesOf } from './responseStates.ts';

const responses = (
  overrides: Partial<Omit<Responses, 'reasons'>>,
  reasons: Record<string, bigint> = {},
): Responses => ({
  reqs: 0n,
  opps: 0n,
  timeouts: 0n,
  errors: 0n,
  imps: 0n,
  ...overrides,
  reasons: new Map(Object.entries(reasons)),
});
const statesOf = (...given: Parameters<typeof responses>) =>
  responseStatesOf(responses(...given), 'url').map(({ code, text }) => [code, text]);

test('[ALERT-01] a partner whose responses cannot be used is unhealthy, and its main reason is in words', () => {
  expect(statesOf({ reqs: 230n }, { invalid_xml: 229n, timeout: 1n })).toEqual([
    ['unhealthy', '230 of 230 calls in the last hour could not be used. Main reason: Invalid VAST (229).'],
  ]);
});

test('calls without an ad do not hide that every ad is broken', () => {
  expect(statesOf({ reqs: 1000n }, { empty: 970n, no_media: 30n })).toEqual([
    [
      'unhealthy',
      '30 of 30 responses with an ad in the last hour could not be used. Main reason: No playable media file (30).',
    ],
  ]);
});

test.each([
  ['it has no ads', { reqs: 1000n }, { empty: 1000n }],
  ['some of its ads are usable', { reqs: 100n, opps: 10n }, { invalid_xml: 90n }],
  ['it was hardly called', { reqs: 19n }, { invalid_xml: 19n }],
  ['its bids lose, or are unwanted by one request', { reqs: 400n, opps: 200n }, { outbid: 200n, below_floor: 200n }],
])('a partner is not unhealthy because %s', (_, sums, reasons) => {
  expect(statesOf(sums, reasons)).toEqual([]);
});

test('a partner that times out beyond a share is an alert of its own until most calls fail', () => {
  const codesAt = (timeouts: bigint, reqs = 100n) => statesOf({ reqs, timeouts, opps: 1n }).map(([code]) => code);
  expect([codesAt(20n), codesAt(21n), codesAt(51n), codesAt(30n, 99n)]).toEqual([[], ['timeouts'], ['unhealthy'], []]);
});

test.each([
  [90n, 11n, ['player_errors']],
  [90n, 10n, []],
  [10n, 50n, []],
])('a tag with %o impressions and %o player errors', (imps, errors, codes) => {
  expect(playerErrorStatesOf(responses({ imps, errors })).map(({ code }) => code)).toEqual(codes);
});
