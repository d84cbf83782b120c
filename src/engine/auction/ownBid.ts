import type { Nanos } from '#model/index.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import { campaignsId } from '../plan/buyer.ts';
import type { Candidate, AuctionOutcome } from '../plan/plan.ts';
import type { ValidBid } from './types.ts';
import type { OwnAd } from './ownAd.ts';

/** The campaign and creative behind a candidate's bid that pays that CPM; null when it is not of an own campaign. */
export function ownAdOf({ tag }: Pick<Candidate, 'tag'>, { ext, cid, adid }: Bid, worth: Nanos): OwnAd | null {
  if (tag.id !== campaignsId) return null;
  const own: OwnAd = {
    charged: Math.max(numberOf(ext?.['charged']), worth),
    advertiserId: numberOf(ext?.['advertiserId']),
    campaignId: Number(cid ?? 0),
    creativeId: Number(adid ?? 0),
  };
  if (ext?.['adsLeft'] !== undefined) own.adsLeft = numberOf(ext['adsLeft']);
  return own;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** An outcome with the details of its bid: campaign, creative and deal. */
export function withBidDetails(outcome: AuctionOutcome, bid: ValidBid | null): AuctionOutcome {
  const deal = bid?.deal ? { deal: bid.deal.id.slice(0, 100) } : {};
  if (!bid?.own) return { ...outcome, ...deal };
  const { advertiserId, campaignId, creativeId } = bid.own;
  return { ...outcome, ...deal, advertiserId, campaignId, creativeId };
}
