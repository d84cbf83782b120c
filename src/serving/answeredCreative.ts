import type { Decision } from '#engine/auction.ts';
import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { AnsweredCreative } from './sightings.ts';
import type { StoredMarkup } from './storedMarkup.ts';

/** The creative of an auction's winner; null without a winner, and where the player fetches the ad itself. */
export function answeredCreative(
  markup: Pick<StoredMarkup, 'creative' | 'read'>,
  decision: Decision,
): AnsweredCreative | null {
  if (decision.kind === 'unfilled') return null;
  const { ad, winner } = decision;
  if (ad.kind === 'wrapper') return null;
  if (ad.kind === 'merged') return { identity: creativeIdentity(ad.ad), title: ad.ad.adTitle, depth: ad.depth };
  const identity = markup.creative(winner.tag);
  const stored = markup.read(winner.tag);
  return identity && stored.kind === 'inline' ? { identity, title: stored.ad.adTitle, depth: 0 } : null;
}
