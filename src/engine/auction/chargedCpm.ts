import type { Nanos } from '#model/index.ts';
import type { ValidBid } from './types.ts';

/** The name under which a bid of an own campaign says what its advertiser is charged, in nano-USD. */
export const chargedName = 'charged';

/** What 1,000 impressions of an own campaign's bid cost its advertiser: more than the bid where the campaign keeps a margin. */
export function chargedCpm({ bid, worth }: Pick<ValidBid, 'bid' | 'worth'>): Nanos {
  const charged = bid.ext?.[chargedName];
  return typeof charged === 'number' && Number.isSafeInteger(charged) ? Math.max(charged, worth) : worth;
}
