import type { CandidateReason, Nanos } from '#model/index.ts';
import type { AuctionMacroValues } from '#standards/openrtb/bid/auctionMacros.ts';
import type { Rates } from '#standards/openrtb/currency.ts';
import type { AdTerms } from '#standards/openrtb/bid/adFault.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Deal, Imp, MediaType } from '#standards/openrtb/types.ts';
import type { CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { InlineAd, WrapperAd } from '#standards/vast/types.ts';
import type { Candidate, ChannelPlan, AuctionOutcome, CompiledTag, Tier } from '../plan/plan.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { AdResponse, VastResponse } from './vastResponse.ts';
import type { CallFailure } from './callFailure.ts';
import type { CallOrder } from './callOrder.ts';
import type { OwnAd } from './ownAd.ts';
import type { PodAd, PodTerms } from './pod.ts';

/** A side effect that an auction needs. Times are milliseconds since the epoch. */
export type Effect =
  /** Fetch a URL template for a candidate; `wrappers` led to it. Respond by the deadline. */
  | {
      kind: 'call';
      callId: number;
      candidate: Candidate;
      url: string;
      wrappers: readonly WrapperAd[];
      deadline: number;
    }
  /** Request bids from a candidate. Respond by the deadline. */
  | { kind: 'request_bids'; callId: number; candidate: Candidate; deadline: number }
  /** Abort a call: its response is no longer needed. */
  | { kind: 'cancel'; callId: number }
  /** Report a VAST error code to Error URLs of a chain. */
  | { kind: 'report'; urls: readonly string[]; code: number }
  /** Send a clock input at this time unless another input comes first. */
  | { kind: 'wake'; at: number };

/** The result of a call: text, bids for this imp, or a failure. */
export type CallResult =
  | { ok: true; text: string }
  | { ok: true; bids: readonly SeatedBid[]; broken: readonly LostBid[]; currency: string }
  | { ok: false; reason: CallFailure };

/** A bid with its seat. */
export interface SeatedBid {
  /** Empty where the response has none. */
  seat: string;
  /** The response's `bidid`; the bid's `id` where it has none. */
  bidId: string;
  bid: Bid;
}

/** An input to an auction. */
export type AuctionInput =
  | { kind: 'reply'; now: number; callId: number; reply: CallResult }
  | { kind: 'clock'; now: number }
  /** Other imps sold ads: `ads` in the same pod, `shown` the campaigns near a frequency cap in the whole request. */
  | { kind: 'sold_elsewhere'; now: number; ads: readonly PodAd[]; shown: readonly number[] };

/**
 * The ad that won: a tag's stored ad as it is, an ad merged from a chain of `depth` wrappers, a tag or a bid's wrapper
 * for the player to follow, or markup other than VAST. `medium` is absent where the VAST leaves it open.
 */
export type WinningAd =
  | { kind: 'stored'; medium?: 'video' | 'audio' }
  | { kind: 'merged'; ad: InlineAd; depth: number; medium?: 'video' | 'audio' }
  | { kind: 'wrapper' }
  | { kind: 'passed'; ad: WrapperAd; medium?: 'video' | 'audio' }
  | { kind: 'markup'; mediaType: MediaType; markup: string };

/** A bid that passed all checks. CPMs are nano-USD. */
export interface ValidBid extends SeatedBid {
  mediaType: MediaType;
  deal: Deal | null;
  /** Set on bids of own campaigns. */
  own: OwnAd | null;
  /** ISO 4217. The currency of its price and of its notices. */
  currency: string;
  /** The bid price. */
  cpm: Nanos;
  /** The maximum that it pays: its price, or the fixed price of its deal. */
  worth: Nanos;
  /** The minimum that it must pay. */
  floor: Nanos;
  /** The price named in its win notice, where the markup had to be fetched with that notice. */
  notifiedCpm?: Nanos;
}

/** A winning bid, with its notices. */
export interface WonBid {
  bid: ValidBid;
  /** Values of the macros in its markup: fill them when the markup is written. */
  values: AuctionMacroValues;
  /** Notice URLs with their macros filled; null where the bid has none. Call `bill` with the impression. */
  win: string | null;
  bill: string | null;
}

/** A sold ad. CPMs are nano-USD. */
export interface Sale {
  winner: Candidate;
  /** Gross revenue. */
  cpm: Nanos;
  /** The part shared with the supply side, after the winner's margin. */
  net: Nanos;
  ad: WinningAd;
  /** null when the ad did not come from a bid. */
  won: WonBid | null;
  /** Only for ads in pods. */
  podAd?: PodAd;
}

/** The result of an auction. Every candidate of the plan has exactly one outcome. */
export type Decision = (
  | ({
      kind: 'filled';
      /** The other ads of a pod, in playing order. */
      further: readonly Sale[];
      outcomes: AuctionOutcome[];
    } & Sale)
  | { kind: 'unfilled'; reason: 'no_candidates' | 'no_answer'; outcomes: AuctionOutcome[] }
) & {
  /** Loss notice URLs with their macros filled. */
  lossNotices: string[];
};

/** The result of a step: perform the effects, then wait for the next input unless there is a decision. */
export interface Step {
  state: AuctionState;
  effects: Effect[];
  decision: Decision | null;
}

/** The offer to bidders: the request without its imps, and this imp. */
export interface Offered {
  request: Omit<BidRequest, 'imp'>;
  imp: Imp;
}

/** The inputs of an auction. */
export interface AuctionSetting {
  plan: ChannelPlan;
  /** A 32-bit integer that decides every draw. */
  seed: number;
  /** Parses the VAST stored with a tag. Pass a memoised function. */
  readStored: (tag: CompiledTag) => VastResponse;
  /**
   * Parses a VAST response or the VAST of a bid by this buyer. Pass a cached function for texts that are read again.
   * Absent = each is parsed.
   */
  readText?: (text: string, buyer: CompiledTag) => VastResponse;
  /** Identifies the creative of an ad. Pass a memoised function. */
  creativeOf: (ad: InlineAd) => CreativeIdentity;
  /** The request's traits; read only when a rule needs them. */
  traits: RequestTraits;
  /**
   * Arrival of the request, in milliseconds since the epoch: only deals in flight then are offered. Absent = flights
   * are ignored.
   */
  at?: number;
  /** The media types that can fill the imp. */
  mediaTypes: readonly MediaType[];
  /** The minimum CPM of the caller, as net revenue, in nano-USD. */
  floor: Nanos;
  /** The channel's dynamic floor for candidates whose prices can follow it, in nano-USD. Absent = none. */
  dynamicFloor?: Nanos;
  /** Returns what bidders are offered; called only when there are bidders. Pass a memoised function. */
  offered: () => Offered;
  /**
   * Returns what the request asks of the ads of tags, which are sent no offer; bids must fit what was offered. Absent =
   * nothing.
   */
  adTerms?: () => AdTerms;
  /** Exchange rates. */
  rates: Rates;
  /** The rules of the pod that the imp is, or belongs to; null for a single ad. */
  pod: PodTerms | null;
  /** Whether only bids under a deal may win. Absent = no. */
  isPrivate?: boolean;
  /** Whether partners behind a Prebid Server can be called. */
  hasPrebidServer: boolean;
  /**
   * The reason why a candidate is ineligible at this moment, by viewer or pacing; null = eligible. Absent = all are.
   */
  reject?: (candidate: Candidate) => CandidateReason | null;
  /** The number of further ads of a candidate that the viewer may see; used only for pods. Absent = any number. */
  adsLeft?: (candidate: Candidate) => number;
  /** The reason why a candidate cannot be called now; checked once, when its call is due. Absent = all can. */
  refuseCall?: (candidate: Candidate) => CandidateReason | null;
}

/** The offer of a candidate. `ad` is null while the markup of its bid has not been fetched. */
export interface Offer {
  /** The CPM by which offers are compared, after the candidate's margin. */
  cpm: Nanos;
  ad: WinningAd | null;
  bid: ValidBid | null;
  /** Set in pods. */
  podAd?: PodAd;
}

/** The state of a contender in the current tier. */
export type ContenderStatus =
  | { kind: 'waiting' }
  | { kind: 'requesting'; callId: number; deadline: number }
  | {
      kind: 'calling';
      callId: number;
      deadline: number;
      urls: readonly string[];
      wrappers: readonly WrapperAd[];
      /** Ads to be tried when the chain returns none, the next one first. Absent = none. */
      fallbacks?: readonly FallbackAd[];
      /** The bid whose markup or wrapper chain is being fetched. */
      bid: ValidBid | null;
    }
  | { kind: 'usable'; offer: Offer }
  | { kind: 'out'; reason: CandidateReason; wasSent: boolean };

/** A stand-alone ad of a response, with the wrappers that led to the response. */
export interface FallbackAd {
  ad: AdResponse;
  wrappers: readonly WrapperAd[];
}

/** A candidate in the current tier. It has one contender per ad in pods, and where a frequency cap may remove a bid. */
export interface Contender {
  readonly candidate: Candidate;
  status: ContenderStatus;
}

/** The state of a pod. */
export interface PodState {
  readonly terms: PodTerms;
  /** Ads sold by other imps of the pod. */
  readonly taken: readonly PodAd[];
  /** Sales of the tiers before the current one. */
  readonly sold: readonly (Sale & { podAd: PodAd })[];
  /** The contenders that would win now, best first. */
  readonly placed: readonly Contender[];
}

/** A lost bid as far as its notice needs it, with OpenRTB's loss reason code. */
export interface LostBid extends Omit<SeatedBid, 'bid'> {
  bid: Pick<Bid, 'id' | 'impid' | 'adid' | 'lurl'>;
  currency: string;
  lossCode: number;
}

/** The state of an auction between two inputs, owned as `RequestState`. */
export interface AuctionState {
  readonly setting: AuctionSetting;
  readonly deadline: number;
  /** The plan's tiers, without candidates that are not eligible for this request. */
  readonly tiers: readonly Tier[];
  tierIndex: number;
  /** Ranks in the current tier where it is optimized; null where it is not. */
  positions: CallOrder['positions'];
  /** Those of the current tier, in call order. */
  contenders: Contender[];
  /** Always null in pods. */
  best: (Offer & { contender: Contender }) | null;
  pod: PodState | null;
  /** The own campaigns near a frequency cap whose ads other imps of the request sold; one entry per ad. */
  shown: readonly number[];
  /** Outcomes of finished tiers. */
  outcomes: AuctionOutcome[];
  lost: LostBid[];
  lastCallId: number;
  /** The number of Error URLs reported for each candidate, in all of its chains and ads; null before the first one. */
  reported: Map<Candidate, number> | null;
}
