import { expect, test } from 'vitest';
import type { DealRow } from '#model/index.ts';
import { createRates } from '#standards/openrtb/currency.ts';
import { validateBid } from '#standards/openrtb/bid/validateBid.ts';
import { buildDeal } from '#tests/support/engine/buildBuying.ts';
import { buyingSnapshot } from '#tests/support/engine/buildOwnBids.ts';
import { buildAccount } from '#tests/support/engine/buildRows.ts';
import { videoImp } from '#tests/support/engine/buildSetting.ts';
import { applyMessage } from '../snapshot/snapshot.ts';
import { dealsFor, withDeals } from './soldDeals.ts';
import { soldDealsOf } from './soldDealsOf.ts';

const sold = (more: Partial<DealRow> = {}) => buildDeal({ side: 'sell', tagIds: [5], floor: '4.00', ...more });
const rates = createRates({ EUR: 1.25 });
const day = Date.UTC(2026, 2, 2);

function offered(deals: DealRow[], { channelId = 9, now = day } = {}) {
  return dealsFor(soldDealsOf(buyingSnapshot({ deal: deals }), 1).byTag.get(5), channelId, { now, rates });
}

test('a deal is offered to its buyers, with all its restrictions on bids', () => {
  const terms: Partial<DealRow> = {
    seats: ['seat'],
    adomains: ['brand.example'],
    price: 'fixed',
    type: 'guaranteed',
    currency: 'EUR',
  };
  expect(offered([sold(terms)])).toEqual([
    {
      id: 'deal-1',
      bidfloor: 3.2,
      bidfloorcur: 'EUR',
      at: 3,
      wseat: ['seat'],
      wadomain: ['brand.example'],
      guar: 1,
    },
  ]);
  const deals = soldDealsOf(buyingSnapshot({ deal: [sold({ adexchangeIds: [3] })] }), 1);
  expect(dealsFor(deals.byAdexchange.get(3), 0, { now: day, rates })).toHaveLength(1);
  expect(dealsFor(deals.byTag.get(6), 9, { now: day, rates })).toEqual([]);
});

test.each([
  ['paused', { status: 0 }],
  ['bought under', { side: 'buy' }],
  ['for another channel', { channelIds: [8] }],
  ['not begun', { startDate: '2026-03-03' }],
  ['over', { endDate: '2026-03-01' }],
  ['in a currency without a rate', { currency: 'JPY' }],
] as [string, Partial<DealRow>][])('a deal is not offered that is %s', (_, deal) => {
  expect(offered([sold(deal)])).toEqual([]);
});

test('its channels restrict offers to tags: requests of suppliers have no channel', () => {
  const deals = [sold({ channelIds: [8] })];
  expect(offered(deals, { channelId: 8 })).toHaveLength(1);
  expect(offered(deals, { channelId: 0 })).toHaveLength(1);
});

test('flights are in the account’s time zone, and changes take effect', () => {
  const snapshot = buyingSnapshot({ deal: [sold({ startDate: '2026-03-02' })] });
  const count = () => dealsFor(soldDealsOf(snapshot, 1).byTag.get(5), 9, { now: day - 1, rates }).length;
  expect(count()).toBe(0);
  applyMessage(snapshot, { type: 'row', entity: 'demand', id: 1, row: buildAccount({ timezone: 2 }) });
  expect(count()).toBe(1);
  applyMessage(snapshot, { type: 'row', entity: 'deal', id: 1, row: sold({ tagIds: [6] }) });
  expect(count()).toBe(0);
  applyMessage(snapshot, { type: 'row', entity: 'deal', id: 1, row: null });
  expect(soldDealsOf(snapshot, 1).byTag.size).toBe(0);
});

test('bids are validated against the account’s deals beside those of the request', () => {
  const imp = withDeals(
    { ...videoImp, pmp: { private_auction: 1, deals: [{ id: 'theirs' }, { id: 'deal-1', bidfloor: 1 }] } },
    offered([sold(), sold({ id: 2, dealId: 'ours', adomains: ['brand.example'] })]),
  );
  expect(imp.pmp?.deals?.map(({ id, bidfloor }) => [id, bidfloor])).toEqual([
    ['theirs', undefined],
    ['deal-1', 1],
    ['ours', 4],
  ]);
  const bid = {
    id: '1',
    impid: '1',
    price: 5,
    crid: 'c',
    adm: '<VAST></VAST>',
    dealid: 'ours',
    adomain: ['brand.example'],
  };
  const judged = (more: object) =>
    validateBid({ bid: { ...bid, ...more }, seat: undefined, imp, request: {}, responseCurrency: 'USD' });
  expect(judged({})).toMatchObject({ ok: true, deal: { id: 'ours', bidfloor: 4 } });
  expect(judged({ adomain: ['other.example'] })).toEqual({ ok: false, fault: 'deal_advertiser_not_allowed' });
  expect(judged({ dealid: 'unknown' })).toEqual({ ok: false, fault: 'deal_unknown' });
});
