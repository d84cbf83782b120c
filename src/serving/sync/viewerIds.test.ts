import { describe, expect, test } from 'vitest';
import type { BidRequest } from '#standards/openrtb/types.ts';
import type { RequestSignals } from '../imp/requestSignals.ts';
import type { ViewerPrivacy } from '../imp/viewerPrivacy.ts';
import { viewerIdAdder } from './viewerIds.ts';

const now = Date.UTC(2026, 10, 21);
const expires = Math.floor(now / 1000 + 60).toString(36);
const bidder = { uid: 'tag0000000000001', gvlId: 1 };
const otherBidder = { uid: 'tag0000000000002', gvlId: 2 };
const cookie = `uids=${bidder.uid}:${expires}:abc; bhid=0123456789abcdef`;
const request: BidRequest = { id: 'r', imp: [], user: { id: 'page’s own', consent: 'CQ' } };

function requestFor(tag: typeof bidder, signals: Partial<RequestSignals>, privacy: Partial<ViewerPrivacy> = {}) {
  const all: ViewerPrivacy = {
    mayRequestAds: () => true,
    signalsFor: () => given,
    consent: () => 'personal',
    mayIdentifyDevice: () => true,
    mayStoreIds: () => true,
    maySync: () => true,
    storableSignals: () => given,
    scrubForStorage: (request) => request,
    scrub: (request) => request,
    ...privacy,
  };
  const given: RequestSignals = { query: new Map(), headers: {}, peer: '', ...signals };
  return viewerIdAdder(given, all, now)(request, tag);
}

describe('a bidder receives', () => {
  test('our ID of the viewer, in place of any other, and its own', () => {
    expect(requestFor(bidder, { headers: { cookie } }).user).toEqual({
      id: '0123456789abcdef',
      buyeruid: 'abc',
      consent: 'CQ',
    });
    expect(requestFor(otherBidder, { headers: { cookie } }).user).toEqual({ id: '0123456789abcdef', consent: 'CQ' });
    expect(request.user).toEqual({ id: 'page’s own', consent: 'CQ' });
  });

  test('its own alone where we have none', () => {
    const headers = { cookie: cookie.replace(/; bhid.*/, '') };
    expect(requestFor(bidder, { headers }).user).toEqual({ id: 'page’s own', buyeruid: 'abc', consent: 'CQ' });
  });

  test('nothing more without cookies, or from a server that sends requests for viewers', () => {
    expect(requestFor(bidder, {})).toBe(request);
    expect(requestFor(bidder, { headers: { cookie: 'other=1' } })).toBe(request);
    expect(requestFor(bidder, { headers: { cookie }, isRelayed: true })).toBe(request);
  });

  test('only what the viewer’s choices allow', () => {
    expect(requestFor(bidder, { headers: { cookie } }, { mayStoreIds: () => false })).toBe(request);
    const privacy = { maySync: (gvlId: number | null) => gvlId !== bidder.gvlId };
    expect(requestFor(bidder, { headers: { cookie } }, privacy).user).toEqual({
      id: '0123456789abcdef',
      consent: 'CQ',
    });
  });
});
