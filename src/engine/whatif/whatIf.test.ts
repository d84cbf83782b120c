import { describe, expect, test } from 'vitest';
import type { TraceBody, TraceCall } from '#model/index.ts';
import type { WhatIfChange } from '#model/whatif/whatIf.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildTargeting,
  buildWaterfallRow,
} from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { createResponsePool } from './responsePool.ts';
import { timelineOf } from './timeline.ts';
import type { PastRequest } from './types.ts';
import { createWhatIf, type WhatIfResult } from './whatIf.ts';

const ad = buildVast({ kind: 'inline' });
const noon = Date.parse('2026-03-10T12:00:00Z');

/** A configuration of three ad tags in tiers 1, 1 and 2, at 3, 2 and 1 USD CPM. */
const rows = [
  buildAccount(),
  buildAdvertiser(),
  buildChannel({ parallelCalls: 1 }),
  ...[1, 2, 3].map((id) => buildTag({ id, rate: `${4 - id}.00` })),
  ...[1, 2, 3].map((id) => buildWaterfallRow({ id, tagId: id, tier: id === 3 ? 2 : 1 })),
  buildTargeting({ id: 1, countries: ['DE'] }),
];
const entityOf = [
  'demand',
  'advertiser',
  'channel',
  'tag',
  'tag',
  'tag',
  'waterfallRow',
  'waterfallRow',
  'waterfallRow',
  'targeting',
] as const;
const present = rows.map((row, index) => ({ entity: entityOf[index] ?? 'tag', id: row.id, row: { ...row } }));

const answered = (tagId: number, at: number, text: string): TraceCall => ({
  kind: 'tag',
  callIds: [at],
  tagIds: [tagId],
  hop: 0,
  url: '',
  startedMs: at,
  endedMs: at + 10,
  outcome: 'answered',
  text,
  isCut: false,
});

/** A request whose tags are called one after the other until one of them has an ad. */
function request(id: number, has: readonly number[], more: Partial<PastRequest> = {}): PastRequest {
  const called = [1, 2, 3].slice(0, has.length === 0 ? 3 : Math.min(...has));
  const winner = has.length === 0 ? null : Math.min(...has);
  const body: TraceBody = {
    snapshot: 5,
    request: { params: {}, headers: {}, address: '', country: id % 2 === 0 ? 'DE' : 'FR', region: '' },
    auction: {
      startedAt: noon,
      seed: id,
      mediaTypes: ['video'],
      floor: 0,
      dynamicFloor: 0,
      isPrivate: false,
      pod: null,
      hasPrebidServer: false,
      offered: null,
      checks: [],
      calls: called.map((tagId, index) =>
        answered(tagId, 10 * index, has.includes(tagId) ? ad : buildVast({ kind: 'empty' })),
      ),
      inputs: [],
      tookMs: 30,
    },
    candidates: called.map((tagId) => ({
      tagId,
      advertiserId: 1,
      tier: tagId === 3 ? 2 : 1,
      reason: tagId === winner ? null : 'empty',
      wasSent: true,
      hasAnswered: tagId === winner,
      rate: null,
      floor: null,
    })),
    winners: winner === null ? [] : [{ tagId: winner, cpm: (4 - winner) * 1e9 }],
  };
  const reason = winner === null ? 'no_answer' : null;
  return {
    serveId: `serve-${id}`,
    at: noon + id,
    integration: 'vast',
    sampleWeight: 1,
    reason,
    ivt: undefined,
    body,
    ...more,
  };
}

function tryOn(requests: readonly PastRequest[], changes: WhatIfChange[], from = 1): WhatIfResult {
  const pool = createResponsePool();
  for (const each of requests) pool.add(each);
  const whatIf = createWhatIf({
    channelId: 1,
    changes,
    timeline: timelineOf({ version: 5, from, rows: present, past: [] }),
    members: new Map(),
    pool,
    renderRate: () => 0.5,
    otherChannelHours: [],
    zoneHours: 0,
    locate: () => null,
  });
  for (const each of requests) whatIf.take(each);
  return whatIf.result();
}

const tag = (id: number, values: Record<string, unknown>): WhatIfChange => ({ entity: 'tag', id, values });
const place = (id: number, values: Record<string, unknown>): WhatIfChange => ({ entity: 'waterfallRow', id, values });
const sums = ({ figures }: WhatIfResult) => [figures.opps.before, figures.opps.after];

describe('a tried change', () => {
  const traffic = [request(1, [1]), request(2, [2]), request(3, [3]), request(4, []), request(5, [2])];

  test('changes nothing that it does not affect', () => {
    const result = tryOn(traffic, [place(1, { weight: 7 })]);
    expect(result).toMatchObject({ replayed: { traces: 5 }, changed: { traces: 0 }, excluded: {} });
    expect(sums(result)).toEqual([4, 4]);
    expect(result.figures.rev).toMatchObject({ before: 0.5 * 8e6, difference: 0, margin: 0 });
    expect(result.estimated.size + result.unknown.size).toBe(0);
  });

  test('moves sales of a tag to the next one in call order, with a response to another request', () => {
    const result = tryOn(traffic, [tag(2, { status: 0 })]);
    // Tag 3 has an ad, or none, by a draw.
    expect(result.estimated).toEqual(new Map([[3, 2]]));
    expect(result.changed.traces).toBe(2);
    expect(result.tags.get(2)?.opps).toMatchObject({ before: 2, after: 0 });
  });

  test('to a tag that was never called is reported as unknown', () => {
    const some = [request(1, [1]), request(2, [1])];
    const result = tryOn(some, [tag(1, { status: 0 })]);
    expect(result.unknown).toEqual(
      new Map([
        [2, 2],
        [3, 2],
      ]),
    );
    expect(sums(result)).toEqual([2, 0]);
  });

  test('can be a floor that excludes tags, the channel’s or the tag’s own', () => {
    expect(sums(tryOn(traffic, [{ entity: 'channel', id: 1, values: { floor: '1.50' } }]))).toEqual([4, 3]);
    expect(sums(tryOn(traffic, [place(3, { floor: '1.50' })]))).toEqual([4, 3]);
  });

  test('can be a targeting, by the location that the request declared', () => {
    const result = tryOn(traffic, [{ entity: 'channel', id: 1, values: { targetingIds: [1] } }]);
    expect(result.figures.reqs).toMatchObject({ before: 5, after: 2 });
    expect(sums(result)).toEqual([4, 1]);
  });

  test('can be a rate', () => {
    const result = tryOn(traffic, [tag(1, { rate: '5.00' })]);
    expect(result.figures.rev.difference).toBe(0.5 * 2e6);
    expect(result.tags.get(1)?.rev).toMatchObject({ before: 1.5e6, after: 2.5e6 });
  });

  test('can be a cap, counted in weights and impressions from midnight on', () => {
    const many = Array.from({ length: 10 }, (_, index) => request(index, [1], { sampleWeight: 2 }));
    const next = request(99, [1], { sampleWeight: 2, at: noon + 86_400_000 });
    const result = tryOn([...many, next], [tag(1, { impsPerDay: 3 })]);
    // Each request was sampled 1 in 2, and one of two ads is shown: the third fills the day.
    expect(result.tags.get(1)?.opps).toMatchObject({ before: 22, after: 8 });
  });

  test('can be a cap of the channel', () => {
    const result = tryOn(traffic, [{ entity: 'channel', id: 1, values: { reqsPerDay: 3 } }]);
    expect(result.figures.reqs).toMatchObject({ before: 5, after: 3 });
    expect(sums(result)).toEqual([4, 3]);
  });
});

describe('a change has no result for a request', () => {
  test.each<[string, PastRequest, object]>([
    ['that is older than the known history', request(1, [1]), { history: { traces: 1, requests: 1 } }],
    [
      'whose response is not recorded in full',
      withAuction({ calls: [{ ...answered(1, 0, ad), isCut: true }] }),
      { cut: { traces: 1, requests: 1 } },
    ],
    [
      'whose replay differs from the original',
      { ...request(1, [1]), body: { ...request(1, [1]).body, snapshot: 9, winners: [{ tagId: 2, cpm: 1 }] } },
      { different: { traces: 1, requests: 1 } },
    ],
  ])('%s', (_name, past, excluded) => {
    const result = tryOn([past], [tag(1, { rate: '5.00' })], 'history' in excluded ? 6 : 1);
    expect(result).toMatchObject({ excluded, replayed: { traces: 0 } });
  });

  test('that fails the supply filter, and is counted where the change would admit it', () => {
    const refused = { ...request(1, []), reason: 'cap_reached', body: { ...request(1, []).body, auction: null } };
    const result = tryOn([refused], [{ entity: 'channel', id: 1, values: { reqsPerDay: null } }]);
    expect(result).toMatchObject({ newlyAdmitted: 1, replayed: { traces: 1 } });
    expect(tryOn([{ ...refused, reason: 'qps_exceeded' }], [tag(1, { rate: '5.00' })]).newlyAdmitted).toBe(0);
  });
});

function withAuction(part: Partial<NonNullable<TraceBody['auction']>>): PastRequest {
  const past = request(1, [1]);
  const { auction } = past.body;
  return { ...past, body: { ...past.body, auction: auction && { ...auction, ...part } } };
}

describe('bidders', () => {
  const bidder = buildTag({ id: 9, integration: 'RTB', endpoint: 'https://bid.example/', source: 'url' });
  const configuration = [
    ...present,
    { entity: 'tag', id: 9, row: { ...bidder } },
    { entity: 'waterfallRow', id: 9, row: { ...buildWaterfallRow({ id: 9, tagId: 9 }) } },
  ] as typeof present;
  const bidAt = (price: number): PastRequest => {
    const base = request(1, [1]);
    const offered = {
      request: { id: 'r', site: { page: 'https://news.example/' } },
      imp: { id: '1', video: { mimes: ['video/mp4'], protocols: [2, 3, 5, 6], w: 640, h: 360 }, secure: 1 },
    };
    const bid = { id: 'b', impid: '1', price, adm: ad, crid: 'c' };
    const call: TraceCall = {
      ...answered(9, 0, JSON.stringify({ id: 'r', cur: 'USD', seatbid: [{ bid: [bid] }] })),
      kind: 'bids',
    };
    const { auction } = base.body;
    return {
      ...base,
      body: {
        ...base.body,
        auction: auction && { ...auction, offered, calls: [call, answered(1, 0, ad)] },
        winners: [price > 3 ? { tagId: 9, cpm: price * 1e9 } : { tagId: 1, cpm: 3e9 }],
      },
    };
  };
  const trying = (floor: string, price: number) => {
    const whatIf = createWhatIf({
      channelId: 1,
      changes: [{ entity: 'channel', id: 1, values: { floor } }],
      timeline: timelineOf({ version: 5, from: 1, rows: configuration, past: [] }),
      members: new Map(),
      pool: createResponsePool(),
      renderRate: () => 1,
      otherChannelHours: [],
      zoneHours: 0,
      locate: () => null,
    });
    whatIf.take(bidAt(price));
    return whatIf.result();
  };

  test('whose bid is below a raised floor drop out, and the result is a lower bound', () => {
    const result = trying('6.00', 5);
    expect(result.excluded).toEqual({});
    expect(result.figures.rev).toMatchObject({ before: 5e6, after: 0 });
    expect([result.areFloorsHigher, result.areFloorsLower]).toEqual([true, false]);
  });

  test('that are own campaigns subtract their margin before the channel is paid', () => {
    const terms = { costModel: 'share', costShare: 50, campaignTier: 1 } as const;
    const taking = configuration.map((each) =>
      each.entity === 'channel' ? { ...each, row: { ...each.row, ...terms } } : each,
    );
    const { body, ...past } = bidAt(4);
    const [call] = body.auction?.calls ?? [];
    if (!body.auction || !call) throw new Error('an auction has a call');
    const ext = { charged: 5e9, advertiserId: 1 };
    const bid = { id: '1', impid: '1', price: 4, adm: ad, cid: '3', crid: 'c', ext };
    const own = { ...call, tagIds: [0], text: JSON.stringify({ id: 'r', cur: 'USD', seatbid: [{ bid: [bid] }] }) };
    const auction = { ...body.auction, calls: [own, answered(1, 0, ad)] };
    const whatIf = createWhatIf({
      channelId: 1,
      changes: [tag(1, { rate: '1.00' })],
      timeline: timelineOf({ version: 5, from: 1, rows: taking.filter(({ id }) => id !== 9), past: [] }),
      members: new Map(),
      pool: createResponsePool(),
      renderRate: () => 1,
      otherChannelHours: [],
      zoneHours: 0,
      locate: () => null,
    });
    whatIf.take({ ...past, body: { ...body, auction, winners: [{ tagId: 0, cpm: 5e9 }] } });
    const { figures, excluded } = whatIf.result();
    expect(excluded).toEqual({});
    expect(figures).toMatchObject({ rev: { before: 5e6 }, cost: { before: 2e6 }, opps: { before: 1 } });
  });

  test('that receive the same floor add no uncertainty', () => {
    const result = trying('0.00', 5);
    expect([result.areFloorsHigher, result.areFloorsLower]).toEqual([false, false]);
    expect(result.figures.rev.difference).toBe(0);
  });
});
