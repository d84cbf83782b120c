import type { CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { CutoffSubject } from '../cutoff/cutoffs.ts';
import { buyerOf } from '../plan/buyer.ts';
import type { Candidate } from '../plan/plan.ts';
import { adOf, creativeIdsOf } from './bidDetails.ts';
import { ownAdOf } from './ownBid.ts';
import type { SeatedBid } from './types.ts';

/**
 * The objects that the ad of a candidate is of; `seated` is null for ads of tags that are called without a bid request,
 * and `creative` for ads whose VAST was not read.
 */
export function cutoffSubjectOf(
  { tag }: Pick<Candidate, 'tag'>,
  seated: Pick<SeatedBid, 'seat' | 'bid'> | null,
  creative: Pick<CreativeIdentity, 'ids' | 'adomains'> | null = null,
): CutoffSubject {
  const { kind, id } = buyerOf(tag.id);
  const buyer = kind === 'campaigns' ? {} : { [kind]: id };
  const { adomains: domains = [], ids: crids = [] } = creative ?? {};
  if (!seated) return { ...buyer, advertiser: tag.advertiserId, domains, crids };
  const { bid, seat } = seated;
  const own = ownAdOf({ tag }, bid, 0);
  return {
    ...buyer,
    advertiser: own?.advertiserId ?? tag.advertiserId,
    ...(own ? { creative: own.creativeId } : {}),
    seat,
    domains: [...new Set([...adOf(bid).adomains, ...domains])],
    crids: [...new Set([...creativeIdsOf(bid), ...crids])],
  };
}
