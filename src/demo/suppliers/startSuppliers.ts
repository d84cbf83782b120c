import { fillAuctionMacros, priceText, type AuctionMacroValues } from '#standards/openrtb/bid/auctionMacros.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { createTaskScheduler } from '../taskScheduler.ts';
import type { SeededSupplier } from '../seedBuying.ts';
import { imagesIn } from '../viewBanner.ts';
import { urlsOfNative } from '../urlsOfNative.ts';
import { ping, watchAd } from '../watchAd.ts';
import { demoSuppliers, type DemoSupplier } from './demoSuppliers.ts';
import { supplierRequest } from './supplierRequest.ts';

/** Simulated suppliers that send bid requests until they are stopped. */
export interface RunningSuppliers {
  stop(): void;
}

/** OpenRTB loss reason: lost to higher bid. */
const lostToHigher = '102';

/** The click-through rate of native ads. */
const clickShare = 0.01;

/**
 * Starts simulated suppliers: each sends bid requests over HTTP like an exchange, runs its own auction, sends notices,
 * and has the winning ad viewed. About `perSecond` requests per second, distributed by their volume.
 */
export function startSuppliers(
  suppliers: readonly SeededSupplier[],
  adsUrl: string,
  perSecond: number,
  random: () => number,
): RunningSuppliers {
  const { schedule, stop } = createTaskScheduler();
  const total = demoSuppliers.reduce((sum, { hourlyRequests }) => sum + hourlyRequests, 0);

  const requestBids = async () => {
    let remainingWeight = random() * total;
    const supplier = demoSuppliers.find(({ hourlyRequests }) => (remainingWeight -= hourlyRequests) < 0);
    const row = suppliers.find(({ name }) => name === supplier?.name);
    if (!supplier || !row) return;
    const { request, agent } = supplierRequest(supplier, random);
    const answer = await fetch(`${adsUrl}/bid/${row.uid}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-openrtb-version': '2.6' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.status !== 200) return;
    const { seatbid = [] } = (await answer.json()) as BidResponse;
    for (const bid of seatbid.flatMap((seat) => seat.bid)) await settleAuction(supplier, bid, request.id, agent);
  };

  const settleAuction = async (supplier: DemoSupplier, bid: Bid, id: string, agent: string) => {
    const values = valuesOf(bid, id);
    if (random() >= supplier.winShare) {
      if (bid.lurl) await ping(fillAuctionMacros(bid.lurl, { ...values, loss: lostToHigher }), {});
      return;
    }
    const won = { ...values, price: priceText(Math.round(bid.price * supplier.priceShare * 1e9)), loss: '0' };
    if (bid.nurl) await ping(fillAuctionMacros(bid.nurl, won), {});
    const markup = fillAuctionMacros(bid.adm ?? '', won);
    const headers = { 'user-agent': agent };
    if (supplier.format === 'native') {
      const { shown, clicked } = urlsOfNative(markup);
      for (const url of shown) schedule(100, () => ping(url, headers));
      if (random() < clickShare) for (const url of clicked) schedule(3000, () => ping(url, headers));
      return;
    }
    if (supplier.format !== 'banner') {
      const isWatched = await watchAd(markup, { schedule, random, headers, beginsInMs: 0 });
      if (isWatched && bid.burl) await ping(fillAuctionMacros(bid.burl, won), {});
      return;
    }
    for (const url of imagesIn(markup)) schedule(100, () => ping(url, headers));
  };

  const tick = () =>
    schedule(-Math.log(1 - random()) * (1000 / perSecond), async () => {
      tick();
      await requestBids();
    });
  tick();
  return { stop };
}

function valuesOf({ id: bidId, impid: impId, adid: adId = '' }: Bid, id: string): AuctionMacroValues {
  return { id, bidId, impId, seatId: '', adId, currency: 'USD', price: '', mbr: '', loss: '', minToWin: '' };
}
