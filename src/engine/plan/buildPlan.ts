import type {
  AdvertiserRow,
  CandidateReason,
  ChannelRow,
  DemandAccountRow,
  SubpublisherRow,
  TagRow,
  WaterfallRow,
} from '#model/index.ts';
import { nanosPerImpression } from '#model/index.ts';
import { buyerCandidate } from './buyerCandidate.ts';
import { type Cutoffs, isCutOff } from '../cutoff/cutoffs.ts';
import type { SoldDeals } from '../buying/soldDeals.ts';
import { flightOf } from '../flight.ts';
import type { ActivePixel } from './activePixel.ts';
import {
  outcomeFor,
  type Candidate,
  type ChannelPlan,
  type AuctionOutcome,
  type Frequency,
  type CompiledTag,
  type Tier,
} from './plan.ts';
import { cpm, dynamicFloorsOf, paramsOf, plcmtOfType, verificationOf, timeOf } from './planParts.ts';
import { podRulesOf } from './podTerms.ts';
import { cpmForMargin, guaranteedCpm, unpaid, type CostTerms } from '../pricing.ts';
import { qualityOf } from './quality.ts';
import { join, type Restriction } from '../targeting/restriction.ts';

/** The inputs of a channel's plan. Rows that the channel refers to are undefined when unknown. */
export interface PlanParts {
  channel: ChannelRow;
  account: DemandAccountRow | undefined;
  subpublisher: SubpublisherRow | undefined;
  /** The combined restrictions of the sub-publisher and the channel. */
  restriction: Restriction;
  waterfall: readonly WaterfallPart[];
  /** The deals that the account sells under, by tag. */
  deals: SoldDeals['byTag'];
  /** The account's own campaigns as a bidder, used when the channel admits them, and the pixels of their ads there. */
  campaigns: { tag: CompiledTag; pixels: readonly ActivePixel[] };
  /** The cut-offs of the account; null if there are none. */
  cutoffs: Cutoffs | null;
}

/** A tag in the waterfall. */
export interface WaterfallPart {
  row: WaterfallRow;
  tag: CompiledTag;
  tagRow: TagRow;
  advertiser: AdvertiserRow | undefined;
  /** The combined restrictions of the advertiser and the tag. */
  restriction: Restriction;
  pixels: readonly ActivePixel[];
}

/** The cost terms of the channel: its own, else those of its sub-publisher. */
function costTermsOf(channel: ChannelRow, subpublisher: SubpublisherRow | undefined): CostTerms {
  const source = channel.costModel === 'inherit' ? subpublisher : channel;
  if (!source || source.costModel === 'inherit') return unpaid;
  return {
    model: source.costModel,
    shareBasisPoints: Math.round(source.costShare * 100),
    cpm: cpm(source.costCpm),
  };
}

function gateOf({ channel, account, subpublisher, cutoffs }: PlanParts): ChannelPlan['gate'] {
  if (cutoffs?.has('subpublisher', channel.subpublisherId ?? 0)) return 'cut_off';
  if (account?.status !== 1) return 'account_inactive';
  if (channel.status !== 1) return 'channel_inactive';
  if (channel.subpublisherId !== null && subpublisher?.status !== 1) return 'channel_inactive';
  return null;
}

function ineligibility(
  candidate: Candidate,
  row: WaterfallRow,
  advertiser: AdvertiserRow | undefined,
  cutoffs: Cutoffs | null,
): CandidateReason | null {
  const { id, advertiserId } = candidate.tag;
  if (cutoffs && isCutOff(cutoffs, { tag: id, advertiser: advertiserId })) return 'cut_off';
  if (!row.isEnabled || !candidate.tag.isActive) return 'inactive';
  if (advertiser?.status !== 1) return 'advertiser_inactive';
  if (candidate.tag.rateModel === 'fixed' && candidate.tag.rate < candidate.floor) return 'floor';
  return null;
}

/** Builds the plan of a channel. Candidates of other accounts are left out. */
export function buildPlan(parts: PlanParts): ChannelPlan {
  const { channel, account, subpublisher } = parts;
  const zoneHours = account?.timezone ?? 0;
  const costTerms = costTermsOf(channel, subpublisher);
  const channelFloor = cpm(channel.floor);
  const marginFloor = cpmForMargin(costTerms, Math.round(channel.minMargin * 100));
  const eligible = new Map<number, Candidate[]>();
  const ineligible: AuctionOutcome[] = [];
  for (const { row, tag, tagRow, advertiser, restriction, pixels } of parts.waterfall) {
    if (tag.demandId !== channel.demandId) continue;
    const ownFloor = row.floor === null ? channelFloor : cpm(row.floor);
    const minCpm = Math.max(guaranteedCpm(costTerms), marginFloor ?? 0);
    const candidate: Candidate = {
      tag,
      tier: row.tier,
      weight: row.weight,
      rank: channel.optimizeBy === 'none' ? null : row.place,
      followsFloor: row.floor === null && tag.rateModel === 'dynamic',
      floor: Math.max(ownFloor, tag.floor, minCpm),
      minCpm,
      marginBasisPoints: 0,
      flight: flightOf(tagRow.startsOn, tagRow.endsOn, zoneHours),
      cappedUntil: timeOf(tagRow.cappedUntil),
      qps: tagRow.qps,
      pacing: tagRow.pace,
      frequency: frequencyOf(tagRow),
      checksIvt: tagRow.checkIVT,
      deals: parts.deals.get(tag.id) ?? [],
      verification: {
        pix: channel.postbidPix || tagRow.postbidPix,
        wh: channel.postbidWh || tagRow.postbidWh,
      },
      rules: restriction.rules,
      creativeRules: join([parts.restriction, restriction]).creatives,
      pixels,
      defaultOutcome: outcomeFor({ tag, tier: row.tier }, 'tier_not_reached', false, false),
    };
    const reason = ineligibility(candidate, row, advertiser, parts.cutoffs) ?? (marginFloor === null ? 'margin' : null);
    if (reason) ineligible.push(outcomeFor(candidate, reason, false, false));
    else if (eligible.get(row.tier)?.push(candidate) === undefined) eligible.set(row.tier, [candidate]);
  }
  const { campaignTier } = channel;
  if (campaignTier !== null) {
    const campaigns = campaignsCandidate(parts, campaignTier, {
      floor: Math.max(channelFloor, guaranteedCpm(costTerms), marginFloor ?? 0),
      minCpm: Math.max(guaranteedCpm(costTerms), marginFloor ?? 0),
    });
    if (marginFloor === null) ineligible.push(outcomeFor(campaigns, 'margin', false, false));
    else if (eligible.get(campaignTier)?.push(campaigns) === undefined) eligible.set(campaignTier, [campaigns]);
  }
  const tiers = [...eligible].sort(([a], [b]) => a - b).map(([tier, candidates]) => buildTier(tier, candidates));
  return {
    channelId: channel.id,
    supplier: null,
    uid: channel.uid,
    demandId: channel.demandId ?? 0,
    subpublisherId: channel.subpublisherId ?? 0,
    environment: channel.environment,
    plcmt: plcmtOfType(channel.placementType),
    gate: gateOf(parts),
    cutoffs: parts.cutoffs,
    cappedUntil: timeOf(channel.cappedUntil),
    rules: parts.restriction.rules,
    zoneHours,
    params: paramsOf(account?.tagParams ?? []),
    costTerms,
    ...accountFees(account),
    timeoutMs: channel.timeoutMs,
    returnLatencyMs: 20,
    parallelCalls: channel.parallelCalls,
    answerVersion: channel.answerVersion,
    qps: channel.qps,
    checksIvt: channel.checkIVT,
    blocksIvt: account?.blockIVT ?? false,
    isAdsTxtEnforced: channel.isAdsTxtEnforced,
    schainMode: channel.schainMode,
    areDealsFirst: channel.areDealsFirst,
    verification: account ? verificationOf(account) : null,
    quality: qualityOf(channel),
    pod: podRulesOf(channel),
    floor: channelFloor,
    dynamicFloors: dynamicFloorsOf(channel),
    tiers,
    isConditional: tiers.some(({ candidates }) => candidates.some(isConditional)),
    ineligible,
  };
}

/** The account's own campaigns as a candidate of a channel. */
function campaignsCandidate(
  { restriction, campaigns: { tag, pixels } }: PlanParts,
  tier: number,
  floors: Pick<Candidate, 'floor' | 'minCpm'>,
): Candidate {
  return { ...buyerCandidate(tag, { tier, creativeRules: restriction.creatives, pixels }), ...floors };
}

/** The platform's fees to an account: per request, per impression, and its share of marketplace revenue. */
export function accountFees(
  account: DemandAccountRow | undefined,
): Pick<ChannelPlan, 'requestFee' | 'impressionFee' | 'dspShareBasisPoints'> {
  return {
    requestFee: account ? nanosPerImpression(account.priceReq) : 0,
    impressionFee: account ? nanosPerImpression(account.priceImp) : 0,
    // Snapshots stored by earlier versions lack the share.
    dspShareBasisPoints: Math.round((account?.priceDsp ?? 0) * 100),
  };
}

function isConditional({ flight, cappedUntil, rules, pacing, frequency, checksIvt, tag }: Candidate): boolean {
  const isNarrowed = flight !== null || cappedUntil > 0 || rules.length > 0 || pacing < 100;
  return isNarrowed || frequency !== null || checksIvt || tag.bidder !== null;
}

function frequencyOf({ freqImps, freqHours, freqBy }: TagRow): Frequency | null {
  return freqImps === null ? null : { imps: freqImps, windowMs: freqHours * 3_600_000, by: freqBy };
}

/** Builds a tier with its candidates in call order. */
export function buildTier(tier: number, candidates: Candidate[]): Tier {
  candidates.sort((a, b) => b.tag.rate - a.tag.rate || a.tag.id - b.tag.id);
  const hasTies = candidates.some((candidate, index) => candidate.tag.rate === candidates[index + 1]?.tag.rate);
  const isOptimized = candidates.length > 1 && candidates.some(({ rank }) => rank !== null);
  return { tier, candidates, hasTies, isOptimized };
}
