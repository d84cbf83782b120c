import type { InlineAd } from '#standards/vast/types.ts';

/** The ad without its price, which is the account's business, not the publisher's. */
export function withoutPrice(ad: InlineAd): InlineAd {
  const { pricing: _price, ...rest } = ad;
  return rest;
}
