import type { BillingNotice, Nanos, TrackedEvent } from '#model/index.ts';
import type { EventRecord, ServedAd } from '../record/records.ts';

const billedBy: Record<BillingNotice, TrackedEvent> = { pixel: 'impression', burl: 'bill', nurl: 'win' };

/** Whether an event of an ad is what counts its impression, and moves its money. */
export function isImpression(event: TrackedEvent, { buying }: ServedAd): boolean {
  return event === (buying === undefined ? 'impression' : billedBy[buying.billing]);
}

/** What one impression moves, in nano-USD. */
export interface Paid {
  rev: Nanos;
  cost: Nanos;
  /** Of sales through a marketplace partner: the account's part of the revenue. */
  revMd?: Nanos;
}

/**
 * What an impression moves. Where a supplier sells by second price and told a price below the bid, cost falls in
 * proportion, rounded down, and so does the revenue of who pays by second price itself.
 */
export function paidFor(ad: ServedAd, price: EventRecord['price']): Paid {
  const { rev, cost, marketplace, buying } = ad;
  const paid: Paid = { rev, cost };
  if (marketplace) paid.revMd = marketplace.revMd;
  if (price === undefined || !buying?.isSecondPrice || price >= buying.bid) return paid;
  const scaleToPrice = (amount: Nanos): Nanos => Number((BigInt(amount) * BigInt(price)) / BigInt(buying.bid));
  paid.cost = scaleToPrice(cost);
  if (!buying.isRevFollowing) return paid;
  paid.rev = scaleToPrice(rev);
  if (paid.revMd !== undefined) paid.revMd = scaleToPrice(paid.revMd);
  return paid;
}
