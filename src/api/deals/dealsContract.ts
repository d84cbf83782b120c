import type { CampaignRow, EntityName } from '#model/index.ts';

/** A form of ads. */
export type DealForm = CampaignRow['type'];

/** On what terms a supplier's requests offered a deal last. */
export interface DealTerms {
  /** The least CPM in `currency`; 0 = none is named. */
  floor: number;
  /** ISO 4217. */
  currency: string;
  /** What its winner pays, OpenRTB's number: 1 its bid, 2 by a second-price auction, 3 the deal's price; 0 = not told. */
  at: number;
  /** Seats of buyers, and domains of advertisers, that it is for; empty = all. */
  seats: string[];
  adomains: string[];
  /** The forms in which its impression was offered. */
  forms: DealForm[];
  isGuaranteed: boolean;
  /** Whether the impression took no bids but those under a deal. */
  isPrivate: boolean;
}

/** How often a supplier's requests offered a deal. Requests are counted by impression. */
export interface OfferedDeal {
  supplierId: number;
  /** As requests have it. */
  dealId: string;
  /** In the last 24 hours, and in the last seven days. */
  day: number;
  week: number;
  /** ISO 8601. */
  lastSeen: string;
  /** Null while none were told. */
  terms: DealTerms | null;
}

/** An offered deal with whose it is. */
export interface SeenDeal extends OfferedDeal {
  supplierName: string;
  /** Its floor in USD, at most four decimals, rounded up; null where none was told or its currency has no rate. */
  floorUsd: string | null;
}

/** Answer of GET /api/demand/deals/seen. */
export interface SeenDeals {
  rows: SeenDeal[];
  total: number;
  page: number;
  size: number;
  /** Requests that offered further ids, which are not told apart because there are too many of them. */
  others: { day: number; week: number };
}

/** What came of a deal in the last 24 hours. */
export interface DealTraffic {
  /** Requests of suppliers that offered it; null for one that we sell under. */
  seen: number | null;
  /** Why most bids under it were lost or refused; null where none were. */
  reason: { code: string; text: string; count: number } | null;
}

/** What is looked at of a deal that does not work, in this order. */
export const dealChecks = {
  status: 'The deal is in force',
  seller: 'Its supplier sells',
  traffic: 'Requests offer it',
  campaign: 'A campaign can bid',
  creative: 'A creative fits',
  floor: 'Bids are above the floor',
  price: 'The kind of auction agrees',
  seats: 'We are among the seats',
  adomains: 'The advertiser is among the domains',
  buyers: 'It is offered to somebody',
  bids: 'Bids come under it',
} as const;

/** One of them. */
export type DealCheckName = keyof typeof dealChecks;

/** One line of the check of a deal. */
export interface DealCheck {
  name: DealCheckName;
  verdict: 'ok' | 'not' | 'unknown';
  /** One sentence: what was found. */
  text: string;
  /** The field that mends it, in a row that is still to be chosen where the id is null; absent where nothing of ours does. */
  fix?: { entity: EntityName; id: number | null; name: string; field: string };
}

/** Answer of GET /api/demand/deals/{id}/check. */
export interface DealCheckAnswer {
  checks: DealCheck[];
  /** How the suppliers' requests offered it; most often seen first. */
  offers: SeenDeal[];
}
