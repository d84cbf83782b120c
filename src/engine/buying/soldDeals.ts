import type { DealRow, Nanos } from '#model/index.ts';
import { amountOf, convertFromNanos, type Rates } from '#standards/openrtb/currency.ts';
import type { Deal, Imp } from '#standards/openrtb/types.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { flightOf, isInFlight, type Flight } from '../flight.ts';
import { cpm } from '../plan/planParts.ts';

/** A deal that the account offers to buyers. */
export interface SoldDeal {
  id: number;
  /** The ID in bid requests. */
  dealId: string;
  type: DealRow['type'];
  /** Channels in which it is offered to tags; empty = all. */
  channelIds: ReadonlySet<number>;
  /** The minimum or fixed CPM, in nano-USD. */
  floor: Nanos;
  /** ISO 4217 currency in which its price is sent to buyers. */
  currency: string;
  price: DealRow['price'];
  flight: Flight | null;
  seats: readonly string[];
  adomains: readonly string[];
}

/** Compiles a deal; null when it is paused, or when the account buys under it. */
function soldDeal(row: DealRow, zoneHours: number): SoldDeal | null {
  if (row.side !== 'sell' || row.status !== 1) return null;
  return {
    id: row.id,
    dealId: row.dealId,
    type: row.type,
    channelIds: new Set(row.channelIds),
    floor: cpm(row.floor),
    currency: row.currency,
    price: row.price,
    flight: flightOf(row.startDate, row.endDate, zoneHours),
    seats: row.seats,
    adomains: row.adomains,
  };
}

/** The deals that an account sells under, by buyer. */
export interface SoldDeals {
  byTag: ReadonlyMap<number, readonly SoldDeal[]>;
  byAdexchange: ReadonlyMap<number, readonly SoldDeal[]>;
}

/** Compiles the deals that an account sells under, by buyer. Paused ones are left out. */
export function soldDeals(rows: readonly DealRow[], zoneHours: number): SoldDeals {
  const byTag = new Map<number, SoldDeal[]>();
  const byAdexchange = new Map<number, SoldDeal[]>();
  for (const row of rows) {
    const deal = soldDeal(row, zoneHours);
    if (!deal) continue;
    for (const id of row.tagIds) getOrCreate(byTag, id, () => []).push(deal);
    for (const id of row.adexchangeIds) getOrCreate(byAdexchange, id, () => []).push(deal);
  }
  return { byTag, byAdexchange };
}

const atOf = { first: 1, second: 2, fixed: 3 } as const;

/**
 * The deals offered to a buyer, as OpenRTB objects: those in flight at `now` (all when undefined) and in this channel
 * (0 = a supplier's request). A deal whose currency has no exchange rate is left out.
 */
export function dealsFor(
  deals: readonly SoldDeal[] | undefined,
  channelId: number,
  { now, rates }: { now: number | undefined; rates: Rates },
): Deal[] {
  if (!deals) return [];
  return deals.flatMap((deal): Deal[] => {
    if (now !== undefined && !isInFlight(deal.flight, now)) return [];
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

/** Adds deals to an imp. Those of the request come first, and of equal IDs the first one counts. */
export function withDeals(imp: Imp, deals: readonly Deal[]): Imp {
  if (deals.length === 0) return imp;
  const offered = imp.pmp?.deals ?? [];
  const known = new Set(offered.map(({ id }) => id));
  const all = [...offered, ...deals.filter(({ id }) => !known.has(id))];
  return { ...imp, pmp: { ...imp.pmp, deals: all } };
}
