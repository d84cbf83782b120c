import type { CandidateReason, Nanos } from '#model/index.ts';
import { amountOf } from '#standards/openrtb/currency.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import { seededRank } from '../auction/seededRank.ts';
import type { OwnBidExt } from '../auction/ownAd.ts';
import { evaluateCampaign, type CampaignOffer } from './evaluateCampaign.ts';
import type { CompiledCampaign } from './compileCampaign.ts';
import type { MatchIndex } from './matchIndex.ts';
import type { OwnBidsSetting } from './ownBidsSetting.ts';

/** A campaign's bid. CPMs are nano-USD. Plain data, so that traces can store it. */
export interface OwnBid {
  campaignId: number;
  advertiserId: number;
  creativeId: number;
  /** The charge to the advertiser per 1,000 impressions. */
  cpm: Nanos;
  /** The price with which it competes: `cpm` less the campaign's margin. */
  worth: Nanos;
  /** Our id of its deal; 0 = none. */
  dealId: number;
  /** As in OpenRTB: `price` is `worth` in USD. */
  bid: Bid;
}

/** The outcome of an evaluated campaign. */
export interface CampaignOutcome {
  campaignId: number;
  advertiserId: number;
  /** null when its bid is returned. */
  reason: CandidateReason | null;
}

/** The bids of an account's campaigns on an imp. */
export interface OwnBids {
  /** Best first. */
  bids: OwnBid[];
  /** Empty when they are not recorded. */
  outcomes: CampaignOutcome[];
}

const maxBids = 10;
/** Bids beyond those that fill the imp: the best may not fit beside other ads. Each costs rendering its markup. */
const spareBids = 2;
const maxOutcomes = 50;

/** The bids of an account's campaigns on one imp, best first, and the outcomes of the evaluated campaigns. */
export function ownBids(index: MatchIndex, setting: OwnBidsSetting): OwnBids {
  const offers: CampaignOffer[] = [];
  const lost: CampaignOutcome[] = [];
  // Frequency caps may leave the best bids to other imps of the request: then the next-best are needed too.
  let capped = 0;
  const wanted = () => Math.min(maxBids, setting.slots + spareBids) + Math.min(capped, setting.others);
  const evaluate = (campaign: CompiledCampaign) => {
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

/** Limits the recorded outcomes; watched campaigns come first. */
function limitOutcomes(outcomes: CampaignOutcome[], watched: readonly number[] = []): CampaignOutcome[] {
  if (outcomes.length <= maxOutcomes) return outcomes;
  const isWatched = ({ campaignId }: CampaignOutcome) => watched.includes(campaignId);
  return [...outcomes.filter(isWatched), ...outcomes.filter((each) => !isWatched(each))].slice(0, maxOutcomes);
}

/** Whether no further bid of at most `maxBid` can be among the best. */
function areBestKnown(offers: CampaignOffer[], maxBid: Nanos, wanted: number, setting: OwnBidsSetting): boolean {
  if (offers.length < wanted || (setting.areDealsFirst && setting.imp.pmp?.deals?.length)) return false;
  let better = 0;
  for (const { worth } of offers) if (worth > maxBid) better += 1;
  return better >= wanted;
}

/** Compares offers, better first: deals first where preferred, then price, then a draw. */
function compareOffers(a: CampaignOffer, b: CampaignOffer, { areDealsFirst, seed }: OwnBidsSetting): number {
  if (areDealsFirst && (a.deal === null) !== (b.deal === null)) return a.deal === null ? 1 : -1;
  return b.worth - a.worth || seededRank(seed, a.campaign.id, 1) - seededRank(seed, b.campaign.id, 1);
}

function outcomeOf({ campaign: { id, advertiserId } }: CampaignOffer, reason: CandidateReason | null): CampaignOutcome {
  return { campaignId: id, advertiserId, reason };
}

/** AdCOM markup types. */
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
