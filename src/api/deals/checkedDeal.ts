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
import type { DealTraffic } from '../entities/listResponse.ts';
import type { DealCheck, ObservedDeal } from './dealsContract.ts';

/** A campaign that uses a deal, with the rows that decide whether it bids. */
export interface CheckedCampaign {
  row: CampaignRow;
  advertiser: AdvertiserRow | undefined;
  creatives: readonly CreativeRow[];
}

/** Everything that the checks of a deal read. */
export interface CheckedDeal {
  deal: DealRow;
  /** The account's zone, in whole hours from UTC. */
  zoneHours: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** The suppliers of the account that are not archived. */
  suppliers: readonly SupplierRow[];
  campaigns: readonly CheckedCampaign[];
  /** Tags and ad exchanges that the deal names. */
  buyers: readonly (TagRow | AdexchangeRow)[];
  /** Offers of suppliers in the last seven days, the most frequent first; null while they cannot be read. */
  offers: readonly ObservedDeal[] | null;
  rates: Rates;
  /** The deal's bids of the last 24 hours; null while they cannot be read. */
  counted: { bids: number; wins: number; reason: DealTraffic['reason'] } | null;
}

/** The result of one check. */
export type Finding = Omit<DealCheck, 'name'>;
export type Fix = NonNullable<DealCheck['fix']>;

/** A passed check. */
export function ok(text: string): Finding {
  return { verdict: 'ok', text };
}

/** A failed check: the deal cannot work. */
export function failed(text: string, fix?: Fix): Finding {
  return { verdict: 'not', text, ...(fix ? { fix } : {}) };
}

/** A check without a result. */
export function unknown(text: string): Finding {
  return { verdict: 'unknown', text };
}

/** A link to a field of a row. */
export function fixOf(entity: Fix['entity'], { id, name }: { id: number; name: string }, field: string): Fix {
  return { entity, id, name, field };
}

/** A link to the deals of a campaign that uses a deal; to all campaigns when none does. */
export function campaignFixOf({ campaigns: [first] }: Pick<CheckedDeal, 'campaigns'>): Fix {
  return first ? fixOf('campaign', first.row, 'dealIds') : { entity: 'campaign', id: null, name: '', field: 'dealIds' };
}

const maxNames = 3;

/** Joins names for a sentence: "A, B, C and 2 more". */
export function namesOf(rows: readonly { name: string }[]): string {
  const names = rows.slice(0, maxNames).map(({ name }) => name);
  const remaining = rows.length - names.length;
  return remaining > 0 ? `${names.join(', ')} and ${remaining} more` : names.join(', ');
}
