import { campaignTypes } from '#model/demand/campaign.ts';
import type { FactReader } from '../reports/runReport.ts';
import type { DealForm, OfferedDeal } from './dealsContract.ts';

/** The accounts and the time of a reading. */
export interface OfferedQuery {
  /** Null = all accounts. */
  demandId: number | null;
  /** Milliseconds since the epoch. */
  now: number;
  signal?: AbortSignal;
}

const hourS = 3600;
/** Maximum deals per response: more than suppliers can offer in a week. */
const maxRows = 50_000;

/**
 * Reads the deals that suppliers' requests offered in the last seven days, the most frequent first; an empty ID stands
 * for all those that are counted together. Counts whole hours: an hour that began
 * before the range is left out.
 */
export async function readOfferedDeals(
  facts: FactReader,
  { demandId, now, signal }: OfferedQuery,
): Promise<OfferedDeal[]> {
  const until = Math.floor(now / 1000);
  const sql = `SELECT supplierId, deal, sumIf(calls, hour > toDateTime({day:UInt32}, 'UTC')) AS day, sum(calls) AS week,
  toUnixTimestamp64Milli(max(lastSeen)) AS lastMs, argMaxMerge(offered_deals.terms) AS terms
FROM offered_deals
WHERE hour > toDateTime({week:UInt32}, 'UTC')${demandId === null ? '' : ' AND demandId = {demandId:UInt32}'}
GROUP BY supplierId, deal
ORDER BY week DESC, supplierId, deal
LIMIT ${maxRows}
SETTINGS max_execution_time = 20, max_memory_usage = 700000000`;
  const params = {
    day: until - 24 * hourS,
    week: until - 7 * 24 * hourS,
    ...(demandId === null ? {} : { demandId }),
  };
  const rows = await facts.query<Record<'supplierId' | 'day' | 'week' | 'lastMs', string | number> & Texts>(
    sql,
    params,
    { ...(signal ? { signal } : {}) },
  );
  return rows.map((row) => ({
    supplierId: Number(row.supplierId),
    dealId: row.deal,
    day: Number(row.day),
    week: Number(row.week),
    lastSeen: new Date(Number(row.lastMs)).toISOString(),
    terms: termsOf(row.terms),
  }));
}

type Texts = Record<'deal' | 'terms', string>;

/**
 * Parses terms as serving recorded them (see the events' observations of deals); fields that an earlier version did not
 * record are empty.
 */
function termsOf(text: string): OfferedDeal['terms'] {
  if (text === '') return null;
  const declared = JSON.parse(text) as Record<string, unknown>;
  const numberOf = (name: string) => (typeof declared[name] === 'number' ? declared[name] : 0);
  const partsOf = (name: string) =>
    typeof declared[name] === 'string' ? declared[name].split(',').filter(Boolean) : [];
  return {
    floor: numberOf('floor'),
    currency: partsOf('currency')[0] ?? 'USD',
    at: numberOf('at'),
    seats: partsOf('seats'),
    adomains: partsOf('adomains'),
    forms: partsOf('forms').filter((form): form is DealForm => campaignTypes.some(({ value }) => value === form)),
    isGuaranteed: declared['isGuaranteed'] === true,
    isPrivate: declared['isPrivate'] === true,
  };
}
