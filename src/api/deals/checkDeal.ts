import { flightOf, isInFlight } from '#engine/flight.ts';
import { dealTypes } from '#model/demand/deal.ts';
import { isSeatAllowed } from '#standards/openrtb/bid/isSeatAllowed.ts';
import { isOfferOfDeal } from './isOfferOfDeal.ts';
import { checkCampaignsOfDeal } from './checkCampaignsOfDeal.ts';
import {
  campaignFixOf,
  type CheckedDeal,
  type Fix,
  fixOf,
  type Finding,
  namesOf,
  failed,
  ok,
  unknown,
} from './checkedDeal.ts';
import { type DealCheckName, dealChecks } from './dealChecks.ts';
import type { DealCheck, ObservedDeal } from './dealsContract.ts';
import { nearDealIds } from './nearDealIds.ts';

/** Checks everything that a deal needs to work, in the order of `dealChecks`. Pure. */
export function checkDeal(checked: CheckedDeal): DealCheck[] {
  const found = checked.deal.side === 'buy' ? checkBought(checked) : checkSold(checked);
  return (Object.keys(dealChecks) as DealCheckName[]).flatMap((name) => {
    const finding = found[name];
    return finding ? [{ name, ...finding }] : [];
  });
}

type Findings = Partial<Record<DealCheckName, Finding>>;

function checkBought(checked: CheckedDeal): Findings {
  const { deal, suppliers } = checked;
  const offers = checked.offers?.filter((offer) => isOfferOfDeal(deal, offer)) ?? [];
  const offering = suppliers.filter(({ id }) => offers.some(({ supplierId }) => supplierId === id));
  const named = suppliers.filter(({ id }) => id === deal.supplierId);
  const sellers = deal.supplierId !== null ? named : offering.length > 0 ? offering : suppliers;
  return {
    status: statusOf(checked),
    seller: sellerOf(checked),
    traffic: trafficOf(checked, offers),
    ...checkCampaignsOfDeal(checked, offers, sellers),
    price: priceOf(checked, offers),
    seats: seatsOf(checked, offers),
    bids: bidsOf(checked, campaignFixOf(checked)),
  };
}

function checkSold(checked: CheckedDeal): Findings {
  const { deal, buyers, rates } = checked;
  const active = buyers.filter(({ status }) => status === 1);
  const [first] = buyers;
  const isForExchanges = deal.tagIds.length === 0 && deal.adexchangeIds.length > 0;
  const buyersFix = fixOf('deal', deal, isForExchanges ? 'adexchangeIds' : 'tagIds');
  const offered = (): Finding => {
    if (active.length > 0) return ok(`${namesOf(active)} can bid under it.`);
    if (first) return failed('None of the deal’s tags and ad exchanges is active.', buyersFix);
    return failed('The deal has no buyers. Select tags or ad exchanges.', buyersFix);
  };
  return {
    status: statusOf(checked),
    price: rates.has(deal.currency)
      ? ok(`The deal price is sent in ${deal.currency}.`)
      : failed(
          `There is no exchange rate for ${deal.currency}, so the deal is not offered.`,
          fixOf('deal', deal, 'currency'),
        ),
    buyers: offered(),
    bids: bidsOf(checked, buyersFix),
  };
}

function statusOf({ deal, zoneHours, now }: CheckedDeal): Finding {
  if (deal.status !== 1) return failed('The deal is paused.', fixOf('deal', deal, 'status'));
  const flight = flightOf(deal.startDate, deal.endDate, zoneHours);
  if (isInFlight(flight, now))
    return ok(deal.endDate === null ? 'The deal is active.' : `The deal is active until ${deal.endDate}.`);
  return flight !== null && flight.before <= now
    ? failed(`The deal ended on ${deal.endDate}.`, fixOf('deal', deal, 'endDate'))
    : failed(`The deal starts on ${deal.startDate}.`, fixOf('deal', deal, 'startDate'));
}

function sellerOf({ deal, suppliers }: CheckedDeal): Finding {
  const live = suppliers.filter(({ status, mode }) => status === 1 && mode === 'live');
  if (deal.supplierId === null) {
    return live.length > 0
      ? ok(`Any supplier can offer it. Live: ${namesOf(live)}.`)
      : failed('No supplier is active and live.', { entity: 'supplier', id: null, name: '', field: 'status' });
  }
  const supplier = suppliers.find(({ id }) => id === deal.supplierId);
  if (!supplier) return failed('The supplier of the deal is archived.', fixOf('deal', deal, 'supplierId'));
  if (supplier.status !== 1) return failed(`${supplier.name} is paused.`, fixOf('supplier', supplier, 'status'));
  if (supplier.mode === 'test') {
    return failed(`${supplier.name} is in test mode, so no bids are sent.`, fixOf('supplier', supplier, 'mode'));
  }
  return ok(`${supplier.name} is active and live.`);
}

function trafficOf({ deal, offers: all }: CheckedDeal, offers: readonly ObservedDeal[]): Finding {
  if (all === null) return unknown('The offers of suppliers are not available right now.');
  const day = offers.reduce((sum, offer) => sum + offer.day, 0);
  const names = namesOf(offers.map(({ supplierName }) => ({ name: supplierName })));
  if (day > 0) return ok(`${names} offered it ${times(day)} in the last 24 hours.`);
  const [seen] = offers;
  if (seen) return failed(`${names} last offered it on ${seen.lastSeen.slice(0, 10)}, not in the last 24 hours.`);
  const elsewhere = all.find(({ dealId }) => dealId === deal.dealId);
  if (elsewhere) {
    return failed(
      `The supplier of the deal does not offer it; ${elsewhere.supplierName} does, ${times(elsewhere.day)} in the last 24 hours.`,
      fixOf('deal', deal, 'supplierId'),
    );
  }
  const ofSeller = all.filter(({ supplierId }) => deal.supplierId === null || supplierId === deal.supplierId);
  const [near] = nearDealIds(
    deal.dealId,
    ofSeller.map(({ dealId }) => dealId),
  );
  if (near) {
    const text = `No request offers it. Requests offer “${near.dealId}”, which ${near.difference}.`;
    return failed(text, fixOf('deal', deal, 'dealId'));
  }
  return failed(
    'No request offered it in the last seven days. The supplier does not send it, or sends it under another ID.',
    fixOf('deal', deal, 'dealId'),
  );
}

const auctionTypeTexts = {
  1: 'in a first-price auction',
  2: 'in a second-price auction',
  3: 'at a fixed price',
} as const;

function priceOf({ deal }: CheckedDeal, offers: readonly ObservedDeal[]): Finding {
  const declared = offers.flatMap(({ terms }) => (terms === null || !(terms.at in auctionTypeTexts) ? [] : [terms]));
  const [first] = declared;
  if (!first) return unknown('No request declares its auction type.');
  const isFixed = deal.type !== 'private';
  const typeLabel = dealTypes.find(({ value }) => value === deal.type)?.label.toLowerCase() ?? deal.type;
  const fitting = declared.find(
    ({ at, isGuaranteed }) => (at === 3) === isFixed && (!isGuaranteed || deal.type === 'guaranteed'),
  );
  const terms = fitting ?? first;
  const how = `${auctionTypeTexts[terms.at as keyof typeof auctionTypeTexts]}${terms.isGuaranteed ? ' and guaranteed' : ''}`;
  if (fitting) return ok(`The deal is sold ${how}, which matches the deal type (${typeLabel}).`);
  return failed(`Requests offer it ${how}, but its type is ${typeLabel}.`, fixOf('deal', deal, 'type'));
}

/** Checks whether our seat is allowed. Each supplier knows us by a seat of its own. */
function seatsOf({ suppliers }: CheckedDeal, offers: readonly ObservedDeal[]): Finding {
  const declared = offers.flatMap(({ supplierId, terms }) => {
    const supplier = suppliers.find(({ id }) => id === supplierId);
    return terms && supplier ? [{ seats: terms.seats, supplier }] : [];
  });
  const [first] = declared;
  if (!first) return unknown('No request declares the allowed seats.');
  if (declared.some(({ seats }) => seats.length === 0)) return ok('All seats are allowed.');
  const ours = declared.find(({ seats, supplier }) => isSeatAllowed(seats, supplier.seat));
  if (ours)
    return ok(`Our seat at ${ours.supplier.name}, ${ours.supplier.seat}, is allowed (${seatText(ours.seats)}).`);
  const { seats, supplier } = first;
  const own = supplier.seat === '' ? 'not set' : supplier.seat;
  const text = `Only ${seatText(seats)} ${seats.length === 1 ? 'is' : 'are'} allowed. Our seat at ${supplier.name} is ${own}.`;
  return failed(text, fixOf('supplier', supplier, 'seat'));
}

function seatText(seats: readonly string[]): string {
  return `${seats.length === 1 ? 'seat' : 'seats'} ${namesOf(seats.map((name) => ({ name })))}`;
}

/** Checks that bids were sent; `fix` is where the buyers of the deal are selected. */
function bidsOf({ counted }: CheckedDeal, fix: Fix): Finding {
  if (counted === null) return unknown('Bid counts are not available right now.');
  const { bids, wins, reason } = counted;
  const lost = reason === null ? '' : ` Top loss reason: ${lowered(reason.text)}.`;
  if (bids === 0) return failed(`No bid was sent under it in the last 24 hours.${lost}`, fix);
  return ok(
    `${bids === 1 ? '1 bid' : `${bids.toLocaleString('en-US')} bids`} in the last 24 hours, ${wins.toLocaleString('en-US')} reported as won.${lost}`,
  );
}

function lowered(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`;
}
