import type { Nanos } from '#model/index.ts';
import type { Bid } from '#standards/openrtb/responseTypes.ts';
import { campaignsId } from '../buyer.ts';
import type { Candidate, Fate } from '../plan.ts';
import type { ValidBid } from './types.ts';

/** What a bid of an own campaign says of itself beside what others' bids say; its `cid` and `adid` are ids of ours. */
export interface OwnBidExt {
  /** What 1,000 impressions cost its advertiser, in nano-USD: more than the bid where the campaign keeps a margin. */
  charged: Nanos;
  advertiserId: number;
  /** How many more ads of its campaign the viewer may see, where that is fewer than the request has impressions. */
  adsLeft?: number;
}

/** Whose ad an own campaign's bid is. */
export interface OwnAd extends OwnBidExt {
  campaignId: number;
  creativeId: number;
}

/** Whose ad a winner's bid is; null where it is none of an own campaign. */
export function ownAdOf({ tag }: Pick<Candidate, 'tag'>, bid: ValidBid | null): OwnAd | null {
  if (tag.id !== campaignsId || !bid) return null;
  const { charged, ...told } = extOf(bid.bid);
  return {
    ...told,
    charged: Math.max(charged, bid.worth),
    campaignId: Number(bid.bid.cid ?? 0),
    creativeId: Number(bid.bid.adid ?? 0),
  };
}

function extOf({ ext }: Bid): OwnBidExt {
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);
  const told = { charged: numberOf(ext?.['charged']), advertiserId: numberOf(ext?.['advertiserId']) };
  return ext?.['adsLeft'] === undefined ? told : { ...told, adsLeft: numberOf(ext['adsLeft']) };
}

/** A fate with what its bid tells: whose campaign it is, and under which deal it was made. */
export function withBid(fate: Fate, candidate: Candidate, bid: ValidBid | null): Fate {
  const own = ownAdOf(candidate, bid);
  const deal = bid?.deal ? { deal: bid.deal.id.slice(0, 100) } : null;
  if (!own) return deal ? { ...fate, ...deal } : fate;
  const { advertiserId, campaignId, creativeId } = own;
  return { ...fate, advertiserId, campaignId, creativeId, ...deal };
}
