import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCampaign, buildCreative, buildDeal, buildSupplier } from '#tests/support/engine/buildBuying.ts';
import type { ConfigurationRows } from '#tests/support/engine/buildRows.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { buildBidRequest, buildVideo, oneBid } from '../bidders.ts';
import { openSupplierClient, type SupplierClient } from './openSupplierClient.ts';

let supplierClient: SupplierClient;
beforeAll(async () => {
  supplierClient = await openSupplierClient();
});
afterAll(() => supplierClient.close());
beforeEach(() => supplierClient.reset());

/** A supplier that knows us by this seat, with the rows of its bidders. */
const use = (seat: string, rows: ConfigurationRows) =>
  supplierClient.useConfiguration({ supplier: [buildSupplier({ seat })], ...rows });

/** An own campaign that only buys under the deal deal-1, or anywhere. */
const campaign = (isOpenMarket: boolean): ConfigurationRows => ({
  campaign: [buildCampaign({ dealIds: [1], isOpenMarket })],
  creative: [buildCreative()],
  deal: [buildDeal()],
});

/** An imp that is offered under deal-1 to buyer seats. */
const under = (wseat: string[], more: object = {}): Partial<BidRequest> => ({
  imp: [{ id: '1', video: buildVideo(), pmp: { deals: [{ id: 'deal-1', wseat }], ...more } }],
});

async function answerTo(request: Partial<BidRequest> = {}): Promise<{ status: number; body: BidResponse | null }> {
  const answer = await supplierClient.send(buildBidRequest(request));
  return { status: answer.status, body: answer.status === 200 ? ((await answer.json()) as BidResponse) : null };
}

describe('bids to a supplier (OpenRTB 2.6, 4.2.2)', () => {
  test('are under its name for us, whichever of our demand bids', async () => {
    use('us-7', campaign(true));
    expect((await answerTo()).body?.seatbid).toMatchObject([{ seat: 'us-7', bid: [{ cid: '1' }] }]);
    supplierClient.answerWith((request) => oneBid(request, { price: 2 }, { seat: 'theirs' }));
    use('us-7', { adexchange: [supplierClient.exchange()] });
    expect((await answerTo()).body?.seatbid).toMatchObject([{ seat: 'us-7', bid: [{ crid: 'creative-1' }] }]);
  });

  test('are without a seat if it has no name for us', async () => {
    use('', campaign(true));
    const { body } = await answerTo();
    expect(body?.seatbid).toHaveLength(1);
    expect(body?.seatbid?.[0]).not.toHaveProperty('seat');
  });
});

describe('a request for some seats (OpenRTB 2.6, 3.2.1)', () => {
  test.each<[string, Partial<BidRequest>, boolean]>([
    ['us-7', { wseat: ['us-7', 'b'] }, true],
    ['us-7', { wseat: ['b'] }, false],
    ['us-7', { wseat: ['US-7'] }, false],
    ['', { wseat: ['b'] }, false],
    ['us-7', { wseat: [] }, true],
    ['us-7', { bseat: ['b', 'us-7'] }, false],
    ['us-7', { bseat: ['b'] }, true],
    ['', { bseat: ['b'] }, true],
  ])('as %j: %j is bid on: %j', async (seat, request, isBid) => {
    use(seat, { ...campaign(true), adexchange: [supplierClient.exchange()] });
    const { status, body } = await answerTo(request);
    expect(status).toBe(200);
    expect(supplierClient.received).toHaveLength(isBid ? 1 : 0);
    expect(supplierClient.serving.serves).toMatchObject([{ reason: isBid ? null : 'seat_not_allowed' }]);
    if (isBid) expect(body?.seatbid).toHaveLength(1);
    else expect(body).toEqual({ id: 'request-1', seatbid: [], nbr: 500 });
  });
});

describe('a deal for some seats (OpenRTB 2.6, 3.2.12)', () => {
  test.each([
    ['us-7', ['b', 'us-7'], 200],
    ['us-7', ['b'], 204],
    ['', ['b'], 204],
    ['', [], 200],
  ])('as %j: a campaign bids under one for %j: %i', async (seat, wseat, status) => {
    use(seat, campaign(false));
    const answer = await answerTo(under(wseat));
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body?.seatbid?.[0]?.bid).toMatchObject([{ dealid: 'deal-1', cid: '1' }]);
  });

  test('is offered to ad exchanges if it is for our seat, with any of their seats', async () => {
    use('us-7', { adexchange: [supplierClient.exchange()] });
    supplierClient.answerWith((request) => oneBid(request, { price: 2, dealid: 'deal-1' }, { seat: 'theirs' }));
    const { body } = await answerTo(under(['us-7'], { private_auction: 1 }));
    expect(supplierClient.received[0]?.request.imp[0]?.pmp).toEqual({ private_auction: 1, deals: [{ id: 'deal-1' }] });
    expect(body?.seatbid).toMatchObject([{ seat: 'us-7', bid: [{ dealid: 'deal-1' }] }]);
  });

  test('is not offered to them if it is for others', async () => {
    use('us-7', { adexchange: [supplierClient.exchange()] });
    supplierClient.answerWith((request) => oneBid(request, { price: 2, dealid: 'deal-1' }, { seat: 'b' }));
    expect((await answerTo(under(['b']))).status).toBe(204);
    expect(supplierClient.received[0]?.request.imp[0]?.pmp).toEqual({ deals: [] });
    expect(supplierClient.exchangeOutcome()).toMatchObject({ reason: 'deal_unknown' });
  });
});
