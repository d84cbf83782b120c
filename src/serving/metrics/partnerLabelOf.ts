import { buyerOf } from '#engine/plan/buyer.ts';
import type { CompiledTag } from '#engine/plan/plan.ts';

/** The demand partner behind a tag, by kind and ID. Partners behind the Prebid Server are called as one. */
export function partnerLabelOf({ id, advertiserId, bidder }: CompiledTag): string {
  if (bidder?.prebid) return 'prebid server';
  const { kind, id: buyerId } = buyerOf(id);
  if (kind === 'campaigns') return 'campaigns';
  return kind === 'adexchange' ? `adexchange ${buyerId}` : `advertiser ${advertiserId}`;
}
