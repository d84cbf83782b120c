import type { DealRow, Nanos } from '#model/index.ts';
import { amountOf, convertFromNanos, type Rates } from '#standards/openrtb/currency.ts';
import type { Deal, Imp } from '#standards/openrtb/types.ts';
import { flightOf, isInFlight, type Flight } from '../flight.ts';
import { cpm } from '../planParts.ts';

/** A deal that the account offers to buyers. */
export interface SoldDeal {
  id: number;
  /** The id that bid requests carry. */
  dealId: string;
  type: DealRow['type'];
  tagIds: ReadonlySet<number>;
  adexchangeIds: ReadonlySet<number>;
  /** Channels in which it is offered; empty = wherever its buyers are asked. */
  channelIds: ReadonlySet<number>;
  /** The least CPM that is bid under it, or its fixed price, in nano-USD. */
  floor: Nanos;
  /** ISO 4217, in which its price is told. */
  currency: string;
  price: DealRow['price'];
  flight: Flight | null;
  seats: readonly string[];
  adomains: readonly string[];
}

/** A deal as it is offered; null for one that is not in force or that the account buys under. */
export function soldDeal(row: DealRow, zoneHours: number): SoldDeal | null {
  if (row.side !== 'sell' || row.status !== 1) return null;
  return {
    id: row.id,
    dealId: row.dealId,
    type: row.type,
    tagIds: new Set(row.tagIds),
    adexchangeIds: new Set(row.adexchangeIds),
    channelIds: new Set(row.channelIds),
    floor: cpm(row.floor),
    currency: row.currency,
    price: row.price,
    flight: flightOf(row.startDate, row.endDate, zoneHours),
    seats: row.seats,
    adomains: row.adomains,
  };
}

/** Whom impressions are offered to. */
export type DealBuyer = { tagId: number } | { adexchangeId: number };

const atOf = { first: 1, second: 2, fixed: 3 } as const;

/**
 * What is offered to a buyer under deals, as OpenRTB has it: those that name it, in this channel (0 = requests of
 * suppliers), at this time. A deal whose currency has no rate is left out.
 */
export function dealsFor(
  deals: readonly SoldDeal[],
  buyer: DealBuyer,
  channelId: number,
  { now, rates }: { now: number; rates: Rates },
): Deal[] {
  return deals.flatMap((deal): Deal[] => {
    const isNamed = 'tagId' in buyer ? deal.tagIds.has(buyer.tagId) : deal.adexchangeIds.has(buyer.adexchangeId);
    if (!isNamed || !isInFlight(deal.flight, now)) return [];
    if (channelId > 0 && deal.channelIds.size > 0 && !deal.channelIds.has(channelId)) return [];
    const units = convertFromNanos(deal.floor, deal.currency, rates);
    if (units === null) return [];
    return [
      {
        id: deal.dealId,
        bidfloor: amountOf(units),
        bidfloorcur: deal.currency,
        at: atOf[deal.price],
        ...(deal.seats.length > 0 ? { wseat: [...deal.seats] } : {}),
        ...(deal.adomains.length > 0 ? { wadomain: [...deal.adomains] } : {}),
        ...(deal.type === 'guaranteed' ? { guar: 1 as const } : {}),
      },
    ];
  });
}

/** An impression with further deals: those of the request come first, and of equal ids the first one counts. */
export function withDeals(imp: Imp, deals: readonly Deal[]): Imp {
  if (deals.length === 0) return imp;
  const offered = imp.pmp?.deals ?? [];
  const known = new Set(offered.map(({ id }) => id));
  return { ...imp, pmp: { ...imp.pmp, deals: [...offered, ...deals.filter(({ id }) => !known.has(id))] } };
}
