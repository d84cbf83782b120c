import type {
  AdexchangeRow,
  AdvertiserRow,
  CampaignRow,
  CreativeRow,
  DealRow,
  SupplierRow,
  TagRow,
} from '#model/index.ts';
import type { Rates } from '#standards/openrtb/currency.ts';
import type { DealTraffic } from '../entities/listAnswer.ts';
import type { DealCheck, ObservedDeal } from './dealsContract.ts';

/** A campaign that uses a deal, with what decides whether it bids. */
export interface CheckedCampaign {
  row: CampaignRow;
  advertiser: AdvertiserRow | undefined;
  creatives: readonly CreativeRow[];
}

/** All that the check of a deal looks at. */
export interface CheckedDeal {
  deal: DealRow;
  /** The zone of its account, in whole hours from UTC. */
  zoneHours: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** The suppliers of the account that are not archived. */
  suppliers: readonly SupplierRow[];
  campaigns: readonly CheckedCampaign[];
  /** Tags and ad exchanges that it names. */
  buyers: readonly (TagRow | AdexchangeRow)[];
  /** What suppliers offered in the last seven days, the most frequent first; null while it cannot be read. */
  offers: readonly ObservedDeal[] | null;
  rates: Rates;
  /** What came of it in the last 24 hours; null while it cannot be read. */
  counted: { bids: number; wins: number; reason: DealTraffic['reason'] } | null;
}

/** What was found of one thing. */
export type Finding = Omit<DealCheck, 'name'>;
export type Fix = NonNullable<DealCheck['fix']>;

/** It is as it should be. */
export function ok(text: string): Finding {
  return { verdict: 'ok', text };
}

/** It keeps the deal from working. */
export function failed(text: string, fix?: Fix): Finding {
  return { verdict: 'not', text, ...(fix ? { fix } : {}) };
}

/** It cannot be said. */
export function unknown(text: string): Finding {
  return { verdict: 'unknown', text };
}

/** A field of a row. */
export function fixOf(entity: Fix['entity'], { id, name }: { id: number; name: string }, field: string): Fix {
  return { entity, id, name, field };
}

const maxNames = 3;

/** Names in a sentence: "A, B, C and 2 more". */
export function namesOf(rows: readonly { name: string }[]): string {
  const names = rows.slice(0, maxNames).map(({ name }) => name);
  const remaining = rows.length - names.length;
  return remaining > 0 ? `${names.join(', ')} and ${remaining} more` : names.join(', ');
}

/** Nano-USD in a sentence: "$4.50". */
export function dollars(nanos: number): string {
  return `$${(nanos / 1e9).toFixed(4).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}
