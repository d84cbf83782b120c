import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ImpRequest } from '#engine/auction/impRequest.ts';
import { planOf } from '#engine/snapshot/snapshot.ts';
import { buildSetting } from '#tests/support/engine/buildSetting.ts';
import { scenarioSnapshot } from '#tests/support/engine/scenarioSnapshot.ts';
import type { TagRow } from '#model/index.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bidCalls, type BidCall } from './bidCalls.ts';
import type { CallContext } from './auctionDeps.ts';

const viewer = { 'x-device-ip': '203.0.113.9' };
const withheld = { 'x-device-ip': '203.0.113.0' };

/** Partners without a GVL ID receive only the truncated address. */
const context: CallContext = {
  macrosFor: () => ({}),
  headersFor: ({ gvlId }) => (gvlId === null ? withheld : viewer),
  prepareForBidder: (request, { gvlId }) => (gvlId === null ? { ...request, user: undefined } : request),
  ownBids: () => null,
};

/** The calls to these tags, in their order. */
function callsOf(tags: (Partial<TagRow> & { id: number })[]): BidCall[] {
  const waterfall = tags.map((tag) => ({ tag: { integration: 'RTB' as const, gvlId: 7, ...tag } }));
  const plan = planOf(scenarioSnapshot({ title: '', waterfall, expect: {} }), 1);
  if (!plan) throw new Error('no plan');
  const setting = buildSetting(plan, { request: { id: 'r1', user: { id: 'u1' } } });
  const callOf = bidCalls({ prebidServerUrl: null, now: () => 1000 }, [setting], context);
  const candidates = plan.tiers.flatMap((tier) => tier.candidates);
  return tags.map(({ id }, callId) => {
    const candidate = candidates.find(({ tag }) => tag.id === id);
    if (!candidate) throw new Error(`no tag ${id}`);
    const callFor: ImpRequest = { callId, slot: 0, candidate, deadline: 1000 + candidate.tag.timeoutMs };
    return callOf([callFor]);
  });
}

function requestIn({ posted }: BidCall): BidRequest {
  const isGzipped = posted.headers.includes('gzip');
  return JSON.parse((isGzipped ? gunzipSync(posted.body) : posted.body).toString()) as BidRequest;
}

describe('bid requests of one request', () => {
  test('are the same bytes for bidders that receive the same data', () => {
    const [first, second] = callsOf([
      { id: 1, endpoint: 'https://one.example/bid' },
      { id: 2, endpoint: 'https://two.example/bid' },
    ]);
    expect([first?.url, second?.url]).toEqual(['https://one.example/bid', 'https://two.example/bid']);
    expect(second?.posted.body).toBe(first?.posted.body);
    expect(second?.posted.headers).toBe(first?.posted.headers);
  });

  test('differ where one bidder may not receive something', () => {
    const [first, second] = callsOf([{ id: 1 }, { id: 2, gvlId: null }]);
    expect(first && requestIn(first)).toHaveProperty('user.id', 'u1');
    expect(second && requestIn(second)).not.toHaveProperty('user');
    expect(first?.posted.headers).toContain('203.0.113.9');
    expect(second?.posted.headers).not.toContain('203.0.113.9');
  });

  test('are compressed for bidders that want it, and declare their version', () => {
    const [plain, gzipped, older] = callsOf([{ id: 1 }, { id: 2, isGzipped: true }, { id: 3, rtbVersion: '2.5' }]);
    expect(plain?.posted.headers).not.toContain('content-encoding');
    expect(gzipped?.posted.headers).toEqual(expect.arrayContaining(['content-encoding', 'gzip']));
    expect(gzipped && requestIn(gzipped)).toEqual(plain && requestIn(plain));
    expect(plain?.posted.headers).toEqual(expect.arrayContaining(['x-openrtb-version', '2.6']));
    expect(older?.posted.headers).toEqual(expect.arrayContaining(['x-openrtb-version', '2.5']));
  });
});
