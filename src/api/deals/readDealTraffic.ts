import { candidateReasons, lossReasons } from '#model/index.ts';
import type { DealTraffic } from '../entities/listResponse.ts';
import type { FactReader } from '../reports/runReport.ts';
import type { OfferedDeal } from './dealsContract.ts';
import { dealOfFacts, type KnownDeal } from './dealOfFacts.ts';
import { isOfferOfDeal } from './isOfferOfDeal.ts';
import { readOfferedDeals } from './readOfferedDeals.ts';

/** The accounts and the time of a reading. */
export interface TrafficQuery {
  /** Null = all accounts. */
  demandId: number | null;
  /** All deals of those accounts, to attribute facts to them. */
  deals: readonly KnownDeal[];
  /** Milliseconds since the epoch. */
  now: number;
}

/** Reads the traffic of deals in the last 24 hours, by id; includes every deal of the query. */
export async function readDealTraffic(facts: FactReader, query: TrafficQuery): Promise<Map<number, DealTraffic>> {
  const { demandId, deals, now } = query;
  const [offers, refused] = await Promise.all([
    readOfferedDeals(facts, { demandId, now }),
    readRefused(facts, { demandId, now }),
  ]);
  const idOf = dealOfFacts(deals);
  const reasonsOf = new Map<number, Map<string, number>>(deals.map(({ id }) => [id, new Map()]));
  for (const { count, reason, ...key } of refused) {
    const reasons = reasonsOf.get(idOf(key) ?? 0);
    reasons?.set(reason, (reasons.get(reason) ?? 0) + count);
  }
  const seen = offersById(deals, offers);
  return new Map(
    deals.map(({ id, side }): [number, DealTraffic] => [
      id,
      { offers: side === 'buy' ? (seen.get(id) ?? 0) : null, reason: mostFrequent(reasonsOf.get(id) ?? new Map()) },
    ]),
  );
}

/** Requests of the last 24 hours that offered deals, by the deals' ids. Each supplier belongs to one account. */
function offersById(deals: readonly KnownDeal[], offers: readonly OfferedDeal[]): Map<number, number> {
  const byText = new Map<string, KnownDeal[]>();
  for (const deal of deals) byText.set(deal.dealId, [...(byText.get(deal.dealId) ?? []), deal]);
  const seen = new Map<number, number>();
  for (const offer of offers) {
    for (const deal of byText.get(offer.dealId) ?? []) {
      if (isOfferOfDeal(deal, offer)) seen.set(deal.id, (seen.get(deal.id) ?? 0) + offer.day);
    }
  }
  return seen;
}

interface Refused {
  demandId: number;
  supplierId: number;
  dealId: string;
  reason: string;
  count: number;
}

/** Bids under deals that did not win: rejected by us, or reported as lost by suppliers. */
async function readRefused(
  facts: FactReader,
  { demandId, now }: Pick<TrafficQuery, 'demandId' | 'now'>,
): Promise<Refused[]> {
  const sql = `SELECT demandId, supplierId, deal, reason, sum(candidates) + sum(losses) AS count
FROM hourly_buying
WHERE deal != '' AND reason != '' AND hour > toDateTime({since:UInt32}, 'UTC')${
    demandId === null ? '' : ' AND demandId = {demandId:UInt32}'
  }
GROUP BY demandId, supplierId, deal, reason
ORDER BY count DESC
LIMIT 50000
SETTINGS max_execution_time = 20, max_memory_usage = 700000000`;
  const params = { since: Math.floor(now / 1000) - 24 * 3600, ...(demandId === null ? {} : { demandId }) };
  const rows = await facts.query<Record<'demandId' | 'supplierId' | 'deal' | 'reason' | 'count', string | number>>(
    sql,
    params,
  );
  return rows.map(({ deal, reason, ...row }) => ({
    demandId: Number(row.demandId),
    supplierId: Number(row.supplierId),
    dealId: String(deal),
    reason: String(reason),
    count: Number(row.count),
  }));
}

const texts: Readonly<Record<string, { text: string }>> = { ...candidateReasons, ...lossReasons };

/** The most frequent reason; of equal ones the first by code. */
function mostFrequent(reasons: ReadonlyMap<string, number>): DealTraffic['reason'] {
  const [first] = [...reasons].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  if (!first) return null;
  const [code, count] = first;
  return { code, text: texts[code]?.text ?? code, count };
}
