import { describe, expect, test } from 'vitest';
import { queryFromRequest } from '../openrtb/request/queryFromBidRequest.ts';
import { readBidRequest } from '../openrtb/request/readBidRequest.ts';
import { readQuery } from '../readQuery.ts';
import { signalsFromQuery, type PrivacyHeaders, type PrivacySignals } from './privacySignals.ts';

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

const request = { id: 'r', imp: [{ id: '1', banner: { w: 300, h: 250 } }], site: { id: 's' } };

describe('signalsFromQuery', () => {
  test('finds nothing in a tag without privacy parameters', () => {
    expect(signalsFromQuery(readQuery('/vast/1?w=640'), {})).toEqual(silent);
  });

  test('reads every parameter, strings as received', () => {
    const url =
      '/vast/1?gdpr=1&gdpr_consent=CPx.IDA&us_privacy=1yNn&gpp=DBABLA~BVQ.QA&gpp_sid=7,8&coppa=1&lmt=1&consent=';
    expect(signalsFromQuery(readQuery(url), { 'sec-gpc': '1' })).toEqual({
      gdpr: true,
      consent: 'CPx.IDA',
      usPrivacy: '1yNn',
      gpp: 'DBABLA~BVQ.QA',
      gppSid: [7, 8],
      hasGpc: true,
      isCoppa: true,
      isTrackingLimited: true,
    });
  });

  test.each<[string, Partial<PrivacySignals>]>([
    ['gdpr=0', { gdpr: false }],
    ['gdpr=true', { gdpr: true }],
    ['gdpr=FALSE', { gdpr: false }],
    ['gdpr=2', { gdpr: null }],
    ['gdpr=[GDPR]', { gdpr: null }],
    ['consent=A&gdpr_consent=B', { consent: 'A' }],
    ['consent=${GDPR_CONSENT_10}', { consent: '' }],
    ['gpp_sid=7_8', { gppSid: [7, 8] }],
    ['gpp_sid=[GPPSECTIONID]', { gppSid: [] }],
    ['gpp_sid=-1', { gppSid: [] }],
    ['gpp_sid=7,-1,x,1e3', { gppSid: [7] }],
    ['dnt=1', { isTrackingLimited: true }],
    ['lmt=true', { isTrackingLimited: true }],
    ['lmt=0&dnt=0', { isTrackingLimited: false }],
    ['coppa=0', { isCoppa: false }],
  ])('reads %s', (text, expected) => {
    expect(signalsFromQuery(readQuery(`/?${text}`), {})).toEqual({ ...silent, ...expected });
  });

  test('reads Sec-GPC and DNT headers with value 1, and GPC as a parameter too', () => {
    expect(signalsFromQuery(readQuery('/'), { dnt: '1' })).toEqual({ ...silent, isTrackingLimited: true });
    expect(signalsFromQuery(readQuery('/'), { 'sec-gpc': '0', dnt: '0' })).toEqual(silent);
    expect(signalsFromQuery(readQuery('/'), { 'sec-gpc': '1' })).toEqual({ ...silent, hasGpc: true });
    expect(signalsFromQuery(readQuery('/?gpc=1'), {})).toEqual({ ...silent, hasGpc: true });
  });
});

describe('signals of a bid request, by parameter name', () => {
  function signalsOf(parts: object, headers: PrivacyHeaders = {}): PrivacySignals {
    const result = readBidRequest({ ...request, ...parts });
    if (!result.ok) throw new Error(JSON.stringify(result.faults));
    return signalsFromQuery(queryFromRequest(result.request), headers);
  }

  test('finds nothing in a request without privacy fields', () => {
    expect(signalsOf({})).toEqual(silent);
    expect(signalsOf({ regs: {}, user: {}, device: {} })).toEqual(silent);
  });

  const expectedSignals: PrivacySignals = {
    gdpr: true,
    consent: 'CPx',
    usPrivacy: '1YNN',
    gpp: 'DBABLA~BVQ',
    gppSid: [7],
    hasGpc: true,
    isCoppa: true,
    isTrackingLimited: true,
  };

  test('reads the places of 2.6', () => {
    const full = {
      regs: { gdpr: 1, us_privacy: '1YNN', gpp: 'DBABLA~BVQ', gpp_sid: [7], coppa: 1, ext: { gpc: '1' } },
      user: { consent: 'CPx' },
      device: { lmt: 1 },
    };
    expect(signalsOf(full)).toEqual(expectedSignals);
  });

  test('reads the places of 2.5', () => {
    const full = {
      regs: { coppa: 1, ext: { gdpr: 1, us_privacy: '1YNN', gpp: 'DBABLA~BVQ', gpp_sid: [7], gpc: 1 } },
      user: { ext: { consent: 'CPx' } },
      device: { dnt: 1 },
    };
    expect(signalsOf(full)).toEqual(expectedSignals);
  });

  test('prefers the places of 2.6, and distinguishes no from unknown', () => {
    const both = {
      regs: { gdpr: 0, ext: { gdpr: 1 } },
      user: { consent: 'new', ext: { consent: 'old' } },
    };
    expect(signalsOf(both)).toEqual({ ...silent, gdpr: false, consent: 'new' });
  });

  test('have the types of the standard, or the request is rejected', () => {
    const malformed = {
      ...request,
      regs: { ext: { gdpr: {}, us_privacy: 5, gpp: null, gpp_sid: { a: 1 }, gpc: [] } },
      user: { ext: { consent: ['x'] } },
    };
    const result = readBidRequest(malformed);
    expect(result.ok ? [] : result.faults.map(({ path }) => path)).toEqual([
      'user.ext.consent',
      'regs.ext.gdpr',
      'regs.ext.us_privacy',
      'regs.ext.gpp_sid',
    ]);
  });

  test('reads Global Privacy Control from the header too', () => {
    expect(signalsOf({}, { 'sec-gpc': '1' }).hasGpc).toBe(true);
  });
});
