import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { QualityInput } from '../plan/quality.ts';

/** The properties of a bid that quality rules check. */
export function adOf({ dur, adomain = [], cat = [] }: Bid): QualityInput {
  const adomains = adomain.map((domain) => domain.toLowerCase().replace(/^www\./, ''));
  return { durationS: dur ?? 0, adomains, categories: cat };
}

/** The creative IDs in a bid. */
export function creativeIdsOf({ crid, adid }: Bid): string[] {
  return [crid, adid].filter((id) => id !== undefined);
}
