import { ratesOfRows } from '#engine/snapshot/rates.ts';
import { usdFromNanos } from '#model/index.ts';
import { convertToNanos, type Rates } from '#standards/openrtb/currency.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { OfferedDeal, ObservedDeal, ObservedDeals } from './dealsContract.ts';
import { isOfferOfDeal } from './isOfferOfDeal.ts';
import { readOfferedDeals } from './readOfferedDeals.ts';

/** The offers of a user's suppliers in the last seven days. */
export interface ObservedOffers extends Pick<ObservedDeals, 'others'> {
  /** Every deal with a known ID, the most frequent first. */
  offers: ObservedDeal[];
  /** Those of them that are not set up. */
  unknown: ObservedDeal[];
}

/** Reads the offers of the suppliers that a user sees. */
export async function readObservedDeals(
  { facts, entities }: Pick<ApiDeps, 'facts' | 'entities'>,
  user: SessionUser,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<ObservedOffers> {
  const { demandId } = user;
  const [offered, suppliers, deals, rateRows] = await Promise.all([
    readOfferedDeals(facts, { demandId, now, signal }),
    entities.listNames('supplier', { scope: scopeOf(user), isArchivedShown: true }),
    // Deals of partners that the user does not see are set up, too.
    entities.choose('deal', { filter: { scope: demandId === null ? 'all' : [demandId] } }),
    entities.choose('exchangeRate', { filter: { scope: 'all', status: [1] } }),
  ]);
  const rates = ratesOfRows(rateRows);
  const names = new Map(suppliers.map(({ id, name }) => [id, name]));
  const offers: ObservedDeal[] = [];
  const others = { day: 0, week: 0 };
  for (const offer of offered) {
    const supplierName = names.get(offer.supplierId);
    if (supplierName === undefined) continue;
    if (offer.dealId !== '') offers.push({ ...offer, supplierName, floorUsd: floorUsd(offer, rates) });
    else {
      others.day += offer.day;
      others.week += offer.week;
    }
  }
  const known = new Map<string, typeof deals>();
  for (const deal of deals) known.set(deal.dealId, [...(known.get(deal.dealId) ?? []), deal]);
  const isKnown = (offer: ObservedDeal) => known.get(offer.dealId)?.some((deal) => isOfferOfDeal(deal, offer)) === true;
  return { offers, unknown: offers.filter((offer) => !isKnown(offer)), others };
}

const tenThousandth = 100_000;

function floorUsd({ terms }: OfferedDeal, rates: Rates): string | null {
  const nanos = terms === null ? null : convertToNanos(terms.floor, terms.currency, rates);
  return nanos === null ? null : usdFromNanos(BigInt(Math.ceil(nanos / tenThousandth)) * BigInt(tenThousandth));
}
