import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ratesOf } from '#engine/snapshot/rates.ts';
import { recordedOutcomes } from '#serving/imp/recordedOutcomes.ts';
import { replayTrace } from '#tests/support/engine/replayTrace.ts';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { applyMessage, planOf } from '#engine/snapshot/snapshot.ts';
import { readTraits } from '#engine/targeting/readTraits.ts';
import { decodeRecord, encodeRecord } from '#events/record/recordCodec.ts';
import type { TraceRecord } from '#events/record/records.ts';
import { createStoredMarkup } from '#serving/vast/storedMarkup.ts';
import { bids, buildBidder, buildBidRequest, buildVideo, oneBid } from './bidders.ts';
import { answers, startTagServer, type TagServer } from './tagServer.ts';
import { startTestServing, type TestServing } from './testServing.ts';

let partner: TagServer;
let serving: TestServing;

beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing({ env: { TRACE_SHARE: '1' } });
  partner.on('/inline', answers(buildVast({ kind: 'inline' })));
  partner.on('/wrap', answers(buildVast({ kind: 'wrapper', to: `${partner.url}/inline` })));
  partner.on('/broken', answers('<VAST'));
  partner.on('/hang', () => undefined);
  partner.on('/500', (_request, response) => response.writeHead(500).end());
  partner.on('/huge', answers(`${buildVast({ kind: 'inline' })}<!--${'x'.repeat(10_000)}-->`));
});
afterAll(async () => {
  await serving.close();
  await partner.close();
});
beforeEach(() => {
  serving.serves.length = 0;
  serving.traces.length = 0;
});

/** The decision of a trace, replayed after it has been through the spool. */
function replayed(trace: TraceRecord) {
  const decoded = decodeRecord(encodeRecord(trace));
  const plan = planOf(serving.snapshot, trace.origin.channelId);
  if (decoded.type !== 'trace' || !plan) throw new Error('not a trace of a channel');
  const { params, headers, address } = decoded.body.request;
  const markup = createStoredMarkup();
  return replayTrace(decoded.body, {
    plan,
    readStored: markup.read,
    creativeOf: markup.creativeOf,
    rates: ratesOf(serving.snapshot),
    traits: readTraits(
      { query: new Map(Object.entries(params)), headers, peer: address, locate: () => null },
      { environment: plan.environment, zoneHours: plan.zoneHours, now: trace.at },
    ),
  });
}

function onlyTrace(): TraceRecord {
  const [trace] = serving.traces;
  if (!trace || serving.traces.length !== 1) throw new Error(`${serving.traces.length} traces`);
  return trace;
}

describe('a trace', () => {
  test('contains the request, every call, and the outcome of each candidate', async () => {
    serving.useTags([
      buildTag({ id: 1, url: `${partner.url}/wrap?w=[PLAYERSIZE]`, rate: '5' }),
      buildTag({ id: 2, url: `${partner.url}/500`, rate: '6' }),
      buildTag({ id: 3, status: 0, rate: '1' }),
    ]);
    const { record } = await serving.requestAd('w=640&h=360&ip=203.0.113.77', {
      headers: { 'user-agent': 'Player/1' },
    });
    const trace = onlyTrace();
    expect(trace).toMatchObject({
      serveId: record.serveId,
      integration: 'vast',
      sampleWeight: 1,
      isWatched: false,
      reason: null,
      body: {
        request: { params: { w: '640', ip: '203.0.113.0' }, headers: { 'user-agent': 'Player/1' } },
        winners: [{ tagId: 1, cpm: 5_000_000_000 }],
      },
    });
    const { auction, candidates } = trace.body;
    expect([...candidates].sort((a, b) => a.tagId - b.tagId)).toMatchObject([
      { tagId: 1, reason: null, rate: 5_000_000_000, floor: 0 },
      { tagId: 2, reason: 'http_error', rate: 6_000_000_000, floor: 0 },
      { tagId: 3, reason: 'inactive', rate: 1_000_000_000, floor: 0 },
    ]);
    const calls = [...(auction?.calls ?? [])].sort(
      (a, b) => a.hop - b.hop || Number(a.tagIds[0]) - Number(b.tagIds[0]),
    );
    expect(calls).toMatchObject([
      { tagIds: [1], hop: 0, outcome: 'answered' },
      { tagIds: [2], hop: 0, outcome: 'http_error' },
      { tagIds: [1], hop: 1, outcome: 'answered' },
    ]);
    const first = auction?.calls.find(({ tagIds, hop }) => tagIds[0] === 1 && hop === 0);
    expect(first?.url).toBe(`${partner.url}/wrap?w=640,360`);
    expect(first?.text).toContain('<Wrapper');
    expect(first?.isCut).toBe(false);
  });

  test('VAST 4.3, 3.19.2: [BLOCKEDADCATEGORIES] has those of the wrappers before a call, which it shows', async () => {
    partner.seen.length = 0;
    const next = (path: string) => `${partner.url}${path}?b=[BLOCKEDADCATEGORIES]`;
    partner.on('/first', answers(buildVast({ kind: 'wrapper', to: next('/second') })));
    partner.on('/second', answers(buildVast({ kind: 'wrapper', to: next('/third'), blocked: 'IAB26, IAB7' })));
    partner.on('/third', answers(buildVast({ kind: 'wrapper', to: next('/inline'), blocked: 'IAB3' })));
    serving.useTags([buildTag({ url: next('/first') })]);
    await serving.requestAd('bcat=IAB7,IAB25');
    const urls = [
      '/first?b=IAB7,IAB25',
      '/second?b=IAB7,IAB25',
      '/third?b=IAB7,IAB25,IAB26',
      '/inline?b=IAB7,IAB25,IAB26,IAB3',
    ];
    expect(partner.seen.map(({ url }) => url)).toEqual(urls);
    const shown = serving.traces[0]?.body.auction?.calls.map(({ url }) => url.slice(partner.url.length));
    expect(shown).toEqual(urls);
  });

  test('never stores the last part of an address, and ids only if the viewer allows us to know them', async () => {
    serving.useTags([buildTag({ url: `${partner.url}/inline?ip=[DEVICEIP]&id=[IFA]` })]);
    await serving.requestAd('ip=198.51.100.23&did=6d92078a-8246-4ba4-ae5b-76104861e7dc');
    await serving.requestAd('ip=198.51.100.23&did=6d92078a-8246-4ba4-ae5b-76104861e7dc&lmt=1');
    const [open, limited] = serving.traces.map((trace) => JSON.stringify(trace));
    for (const text of [open, limited]) expect(text).not.toContain('198.51.100.23');
    expect(open).toContain('6d92078a-8246-4ba4-ae5b-76104861e7dc');
    expect(limited).not.toContain('6d92078a-8246-4ba4-ae5b-76104861e7dc');
  });

  test('contains the rate of a tag and the floor that excludes it', async () => {
    serving.useTags([buildTag({ rate: '1.50' })], { floor: '5' });
    await serving.requestAd();
    const [candidate] = onlyTrace().body.candidates;
    expect(candidate).toMatchObject({ reason: 'floor', rate: 1_500_000_000, floor: 5_000_000_000 });
  });

  test('of a refused request has its reason and no auction', async () => {
    serving.useTags([buildTag()], { status: 0 });
    await serving.requestAd();
    expect(onlyTrace()).toMatchObject({ reason: 'channel_inactive', body: { auction: null, candidates: [] } });
  });

  test('is only stored for the sample and for watched objects', async () => {
    const untraced = await startTestServing();
    try {
      untraced.useTags([buildTag({ url: `${partner.url}/inline` })]);
      await untraced.requestAd();
      expect(untraced.traces).toEqual([]);
      const row = { id: 1, demandId: 1, kind: 'channel', object: '1', until: Date.now() + 60_000 } as const;
      applyMessage(untraced.snapshot, { type: 'row', entity: 'watch', id: 1, row });
      await untraced.requestAd();
      expect(untraced.traces).toMatchObject([{ isWatched: true, sampleWeight: 0 }]);
    } finally {
      await untraced.close();
    }
  });
});

describe('the engine, given a trace, makes the same decision again', () => {
  const tags = {
    inline: (id: number, rate: string) => buildTag({ id, url: `${partner.url}/inline`, rate }),
    at: (id: number, path: string, rate = '9') => buildTag({ id, url: `${partner.url}${path}`, rate, timeoutMs: 120 }),
  };
  test.each<[string, () => Parameters<TestServing['useTags']>]>([
    ['a chain', () => [[tags.at(1, '/wrap')]]],
    ['a tie', () => [[tags.inline(1, '2'), tags.inline(2, '2'), tags.inline(3, '2')]]],
    ['broken answers before a good one', () => [[tags.at(1, '/broken'), tags.at(2, '/500'), tags.inline(3, '1')]]],
    ['a tag that hangs', () => [[tags.at(1, '/hang'), tags.inline(2, '1')]]],
    ['nothing but failures', () => [[tags.at(1, '/broken'), tags.at(2, '/hang')]]],
    ['stored VAST', () => [[buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }) })]]],
    ['no candidate', () => [[buildTag({ rate: '1' })], { floor: '5' }]],
  ])('with %s', async (_name, network) => {
    serving.useTags(...network());
    const { record } = await serving.requestAd('w=640&h=360');
    const trace = onlyTrace();
    const decision = replayed(trace);
    expect(decision?.outcomes).toEqual(record.candidates);
    if (decision?.kind === 'filled') {
      expect([{ tagId: decision.winner.tag.id, cpm: decision.cpm }]).toEqual(trace.body.winners);
    } else {
      expect(decision?.reason).toBe(record.reason);
    }
  });

  test('bids for two imps of one request', async () => {
    partner.on(
      '/bid',
      bids((request) => ({
        id: request.id,
        cur: 'USD',
        seatbid: [
          {
            bid: request.imp.flatMap(({ id }, index) => [
              { id: `bid-${id}`, impid: id, price: index + 1, crid: `c${id}`, adm: buildVast({ kind: 'inline' }) },
              { id: `low-${id}`, impid: id, price: 0.01, crid: `l${id}`, adm: buildVast({ kind: 'inline' }) },
            ]),
          },
        ],
      })),
    );
    serving.useTags([buildBidder(`${partner.url}/bid`)]);
    const imp = [
      { id: 'a', video: buildVideo() },
      { id: 'b', video: buildVideo() },
    ];
    const response = await fetch(`${serving.url}/rtb/${buildChannel().uid}`, {
      method: 'POST',
      body: JSON.stringify(buildBidRequest({ imp })),
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(200);
    expect(serving.traces).toHaveLength(2);
    for (const [index, trace] of serving.traces.entries()) {
      const { auction, winners } = trace.body;
      expect(trace.integration).toBe('rtb');
      const bidsOfOthers = `bid-${index === 0 ? 'b' : 'a'}`;
      expect(auction?.calls[0]?.text).not.toContain(bidsOfOthers);
      const decision = replayed(trace);
      expect(decision?.outcomes).toEqual(serving.serves[index]?.candidates);
      expect(decision?.kind === 'filled' && decision.cpm).toBe(winners[0]?.cpm);
    }
  });

  test('a bid below the floor, and one of a blocked advertiser', async () => {
    for (const bid of [{ price: 0.1 }, { price: 9, adomain: ['rival.example'] }]) {
      partner.on(
        '/bid',
        bids((request) => oneBid(request, bid)),
      );
      serving.traces.length = 0;
      serving.serves.length = 0;
      serving.useTags([buildBidder(`${partner.url}/bid`)], { floor: '1', blockedAdomains: ['rival.example'] });
      const { record } = await serving.requestAd('w=640&h=360');
      expect(record.candidates[0]?.reason).toMatch(/below_floor|adomain_blocked/);
      expect(replayed(onlyTrace())?.outcomes).toEqual(record.candidates);
    }
  });

  test('a pod with every sold ad, from bidders of both versions', async () => {
    const spots = ['a', 'b', 'c'].map((crid, index) => ({
      crid,
      adomain: [`${crid}.example`],
      price: index + 2,
      adm: buildVast({ kind: 'inline', file: crid }),
    }));
    partner.on(
      '/bid',
      bids((request) => ({
        id: request.id,
        cur: 'USD',
        seatbid: [
          {
            bid: spots.map((spot, index) => {
              const { id } = request.imp[Math.min(index, request.imp.length - 1)] ?? { id: '' };
              return { ...spot, id: `bid ${spot.crid}`, impid: id };
            }),
          },
        ],
      })),
    );
    for (const rtbVersion of ['2.5', '2.6'] as const) {
      serving.traces.length = 0;
      serving.serves.length = 0;
      serving.useTags([buildBidder(`${partner.url}/bid`, { rtbVersion })], { podSlots: 3, podDuration: 30 });
      const { record } = await serving.requestAd('w=640&h=360');
      const trace = onlyTrace();
      expect(trace.body.auction?.pod).toMatchObject({ slots: 3, durationS: 30, isShared: false });
      expect(trace.body.winners.map(({ cpm }) => cpm)).toEqual([4_000_000_000, 3_000_000_000]);
      const decision = replayed(trace);
      expect(decision && recordedOutcomes(decision)).toEqual(record.candidates);
      expect(decision?.kind === 'filled' && decision.further.map(({ cpm }) => cpm)).toEqual([3_000_000_000]);
    }
  });

  test('a reply that is not stored completely cannot be replayed', async () => {
    serving.useTags([tags.at(1, '/huge')]);
    await serving.requestAd();
    const trace = onlyTrace();
    expect(trace.body.auction?.calls[0]).toMatchObject({ isCut: true });
    expect(trace.body.auction?.calls[0]?.text).toHaveLength(8192);
    expect(replayed(trace)).toBeNull();
  });
});
