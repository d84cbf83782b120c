import type { CandidateReason, Nanos } from '#model/index.ts';
import { amountOf } from '#standards/openrtb/currency.ts';
import type { Bid } from '#standards/openrtb/responseTypes.ts';
import { pickRandomRank } from '../auction/pickRandomRank.ts';
import type { OwnBidExt } from '../auction/ownAd.ts';
import { evaluateCampaign, type CampaignOffer } from './evaluateCampaign.ts';
import type { CampaignFacts } from './campaignFacts.ts';
import type { MatchIndex } from './matchIndex.ts';
import type { OwnBidsSetting } from './ownBidsSetting.ts';

/** A campaign's bid. CPMs are nano-USD. Plain data, so that traces can keep it. */
export interface OwnBid {
  campaignId: number;
  advertiserId: number;
  creativeId: number;
  /** What its advertiser is charged for 1,000 impressions. */
  cpm: Nanos;
  /** What it competes with: the same without the campaign's margin. */
  worth: Nanos;
  /** The deal of ours that it is under; 0 = none. */
  dealId: number;
  /** As OpenRTB has it: `price` is the worth in USD. */
  bid: Bid;
}

/** What became of a campaign that was looked at. */
export interface CampaignOutcome {
  campaignId: number;
  advertiserId: number;
  /** null for those whose bid is returned. */
  reason: CandidateReason | null;
}

/** The bids of an account's campaigns for an impression. */
export interface OwnBids {
  /** Best first. */
  bids: OwnBid[];
  /** Empty where they are not to be told. */
  outcomes: CampaignOutcome[];
}

const maxBids = 10;
/** Bids beside those that fill the impression: the best may not fit beside other ads. Each costs its markup. */
const spareBids = 2;
const maxOutcomes = 50;

/** The bids of an account's campaigns for one impression, best first, and what became of the campaigns looked at. */
export function ownBids(index: MatchIndex, setting: OwnBidsSetting): OwnBids {
  const offers: CampaignOffer[] = [];
  const lost: CampaignOutcome[] = [];
  // Caps may give their best bids to other impressions of the request: then the next ones are wanted too.
  let capped = 0;
  const wanted = () => Math.min(maxBids, setting.slots + spareBids) + Math.min(capped, setting.others);
  const evaluate = (campaign: CampaignFacts) => {
    const verdict = evaluateCampaign(campaign, setting);
    if (typeof verdict !== 'string') {
      offers.push(verdict);
      if (verdict.adsLeft <= setting.others) capped += 1;
    } else lost.push({ campaignId: campaign.id, advertiserId: campaign.advertiserId, reason: verdict });
  };
  const evaluated = new Set<number>();
  for (const { campaign, maxBid } of index.matching(setting)) {
    if (areBestKnown(offers, maxBid, wanted(), setting)) break;
    evaluate(campaign);
    evaluated.add(campaign.id);
  }
  for (const id of setting.watched ?? []) {
    const campaign = evaluated.has(id) ? undefined : index.campaign(id);
    if (campaign) evaluate(campaign);
  }
  offers.sort((a, b) => compareOffers(a, b, setting));
  const best = offers.slice(0, wanted());
  const bids = best.map((offer) => writeBid(offer, setting));
  if (!setting.recordsOutcomes) return { bids, outcomes: [] };
  const outbid = offers.slice(best.length).map((offer) => outcomeOf(offer, 'outbid'));
  return {
    bids,
    outcomes: limitOutcomes([...best.map((offer) => outcomeOf(offer, null)), ...outbid, ...lost], setting.watched),
  };
}

/** As many fates as are told: those that are watched among them. */
function limitOutcomes(outcomes: CampaignOutcome[], watched: readonly number[] = []): CampaignOutcome[] {
  if (outcomes.length <= maxOutcomes) return outcomes;
  const isWatched = ({ campaignId }: CampaignOutcome) => watched.includes(campaignId);
  return [...outcomes.filter(isWatched), ...outcomes.filter((each) => !isWatched(each))].slice(0, maxOutcomes);
}

/** Whether no bid that is worth at most `reach` can be among the best. */
function areBestKnown(offers: CampaignOffer[], maxBid: Nanos, wanted: number, setting: OwnBidsSetting): boolean {
  if (offers.length < wanted || (setting.areDealsFirst && setting.imp.pmp?.deals?.length)) return false;
  let better = 0;
  for (const { worth } of offers) if (worth > maxBid) better += 1;
  return better >= wanted;
}

/** Below zero where an offer is better than another: deals first where they are, then price, then a draw. */
function compareOffers(a: CampaignOffer, b: CampaignOffer, { areDealsFirst, seed }: OwnBidsSetting): number {
  if (areDealsFirst && (a.deal === null) !== (b.deal === null)) return a.deal === null ? 1 : -1;
  return b.worth - a.worth || pickRandomRank(seed, a.campaign.id, 1) - pickRandomRank(seed, b.campaign.id, 1);
}

function outcomeOf({ campaign: { id, advertiserId } }: CampaignOffer, reason: CandidateReason | null): CampaignOutcome {
  return { campaignId: id, advertiserId, reason };
}

/** AdCOM's numbers of forms. */
const mtypeOf = { banner: 1, video: 2, audio: 3, native: 4 } as const;

function writeBid(
  { campaign, fit, deal, cpm, worth, adsLeft }: CampaignOffer,
  { imp, markup, others }: OwnBidsSetting,
): OwnBid {
  const { creative, protocol } = fit;
  return {
    campaignId: campaign.id,
    advertiserId: campaign.advertiserId,
    creativeId: creative.id,
    cpm,
    worth,
    dealId: deal?.bought.id ?? 0,
    bid: {
      id: String(campaign.id),
      impid: imp.id,
      price: amountOf(worth),
      cid: String(campaign.id),
      adid: String(creative.id),
      ...creative.terms,
      mtype: mtypeOf[campaign.type],
      ...(protocol === undefined ? {} : { protocol }),
      ...(deal ? { dealid: deal.offered.id } : {}),
      adm: markup(creative, campaign, imp, protocol),
      ext: {
        charged: cpm,
        advertiserId: campaign.advertiserId,
        ...(adsLeft <= others ? { adsLeft } : {}),
      } satisfies OwnBidExt,
    },
  };
}
