import type { BillingNotice, Nanos, TrackedEvent } from '#model/index.ts';
import type { EventRecord, ServedAd } from '../record/records.ts';

const billedBy: Record<BillingNotice, TrackedEvent> = { pixel: 'impression', burl: 'bill', nurl: 'win' };

/** Whether an event of an ad counts its impression, and with it revenue and cost. */
export function isImpression(event: TrackedEvent, { buying }: ServedAd): boolean {
  return event === (buying === undefined ? 'impression' : billedBy[buying.billing]);
}

/** Amounts of one impression, in nano-USD. */
export interface ImpressionAmounts {
  rev: Nanos;
  cost: Nanos;
  /** The account's part of the revenue, of sales through a marketplace partner only. */
  revMd?: Nanos;
}

/**
 * The amounts of an impression. When a second-price supplier reports a price below the bid, cost falls in proportion,
 * rounded down, and so does the revenue of a buyer that itself pays second price.
 */
export function paidFor(ad: ServedAd, price: EventRecord['price']): ImpressionAmounts {
  const { rev, cost, marketplace, buying } = ad;
  const paid: ImpressionAmounts = { rev, cost };
  if (marketplace) paid.revMd = marketplace.revMd;
  if (price === undefined || !buying?.isSecondPrice || price >= buying.bid) return paid;
  const scaleToPrice = (amount: Nanos): Nanos => Number((BigInt(amount) * BigInt(price)) / BigInt(buying.bid));
  paid.cost = scaleToPrice(cost);
  if (!buying.isRevFollowing) return paid;
  paid.rev = scaleToPrice(rev);
  if (paid.revMd !== undefined) paid.revMd = scaleToPrice(paid.revMd);
  return paid;
}
