import type { Ask } from '#engine/auction/ask.ts';
import { floorFor } from '#engine/auction/standing.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import { campaignsOf } from '#engine/buying/campaignsOf.ts';
import { creativeMarkup } from '#engine/buying/markup/creativeMarkup.ts';
import type { MarkupPlace } from '#engine/buying/markup/shownCreative.ts';
import { ownBids, type CampaignOutcome } from '#engine/buying/ownBids.ts';
import { watchedCampaigns } from '#engine/snapshot/isWatched.ts';
import { isInvalid, type CampaignRow } from '#model/index.ts';
import { fillVastMacros } from '#standards/macros.ts';
import type { ReceivedBids } from '#standards/openrtb/readBidResponse.ts';
import type { Bid } from '#standards/openrtb/responseTypes.ts';
import type { ImpContext } from '../imp/impContext.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { tagMacros } from '../imp/tagMacros.ts';

type CampaignDeps = Pick<
  ServingDeps,
  'snapshot' | 'budgets' | 'learned' | 'markup' | 'adsUrl' | 'sellerDomain' | 'random'
>;

/**
 * The bids of an account's own campaigns on impressions of one viewer, as a bid response, so that they are judged, traced
 * and held again like everybody's; null = none. What became of the campaigns that were looked at is in its `ext`, where a
 * trace of the request is kept.
 */
export function ownBidsFor(
  deps: CampaignDeps,
  impression: ImpContext,
  settings: readonly AuctionSetting[],
  asks: readonly Ask[],
): ReceivedBids | null {
  const bids: Bid[] = [];
  const fates: Record<string, CampaignOutcome[]> = {};
  let id = '';
  for (const ask of asks) {
    const setting = settings[ask.slot];
    if (!setting) continue;
    const { request, imp } = setting.offered();
    ({ id } = request);
    const own = bidsOn(deps, impression, setting, ask, settings.length - 1);
    fates[imp.id] = own.fates;
    for (const { bid } of own.bids) {
      // Under an id of its own among all of the request; of equals the first one wins.
      bid.id = String(bids.length + 1);
      bids.push(bid);
    }
  }
  if (bids.length === 0 && !impression.trace) return null;
  const answer: ReceivedBids = { id, cur: 'USD', seatbid: bids.length > 0 ? [{ bid: bids }] : [] };
  if (impression.trace) answer.ext = { fates };
  return answer;
}

function bidsOn(
  deps: CampaignDeps,
  impression: ImpContext,
  setting: AuctionSetting,
  { candidate }: Ask,
  others: number,
): ReturnType<typeof ownBids> {
  const { plan, traits, seed, rates, isPrivate = false } = setting;
  const { request, imp } = setting.offered();
  const { rows } = deps.snapshot();
  const place = placeOf(deps, impression);
  return ownBids(campaignsOf(deps.snapshot(), plan.demandId), {
    place: { supplierId: plan.supplier?.id ?? 0, channelId: plan.channelId },
    imp,
    request,
    traits,
    floor: floorFor(setting, candidate),
    costTerms: plan.costTerms,
    isPrivate,
    slots: setting.pod?.slots ?? 1,
    areDealsFirst: plan.areDealsFirst,
    isInvalid: isInvalid(impression.record.origin.ivt),
    rates,
    creativeRules: candidate.creativeRules,
    quality: plan.quality,
    seat: plan.supplier?.seat ?? '',
    now: impression.record.at,
    seed,
    adsLeft: ({ id }) => adsLeftOf(impression, rows.campaign.get(id)),
    others,
    mayBid: (campaignId, price) => deps.budgets.mayBid(campaignId, price),
    tellsFates: impression.trace !== null,
    learned: deps.learned(impression.record.origin.app || impression.record.origin.site),
    fits: ({ row }, asked) => asked.native === undefined || creativeMarkup(row, asked, place) !== null,
    markup: ({ row }, _campaign, asked) => creativeMarkup(row, asked, place) ?? '',
    ...(impression.trace ? { watched: watchedCampaigns(deps.snapshot(), plan.demandId, impression.record.at) } : {}),
  });
}

function adsLeftOf({ delivery }: ImpContext, campaign: CampaignRow | undefined): number {
  return campaign ? delivery.adsLeftOf(campaign) : Infinity;
}

/** What is written into the markup of creatives for an impression. */
function placeOf({ adsUrl, sellerDomain, markup, random }: CampaignDeps, impression: ImpContext): MarkupPlace {
  return {
    mediaUrl: `${adsUrl}/media`,
    registry: sellerDomain,
    written: markup.written,
    fill: (text) =>
      fillVastMacros(
        text,
        tagMacros(impression, impression.privacy.factsFor(null), { random: random(), serverSide: '0' }),
      ),
  };
}
