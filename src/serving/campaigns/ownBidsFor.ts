import type { ImpRequest } from '#engine/auction/impRequest.ts';
import { floorFor } from '#engine/auction/ranking.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import { campaignsOf } from '#engine/buying/campaignsOf.ts';
import { creativeMarkup } from '#engine/buying/markup/creativeMarkup.ts';
import type { MarkupContext } from '#engine/buying/markup/creativeContent.ts';
import { ownBids, type CampaignOutcome } from '#engine/buying/ownBids.ts';
import { watchedCampaigns } from '#engine/snapshot/isWatched.ts';
import { isInvalid, type CampaignRow } from '#model/index.ts';
import { fillVastMacros } from '#standards/macros.ts';
import type { ReceivedBids } from '#standards/openrtb/bid/readBidResponse.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { ImpContext } from '../imp/impContext.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { tagMacros } from '../imp/tagMacros.ts';

type CampaignDeps = Pick<
  ServingDeps,
  'snapshot' | 'budgets' | 'adPerformance' | 'markup' | 'adsUrl' | 'sellerDomain' | 'random'
>;

/**
 * The bids of an account's own campaigns on imps of one viewer, as a bid response, so that they are validated, traced and
 * replayed like any other bid. Returns null when there are none. For a traced request, `ext` holds the outcome of each
 * campaign that was considered.
 */
export function ownBidsFor(
  deps: CampaignDeps,
  impContext: ImpContext,
  settings: readonly AuctionSetting[],
  bidCalls: readonly ImpRequest[],
): ReceivedBids | null {
  const bids: Bid[] = [];
  const outcomes: Record<string, CampaignOutcome[]> = {};
  let id = '';
  for (const bidCall of bidCalls) {
    const setting = settings[bidCall.slot];
    if (!setting) continue;
    const { request, imp } = setting.offered();
    ({ id } = request);
    const own = campaignBidsOn(deps, impContext, setting, bidCall, settings.length - 1);
    outcomes[imp.id] = own.outcomes;
    for (const { bid } of own.bids) {
      // IDs are unique within the request. Among equal bids the first one wins.
      bid.id = String(bids.length + 1);
      bids.push(bid);
    }
  }
  if (bids.length === 0 && !impContext.trace) return null;
  const answer: ReceivedBids = { id, cur: 'USD', seatbid: bids.length > 0 ? [{ bid: bids }] : [] };
  if (impContext.trace) answer.ext = { outcomes };
  return answer;
}

function campaignBidsOn(
  deps: CampaignDeps,
  impContext: ImpContext,
  setting: AuctionSetting,
  { candidate }: ImpRequest,
  others: number,
): ReturnType<typeof ownBids> {
  const { plan, traits, seed, rates, isPrivate = false } = setting;
  const { request, imp } = setting.offered();
  const { rows } = deps.snapshot();
  const place = markupPlaceOf(deps, impContext);
  return ownBids(campaignsOf(deps.snapshot(), plan.demandId), {
    supplySource: { supplierId: plan.supplier?.id ?? 0, channelId: plan.channelId },
    imp,
    request,
    traits,
    floor: floorFor(setting, candidate),
    costTerms: plan.costTerms,
    isPrivate,
    slots: setting.pod?.slots ?? 1,
    areDealsFirst: plan.areDealsFirst,
    isInvalid: isInvalid(impContext.record.origin.ivt),
    rates,
    creativeRules: candidate.creativeRules,
    quality: plan.quality,
    cutoffs: plan.cutoffs,
    seat: plan.supplier?.seat ?? '',
    now: impContext.record.at,
    seed,
    adsLeft: ({ id, frequencies }) =>
      frequencies.length === 0 ? Infinity : adsLeftOf(impContext, rows.campaign.get(id)),
    others,
    mayBid: (campaignId, price) => deps.budgets.mayBid(campaignId, price),
    recordsOutcomes: impContext.trace !== null,
    adPerformance: deps.adPerformance(impContext.record.origin.app || impContext.record.origin.site),
    fits: ({ row }, requestedImp) =>
      requestedImp.native === undefined || creativeMarkup(row, requestedImp, place) !== null,
    markup: ({ row }, _campaign, requestedImp) => creativeMarkup(row, requestedImp, place) ?? '',
    ...(impContext.trace ? { watched: watchedCampaigns(deps.snapshot(), plan.demandId, impContext.record.at) } : {}),
  });
}

function adsLeftOf({ delivery }: ImpContext, campaign: CampaignRow | undefined): number {
  return campaign ? delivery.adsLeftOf(campaign) : Infinity;
}

/** The values that creatives' markup is filled with for an imp. */
function markupPlaceOf({ adsUrl, sellerDomain, markup, random }: CampaignDeps, impContext: ImpContext): MarkupContext {
  return {
    mediaUrl: `${adsUrl}/media`,
    registry: sellerDomain,
    vastCache: markup.written,
    fill: (text) =>
      fillVastMacros(
        text,
        tagMacros(impContext, impContext.privacy.signalsFor(null), { random: random(), serverSide: '0' }),
      ),
  };
}
