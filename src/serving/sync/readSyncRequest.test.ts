import { describe, expect, test } from 'vitest';
import { readSyncRequest, type SyncRequest } from './readSyncRequest.ts';

function read(body: object): SyncRequest {
  const result = readSyncRequest({ account: 'a', ...body });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.request;
}

function faultsOf(body: unknown): string[] {
  const result = readSyncRequest(body);
  return result.ok ? [] : result.faults.map(({ path, code }) => `${path} ${code}`);
}

describe('the body of a cookie sync', () => {
  test('is read as Prebid.js sends it', () => {
    const request = read({
      uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
      bidders: ['bidhouse', 'other'],
      account: 'channel000000001',
      filterSettings: {},
      limit: 3,
      gdpr: 1,
      gdpr_consent: 'CQ.YA',
      us_privacy: '1YNN',
      gpp_sid: '2,7',
      gpp: 'DBAA',
      coopSync: false,
    });
    expect(request).toMatchObject({
      account: 'channel000000001',
      bidders: ['bidhouse', 'other'],
      isCoopSync: false,
      limit: 3,
    });
    expect(Object.fromEntries(request.signals)).toEqual({
      gdpr: '1',
      gdpr_consent: 'CQ.YA',
      us_privacy: '1YNN',
      gpp: 'DBAA',
      gpp_sid: '2,7',
    });
  });

  test('has defaults: all bidders, at most five, with either sync type', () => {
    const request = read({ gpp_sid: '', gdpr_consent: null, bidders: null });
    expect(request).toMatchObject({ bidders: [], isCoopSync: true, limit: 5 });
    expect(request.signals.size).toBe(0);
    expect(request.allows('redirect', ['x'])).toBe(true);
    expect(request.allows('iframe', ['x'])).toBe(true);
  });

  test.each([
    [0, 5],
    [-1, 5],
    [1, 1],
    [5, 5],
    [50, 5],
  ])('with a limit of %d allows at most %d', (limit, most) => {
    expect(read({ limit }).limit).toBe(most);
  });

  test.each([
    ['2,7', '2,7'],
    ['7_8', '7_8'],
    ['-1', '-1'],
    [[2, 7], '2,7'],
  ])('accepts the applicable GPP sections as %j', (gppSid, expected) => {
    expect(read({ gpp_sid: gppSid }).signals.get('gpp_sid')).toBe(expected);
  });

  test.each([
    [{ bidders: '*', filter: 'include' }, true],
    [{ bidders: '*', filter: 'exclude' }, false],
    [{ bidders: ['BidHouse'], filter: 'include' }, true],
    [{ bidders: ['other'], filter: 'include' }, false],
    [{ bidders: ['other'] }, false],
    [{ bidders: ['tag0000000000001'], filter: 'exclude' }, false],
    [{ bidders: ['other'], filter: 'exclude' }, true],
  ])('with the filter %j allows a bidder: %j', (filter, passes) => {
    const request = read({ filterSettings: { image: filter } });
    expect(request.allows('redirect', ['bidhouse', 'tag0000000000001'])).toBe(passes);
    expect(request.allows('iframe', ['bidhouse', 'tag0000000000001'])).toBe(true);
  });

  test('that is invalid has every problem reported', () => {
    expect(
      faultsOf({
        account: '',
        bidders: 'bidhouse',
        limit: '3',
        coopSync: 'yes',
        filterSettings: { image: { bidders: 'all', filter: 'only' }, iframe: { filter: 'include' } },
        gdpr: 2,
        gdpr_consent: 'Ω',
        us_privacy: 1,
        gpp: 'x'.repeat(16_385),
        gpp_sid: 'two',
      }),
    ).toEqual([
      'account required',
      'bidders invalid_type',
      'limit invalid_type',
      'coopSync invalid_type',
      'filterSettings.iframe.bidders required',
      'filterSettings.image.bidders invalid',
      'filterSettings.image.filter unknown_value',
      'gdpr unknown_value',
      'gdpr_consent invalid',
      'us_privacy invalid_type',
      'gpp too_big',
      'gpp_sid invalid',
    ]);
    expect(faultsOf({})).toEqual(['account required']);
    expect(faultsOf({ account: 'a', bidders: [1, null] })).toEqual([
      'bidders.0 invalid_type',
      'bidders.1 invalid_type',
    ]);
    for (const body of [null, [], 'text', 1]) expect(faultsOf(body)).toEqual([' invalid_type']);
  });
});
