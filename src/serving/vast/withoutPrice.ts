import type { InlineAd } from '#standards/vast/types.ts';

/** An ad as publishers may see it: what demand pays is the account's business. */
export function withoutPrice(ad: InlineAd): InlineAd {
  const { pricing: _price, ...rest } = ad;
  return rest;
}
