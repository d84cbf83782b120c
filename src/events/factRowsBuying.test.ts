import { describe, expect, test } from 'vitest';
import { lossReasons, type TrackedEvent } from '#model/index.ts';
import { buildEvent, buildOrigin, buildPayload, buildServe } from '#tests/support/events/buildRecord.ts';
import { createCandidateSums, eventRow, serveRow } from './load/factRows.ts';
import type { BuyingTerms, CandidateOutcome, EventRecord, ServedAd } from './record/records.ts';

const origin = buildOrigin({ channelId: 0, subpublisherId: 0, supplierId: 3 });
const terms: BuyingTerms = { billing: 'pixel', isSecondPrice: false, bid: 1_750_000 };
const { ad } = buildPayload();
const outcome: CandidateOutcome = {
  tagId: 0,
  advertiserId: 50,
  tier: 1,
  reason: null,
  wasSent: true,
  hasAnswered: true,
};

/** An event of an ad sold to a supplier. */
function hit(event: TrackedEvent, sold: Partial<ServedAd> = {}, overrides: Partial<EventRecord> = {}): EventRecord {
  const payload = buildPayload({
    origin,
    ad: { ...ad, tagId: 0, campaignId: 5, creativeId: 6, buying: terms, ...sold },
  });
  return buildEvent({ event, payload, ...overrides });
}

const row = (record: EventRecord) => eventRow(record, 'counted');

describe('a bid becomes facts', () => {
  const serve = buildServe({ origin, candidates: [{ ...outcome, campaignId: 5, creativeId: 6, deal: 'deal-1' }] });

  test('the request has its supplier and the number of ads in the response', () => {
    expect(serveRow(serve)).toMatchObject({ supplierId: 3, channelId: 0, reqs: 1, opps: 1, bids: 1 });
    expect(serveRow(buildServe({ origin, reason: 'no_answer' })).bids).toBeUndefined();
    expect(serveRow(buildServe()).bids).toBeUndefined();
  });

  test('a candidate has its campaign or ad exchange, creative and deal', () => {
    const sums = createCandidateSums();
    sums.add(serve);
    const rows = sums.rows();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      supplierId: 3,
      campaignId: 5,
      creativeId: 6,
      deal: 'deal-1',
      candidates: 1,
      bids: 1,
    });
  });

  test('each ad of a pod is a bid, a further one of its request and of its candidate', () => {
    const pod = { ...serve, slots: 4, candidates: [{ ...outcome, ads: 3 }, outcome] };
    expect(serveRow(pod)).toMatchObject({ reqs: 1, opps: 1, furtherSlots: 3, furtherAds: 3, bids: 4 });
    expect(serveRow({ ...pod, reason: 'no_answer' })).toMatchObject({
      reqs: 1,
      furtherSlots: 3,
      furtherAds: undefined,
    });
    expect(serveRow({ ...pod, reason: 'qps_exceeded' }).furtherSlots).toBeUndefined();
    const sums = createCandidateSums();
    sums.add(pod);
    expect(sums.rows()).toMatchObject([{ candidates: 2, answered: 2, furtherSold: 2, bids: 4 }]);
  });

  test('a candidate that lost, or won and was never sent, is not a bid', () => {
    const sums = createCandidateSums();
    sums.add(buildServe({ origin, candidates: [{ ...outcome, adexchangeId: 7, reason: 'outbid' }] }));
    sums.add({ ...serve, reason: 'no_answer' });
    expect(sums.rows().map(({ bids = 0 }) => bids)).toEqual([0, 0]);
  });

  test('buyers, deals and suppliers have separate rows, whatever their names', () => {
    const sums = createCandidateSums();
    const outcomes: CandidateOutcome[] = [
      outcome,
      { ...outcome, campaignId: 5 },
      { ...outcome, adexchangeId: 5 },
      { ...outcome, adexchangeId: 5, deal: 'a' },
      { ...outcome, adexchangeId: 5, deal: 'a" x' },
      { ...outcome, adexchangeId: 5, deal: 'a', marketplace: 'x' },
    ];
    sums.add(buildServe({ origin, candidates: outcomes }));
    sums.add(buildServe({ origin: { ...origin, supplierId: 4 }, candidates: outcomes }));
    sums.add(buildServe({ origin, candidates: outcomes }));
    expect(sums.rows().map(({ candidates }) => candidates)).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1]);
  });
});

describe('a notice of a bid', () => {
  test('a win and a loss are counted, a loss with its reason, and neither has revenue', () => {
    expect(row(hit('win'))).toMatchObject({ wins: 1, campaignId: 5, creativeId: 6, supplierId: 3 });
    expect(row(hit('win')).rev).toBeUndefined();
    expect(row(hit('loss', {}, { errorCode: 102 }))).toMatchObject({ losses: 1, reason: 'loss_102' });
    expect(row(hit('loss', {}, { errorCode: 9999 }))).toMatchObject({ losses: 1, reason: 'loss_other' });
    expect(lossReasons['loss_102']?.text).toBe('Lost to a higher bid');
  });

  test('a loss because the impression opportunity expired is a late bid, once', () => {
    const late = hit('loss', {}, { errorCode: 2 });
    expect(row(late)).toMatchObject({ losses: 1, lateBids: 1, reason: 'loss_2' });
    expect(row(hit('loss', {}, { errorCode: 102 })).lateBids).toBeUndefined();
    expect(eventRow(late, 'duplicate').lateBids).toBeUndefined();
  });

  test('viewability events are counted', () => {
    expect(row(hit('measurable'))).toMatchObject({ measurable: 1 });
    expect(row(hit('viewable'))).toMatchObject({ viewed: 1 });
  });

  test.each([
    ['pixel', 'impression'],
    ['burl', 'bill'],
    ['nurl', 'win'],
  ] as const)('billed by %s: %s is the impression, and nothing else', (billing, counting) => {
    for (const event of ['impression', 'bill', 'win'] as const) {
      const { imps, rev, cost, systemCost } = row(hit(event, { buying: { ...terms, billing } }));
      const expected = event === counting ? [1, 2_500_000, 1_750_000, 50_000] : [];
      expect([imps, rev, cost, systemCost]).toEqual(expected.length > 0 ? expected : Array.from({ length: 4 }));
    }
  });
});

describe('the price that a supplier reports', () => {
  const second = { ...terms, isSecondPrice: true };
  const paid = (buying: BuyingTerms, price?: number, sold: Partial<ServedAd> = {}) => {
    const { rev, cost } = row(hit('impression', { buying, ...sold }, price === undefined ? {} : { price }));
    return [rev, cost];
  };

  test('is the cost in second-price sales, and revenue stays', () => {
    expect(paid(second, 700_001)).toEqual([2_500_000, 700_001]);
  });

  test('is ignored in first-price sales', () => {
    expect(paid(terms, 700_000)).toEqual([2_500_000, 1_750_000]);
  });

  test('is at most the bid, and the bid where none is reported', () => {
    expect(paid(second, 1_750_001)).toEqual([2_500_000, 1_750_000]);
    expect(paid(second)).toEqual([2_500_000, 1_750_000]);
  });

  test('lowers the revenue in proportion when the buyer pays second price too', () => {
    expect(paid({ ...second, isRevFollowing: true }, 875_000)).toEqual([1_250_000, 875_000]);
    const marketplace = { name: 'Exchange A', revMd: 2_000_000 };
    const sold = { marketplace, buying: { ...second, isRevFollowing: true as const } };
    expect(row(hit('impression', sold, { price: 875_000 }))).toMatchObject({ revM: 1_250_000, revMd: 1_000_000 });
  });

  test('is exact for amounts whose product exceeds safe integers', () => {
    const large = 9_007_199_254_740_991;
    const sold = { rev: large, cost: large, buying: { ...second, bid: large, isRevFollowing: true as const } };
    expect(row(hit('impression', sold, { price: large - 1 }))).toMatchObject({ rev: large - 1, cost: large - 1 });
  });
});
