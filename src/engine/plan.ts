import type {
  AdvertiserRow,
  CandidateReason,
  ChannelRow,
  DemandAccountRow,
  Environment,
  Nanos,
  SubpublisherRow,
  SupplyReason,
  TagRow,
  WaterfallRow,
} from '#model/index.ts';
import { nanosPerImpression } from '#model/index.ts';
import { partnerById } from '#model/reference/partners.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import { flightOf, type Flight } from './flight.ts';
import type { PixelFacts } from './pixelFacts.ts';
import {
  cpm,
  learnedFloorsOf,
  paramsOf,
  postbidOf,
  timeOf,
  type OwnParams,
  type PostbidTerms,
  type PostbidVendorsOf,
} from './planParts.ts';
import { cpmForMargin, guaranteedCpm, unpaid, type CostTerms } from './pricing.ts';
import { podRulesOf, type PodRules } from './podTerms.ts';
import { qualityOf, type Quality } from './quality.ts';
import type { CreativeRule } from './targeting/creativeRules.ts';
import { join, type Restriction } from './targeting/restriction.ts';
import type { Rule } from './targeting/rule.ts';

/** What serving needs of a tag. One object per state of a tag: caches may key on its identity. */
export interface TagFacts {
  id: number;
  uid: string;
  demandId: number;
  advertiserId: number;
  isActive: boolean;
  /** Its number in the Global Vendor List; null = unknown. */
  gvlId: number | null;
  integration: TagRow['integration'];
  source: TagRow['source'];
  url: string;
  handling: TagRow['handling'];
  vastXml: string;
  timeoutMs: number;
  rateModel: TagRow['rateModel'];
  /** CPM in nano-USD. */
  rate: Nanos;
  /** Least CPM of a dynamic answer in nano-USD; 0 for fixed rates. */
  floor: Nanos;
  /** Name of the marketplace partner through whom it sells; empty where the sale is direct. */
  marketplace: string;
  /** How bids are asked for; null for VAST. */
  bidder: BidderFacts | null;
}

/** How a tag's bids are asked for. */
export interface BidderFacts {
  /** Where bid requests go; empty for partners behind the Prebid Server. */
  endpoint: string;
  version: TagRow['rtbVersion'];
  isGzipped: boolean;
  /** Seats that may bid; empty = all. */
  seats: readonly string[];
  /** What it is asked for; empty = everything that is offered. */
  mediaTypes: readonly MediaType[];
  isSecondPrice: boolean;
  /** ISO 4217, of its floors and bids. */
  currency: string;
  /** Behind the Prebid Server: the bidder's code and parameters. */
  prebid: { code: string; params: Readonly<Record<string, string | number>> } | null;
}

/** What became of one candidate of a request, in the form in which it is recorded. */
export interface Fate {
  readonly tagId: number;
  readonly advertiserId: number;
  readonly tier: number;
  /** null for the winner. */
  readonly reason: CandidateReason | null;
  /** Whether a call was sent, or its stored ad considered. */
  readonly wasSent: boolean;
  /** Whether it answered with a usable ad. */
  readonly hasAnswered: boolean;
  /** Name of the marketplace partner through whom it sells; absent where the sale is direct. */
  readonly marketplace?: string;
}

/** The fate of a candidate. */
export function fate(
  { tag, tier }: Pick<Candidate, 'tag' | 'tier'>,
  reason: CandidateReason | null,
  wasSent: boolean,
  hasAnswered: boolean,
): Fate {
  const { id: tagId, advertiserId, marketplace } = tag;
  if (marketplace === '') return { tagId, advertiserId, tier, reason, wasSent, hasAnswered };
  return { tagId, advertiserId, tier, reason, wasSent, hasAnswered, marketplace };
}

/** How often one viewer may see the ads of a tag. */
export interface Frequency {
  imps: number;
  windowMs: number;
  by: TagRow['freqBy'];
}

/** A tag's place in the waterfall of one channel. */
export interface Candidate {
  tag: TagFacts;
  tier: number;
  weight: number;
  /** Its place in the order of its tier, from 1 on; null = not known, or the channel has no such order. */
  place: number | null;
  /** Whether its price can follow a floor that the channel has learned: it has no floor of its own here. */
  followsFloor: boolean;
  /** The least CPM in nano-USD at which it may serve here. */
  floor: Nanos;
  /** What the channel's payment and margin take of a CPM at least, whatever a deal says. */
  leastCpm: Nanos;
  /** When it may serve; null = always. */
  flight: Flight | null;
  /** Until when it rests because of a cap, in milliseconds since the epoch; 0 when it does not. */
  restsUntil: number;
  /** Calls a second that it takes; null = any number. */
  qps: number | null;
  /** Percent of the requests that it takes, to spread its caps over their periods. */
  pacing: number;
  /** How often one viewer may see its ads; null = any number. */
  frequency: Frequency | null;
  /** Whether invalid traffic never reaches it. */
  checksIvt: boolean;
  /** Vendors that measure its impressions here, as the channel or the tag says. */
  postbid: PostbidVendorsOf;
  /** What its advertiser and its tag ask of requests. */
  rules: readonly Rule[];
  /** Which creatives may be shown: what channel, sub-publisher, advertiser and tag say. */
  creativeRules: readonly CreativeRule[];
  /** Pixels of its ads here: those of the channel, of the tag and of the whole account, each once. */
  pixels: readonly PixelFacts[];
  /** Its fate when others fill the request: the most frequent one, shared by all requests. */
  unasked: Fate;
}

/** Candidates that compete with each other, best rate first. */
export interface Tier {
  tier: number;
  candidates: readonly Candidate[];
  /** Whether two of them have the same rate, so that chance orders them. */
  hasTies: boolean;
  /** Whether they are ordered by what was measured of them. */
  isOptimized: boolean;
}

/** Everything that decides about requests of one channel; immutable, rebuilt when one of its parts changes. */
export interface ChannelPlan {
  channelId: number;
  uid: string;
  demandId: number;
  subpublisherId: number;
  environment: Environment;
  /** Why every request is answered with no ad; null when requests pass. */
  gate: Extract<SupplyReason, 'account_inactive' | 'channel_inactive'> | null;
  /** Until when the channel rests because of a cap, in milliseconds since the epoch; 0 when it does not. */
  restsUntil: number;
  /** What the sub-publisher and the channel ask of requests. */
  rules: readonly Rule[];
  /** The account's zone, in whole hours from UTC. */
  zoneHours: number;
  /** The account's own parameters, by their names in lower case. */
  params: OwnParams;
  costTerms: CostTerms;
  /** System cost of a request and of an impression, in nano-USD. */
  requestFee: Nanos;
  impressionFee: Nanos;
  /** The operator's part of marketplace revenue. */
  dspShareBasisPoints: number;
  timeoutMs: number;
  parallelCalls: number;
  answerVersion: ChannelRow['answerVersion'];
  /** Requests a second that it takes; null = any number. */
  qps: number | null;
  checksIvt: boolean;
  /** Whether its account gives no ad to what is found invalid. */
  blocksIvt: boolean;
  isAdsTxtEnforced: boolean;
  schainMode: ChannelRow['schainMode'];
  /** Whether bids under a deal win against dearer ones without. */
  areDealsFirst: boolean;
  /** How impressions are measured after they were bought; null where nothing is. */
  postbid: PostbidTerms | null;
  /** What its ads must be; null = anything. */
  quality: Quality | null;
  pod: PodRules;
  /** The channel's own floor, CPM in nano-USD. */
  floor: Nanos;
  /** Floors that were learned, by market, in nano-USD; null where the floor is static. */
  learnedFloors: ReadonlyMap<string, Nanos> | null;
  /** Eligible candidates only, tier 1 first. */
  tiers: readonly Tier[];
  /** Whether some candidate is eligible for some requests or at some times only. */
  isConditional: boolean;
  /** Fates of those that are out before anything is asked. */
  ineligible: readonly Fate[];
}

/** The parts of a plan. Rows that the channel names and that are unknown are undefined. */
export interface PlanParts {
  channel: ChannelRow;
  account: DemandAccountRow | undefined;
  subpublisher: SubpublisherRow | undefined;
  /** What the sub-publisher and the channel carry. */
  restriction: Restriction;
  waterfall: readonly WaterfallPart[];
}

/** A tag in the waterfall. */
export interface WaterfallPart {
  row: WaterfallRow;
  tag: TagFacts;
  tagRow: TagRow;
  advertiser: AdvertiserRow | undefined;
  /** What the advertiser and the tag carry. */
  restriction: Restriction;
  pixels: readonly PixelFacts[];
}

/** The facts of a tag row. */
export function tagFacts(row: TagRow): TagFacts {
  return {
    id: row.id,
    uid: row.uid,
    demandId: row.demandId ?? 0,
    advertiserId: row.advertiserId,
    isActive: row.status === 1,
    gvlId: row.gvlId,
    source: row.source,
    url: row.url,
    handling: row.handling,
    vastXml: row.vastXml,
    integration: row.integration,
    timeoutMs: row.timeoutMs,
    rateModel: row.integration === 'VAST' ? row.rateModel : 'dynamic',
    rate: row.integration === 'VAST' ? cpm(row.rate) : 0,
    floor: row.integration !== 'VAST' || row.rateModel === 'dynamic' ? cpm(row.floor) : 0,
    marketplace: marketplaceOf(row),
    bidder: bidderOf(row),
  };
}

/** Ad tag URLs and stored VAST are what the account has agreed with the advertiser itself; bids come from a marketplace. */
function marketplaceOf({ integration, marketplaceName, partner, name }: TagRow): string {
  if (integration === 'VAST') return '';
  const known = integration === 'PreBid' ? partnerById(partner) : undefined;
  return (marketplaceName || known?.name.replace(/ \(Prebid\)$/, '') || name).slice(0, 64);
}

function bidderOf(row: TagRow): BidderFacts | null {
  if (row.integration === 'VAST') return null;
  const isRtb = row.integration === 'RTB';
  return {
    endpoint: isRtb ? row.endpoint : '',
    version: isRtb ? row.rtbVersion : '2.6',
    isGzipped: isRtb && row.isGzipped,
    seats: isRtb ? row.seats : [],
    mediaTypes: row.mediaTypes as MediaType[],
    isSecondPrice: isRtb && row.auctionType === 'second',
    currency: isRtb ? row.currency : 'USD',
    prebid: isRtb ? null : { code: partnerById(row.partner)?.variantOf ?? row.partner, params: row.partnerParams },
  };
}

/** How the channel is paid for: by its own terms, else by those of its sub-publisher. */
function costTermsOf(channel: ChannelRow, subpublisher: SubpublisherRow | undefined): CostTerms {
  const source = channel.costModel === 'inherit' ? subpublisher : channel;
  if (!source || source.costModel === 'inherit') return unpaid;
  return {
    model: source.costModel,
    shareBasisPoints: Math.round(source.costShare * 100),
    cpm: cpm(source.costCpm),
  };
}

function gateOf({ channel, account, subpublisher }: PlanParts): ChannelPlan['gate'] {
  if (account?.status !== 1) return 'account_inactive';
  if (channel.status !== 1) return 'channel_inactive';
  if (channel.subpublisherId !== null && subpublisher?.status !== 1) return 'channel_inactive';
  return null;
}

function ineligibility(
  candidate: Candidate,
  row: WaterfallRow,
  advertiser: AdvertiserRow | undefined,
): CandidateReason | null {
  if (!row.isEnabled || !candidate.tag.isActive) return 'inactive';
  if (advertiser?.status !== 1) return 'advertiser_inactive';
  if (candidate.tag.rateModel === 'fixed' && candidate.tag.rate < candidate.floor) return 'floor';
  return null;
}

/** Builds the plan of a channel. Candidates of another account than the channel's are left out. */
export function buildPlan(parts: PlanParts): ChannelPlan {
  const { channel, account, subpublisher } = parts;
  const zoneHours = account?.timezone ?? 0;
  const costTerms = costTermsOf(channel, subpublisher);
  const channelFloor = cpm(channel.floor);
  const marginFloor = cpmForMargin(costTerms, Math.round(channel.minMargin * 100));
  const eligible = new Map<number, Candidate[]>();
  const ineligible: Fate[] = [];
  for (const { row, tag, tagRow, advertiser, restriction, pixels } of parts.waterfall) {
    if (tag.demandId !== channel.demandId) continue;
    const ownFloor = row.floor === null ? channelFloor : cpm(row.floor);
    const leastCpm = Math.max(guaranteedCpm(costTerms), marginFloor ?? 0);
    const candidate: Candidate = {
      tag,
      tier: row.tier,
      weight: row.weight,
      place: channel.optimizeBy === 'none' ? null : row.place,
      followsFloor: row.floor === null && tag.rateModel === 'dynamic',
      floor: Math.max(ownFloor, tag.floor, leastCpm),
      leastCpm,
      flight: flightOf(tagRow.startsOn, tagRow.endsOn, zoneHours),
      restsUntil: timeOf(tagRow.cappedUntil),
      qps: tagRow.qps,
      pacing: tagRow.pace,
      frequency: frequencyOf(tagRow),
      checksIvt: tagRow.checkIVT,
      postbid: {
        pix: channel.postbidPix || tagRow.postbidPix,
        wh: channel.postbidWh || tagRow.postbidWh,
      },
      rules: restriction.rules,
      creativeRules: join([parts.restriction, restriction]).creatives,
      pixels,
      unasked: fate({ tag, tier: row.tier }, 'tier_not_reached', false, false),
    };
    const reason = ineligibility(candidate, row, advertiser) ?? (marginFloor === null ? 'margin' : null);
    if (reason) ineligible.push(fate(candidate, reason, false, false));
    else if (eligible.get(row.tier)?.push(candidate) === undefined) eligible.set(row.tier, [candidate]);
  }
  const tiers = [...eligible].sort(([a], [b]) => a - b).map(([tier, candidates]) => buildTier(tier, candidates));
  return {
    channelId: channel.id,
    uid: channel.uid,
    demandId: channel.demandId ?? 0,
    subpublisherId: channel.subpublisherId ?? 0,
    environment: channel.environment,
    gate: gateOf(parts),
    restsUntil: timeOf(channel.cappedUntil),
    rules: parts.restriction.rules,
    zoneHours,
    params: paramsOf(account?.tagParams ?? []),
    costTerms,
    requestFee: account ? nanosPerImpression(account.priceReq) : 0,
    impressionFee: account ? nanosPerImpression(account.priceImp) : 0,
    // A snapshot that an earlier version kept lacks the share.
    dspShareBasisPoints: Math.round((account?.priceDsp ?? 0) * 100),
    timeoutMs: channel.timeoutMs,
    parallelCalls: channel.parallelCalls,
    answerVersion: channel.answerVersion,
    qps: channel.qps,
    checksIvt: channel.checkIVT,
    blocksIvt: account?.blockIVT ?? false,
    isAdsTxtEnforced: channel.isAdsTxtEnforced,
    schainMode: channel.schainMode,
    areDealsFirst: channel.areDealsFirst,
    postbid: account ? postbidOf(account) : null,
    quality: qualityOf(channel),
    pod: podRulesOf(channel),
    floor: channelFloor,
    learnedFloors: learnedFloorsOf(channel),
    tiers,
    isConditional: tiers.some(({ candidates }) => candidates.some(isConditional)),
    ineligible,
  };
}

function isConditional({ flight, restsUntil, rules, pacing, frequency, checksIvt, tag }: Candidate): boolean {
  const isNarrowed = flight !== null || restsUntil > 0 || rules.length > 0 || pacing < 100;
  return isNarrowed || frequency !== null || checksIvt || tag.bidder !== null;
}

function frequencyOf({ freqImps, freqHours, freqBy }: TagRow): Frequency | null {
  return freqImps === null ? null : { imps: freqImps, windowMs: freqHours * 3_600_000, by: freqBy };
}

function buildTier(tier: number, candidates: Candidate[]): Tier {
  candidates.sort((a, b) => b.tag.rate - a.tag.rate || a.tag.id - b.tag.id);
  const hasTies = candidates.some((candidate, index) => candidate.tag.rate === candidates[index + 1]?.tag.rate);
  const isOptimized = candidates.length > 1 && candidates.some(({ place }) => place !== null);
  return { tier, candidates, hasTies, isOptimized };
}
