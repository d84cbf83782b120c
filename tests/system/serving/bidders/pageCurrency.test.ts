import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel, buildExchangeRate } from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bids, buildBidder, buildPageRequest, oneBid, type ReceivedBidRequest } from '../bidders.ts';
import { readSoldAd } from '../supply/readSoldAd.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;

describe('Prebid, request.cur and ext.prebid.currency: a bid of $2, of which the page gets $1.40,', () => {
  let partner: TagServer;
  let serving: TestServing;
  let received: ReceivedBidRequest[];

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
  });
  afterAll(() => Promise.all([serving.close(), partner.close()]));
  beforeEach(() => {
    received = [];
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { price: 2 }), received),
    );
    serving.useTags([buildBidder(`${partner.url}/bid`)]);
    // One dollar is 0.80 euros to the operator, which has no rate for yen.
    applyMessage(serving.snapshot, { type: 'row', entity: 'exchangeRate', id: 1, row: buildExchangeRate() });
    serving.serves.length = 0;
  });

  const sell = async (cur: string[] | undefined, currency?: object, imp: object = {}): Promise<BidResponse> => {
    const ext = { prebid: { targeting: { pricegranularity: 'high' }, ...(currency ? { currency } : {}) } };
    const request = buildPageRequest(channel, { ...(cur ? { cur } : {}), ext });
    const body: BidRequest = { ...request, imp: request.imp.map((each) => ({ ...each, ...imp })) };
    const answer = await fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return (await answer.json()) as BidResponse;
  };
  const bidIn = ({ seatbid }: BidResponse): Bid => seatbid?.[0]?.bid[0] ?? expect.fail('no bid');
  const shown = (answer: BidResponse) => {
    const { price, ext } = bidIn(answer);
    const { targeting = {} } = (ext?.['prebid'] ?? {}) as { targeting?: Record<string, string> };
    return [answer.cur, price, targeting['hb_pb']];
  };

  const pageRates = { USD: { EUR: 0.9, JPY: 150 } };
  test.each<[string, string[] | undefined, object | undefined, [string, number, string]]>([
    ['is in dollars where the page names no currency', undefined, { rates: pageRates }, ['USD', 1.4, '1.40']],
    ['is in the first currency that has a rate', ['JPY', 'EUR', 'USD'], undefined, ['EUR', 1.12, '1.12']],
    ['is in dollars where they come first', ['USD', 'EUR'], undefined, ['USD', 1.4, '1.40']],
    ['is shown at the page’s rate', ['EUR'], { rates: pageRates }, ['EUR', 1.26, '1.26']],
    ['is shown at a rate that only the page has', ['JPY'], { rates: pageRates }, ['JPY', 210, '20.00']],
    [
      'is shown at the operator’s where the page has none',
      ['EUR'],
      { rates: { USD: { JPY: 1 } } },
      ['EUR', 1.12, '1.12'],
    ],
    ['skips the operator’s if the page says so', ['EUR', 'USD'], { usepbsrates: false }, ['USD', 1.4, '1.40']],
    ['is shown at the inverse of a rate', ['GBP'], { rates: { GBP: { USD: 1.25 } } }, ['GBP', 1.12, '1.12']],
  ])('%s, and billed as always', async (_, cur, currency, expected) => {
    const answer = await sell(cur, currency);
    expect(shown(answer)).toEqual(expected);
    expect(bidIn(answer).ext).toMatchObject({ origbidcpm: 1.4, origbidcur: 'USD' });
    expect(readSoldAd(bidIn(answer).adm)).toMatchObject({ rev: 2_000_000, cost: 1_400_000 });
    expect(received[0]?.request.cur).toEqual(['USD']);
  });

  test.each<[string, string[], object | undefined]>([
    ['no rate', ['JPY'], undefined],
    ['no rate of the page, which excludes the others', ['EUR'], { usepbsrates: false, rates: { USD: { JPY: 150 } } }],
  ])('is not made in a currency with %s', async (_, cur, currency) => {
    expect(await sell(cur, currency)).toMatchObject({
      seatbid: [],
      ext: { errors: { bidhouse: [{ code: 2, message: `No exchange rate for ${cur.join(', ')}` }] } },
    });
    expect(serving.serves).toMatchObject([{ reason: 'no_exchange_rate', origin: { channelId: 1 }, candidates: [] }]);
    expect(received).toEqual([]);
  });

  test('has to reach floors and deals at the operator’s rate: they decide what is billed', async () => {
    const currency = { rates: { USD: { EUR: 9, JPY: 150 } } };
    // 1.12 euros are 1.40 dollars to the operator.
    expect((await sell(['EUR'], currency, { bidfloor: 1.12, bidfloorcur: 'EUR' })).seatbid).toHaveLength(1);
    expect((await sell(['EUR'], currency, { bidfloor: 1.13, bidfloorcur: 'EUR' })).seatbid).toEqual([]);
    const deals = [{ id: 'fixed', bidfloor: 1.12, bidfloorcur: 'EUR', at: 3 }];
    await sell(['EUR'], currency, { pmp: { deals } });
    expect(received.at(-1)?.request.imp[0]?.pmp?.deals).toMatchObject([{ bidfloor: 2, bidfloorcur: 'USD' }]);

    expect(await sell(['JPY'], currency, { bidfloor: 1, bidfloorcur: 'JPY' })).toMatchObject({
      seatbid: [],
      ext: {
        errors: {
          bidhouse: [{ code: 2, message: 'No exchange rate for JPY, the currency of the floor of impression 1' }],
        },
      },
    });
  });
});
