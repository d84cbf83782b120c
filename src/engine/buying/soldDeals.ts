import type { DealRow, Nanos } from '#model/index.ts';
import { amountOf, convertFromNanos, type Rates } from '#standards/openrtb/currency.ts';
import type { Deal, Imp } from '#standards/openrtb/types.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { flightOf, isInFlight, type Flight } from '../flight.ts';
import { cpm } from '../plan/planParts.ts';

/** A deal that the account offers to buyers. */
export interface SoldDeal {
  id: number;
  /** The id that bid requests carry. */
  dealId: string;
  type: DealRow['type'];
  /** Channels in which it is offered to tags; empty = wherever they are asked. */
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

/** A deal as it is offered; null for one that is paused or that the account buys under. */
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

/** What an account sells under deals, by the buyers that are named. */
export interface SoldDeals {
  byTag: ReadonlyMap<number, readonly SoldDeal[]>;
  byAdexchange: ReadonlyMap<number, readonly SoldDeal[]>;
}

/** The deals that an account sells under, by their buyers; those that are not in force are left out. */
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
 * What a buyer is offered under deals, as OpenRTB has it: of those that name it the ones that are in force at this time (any,
 * where it is not known) and in this channel (0 = requests of suppliers). A deal whose currency has no rate is left out.
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

/** An impression with further deals: those of the request come first, and of equal ids the first one counts. */
export function withDeals(imp: Imp, deals: readonly Deal[]): Imp {
  if (deals.length === 0) return imp;
  const offered = imp.pmp?.deals ?? [];
  const known = new Set(offered.map(({ id }) => id));
  const all = [...offered, ...deals.filter(({ id }) => !known.has(id))];
  return { ...imp, pmp: { ...imp.pmp, deals: all } };
}
