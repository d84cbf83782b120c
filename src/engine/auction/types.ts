import type { CandidateReason, Nanos } from '#model/index.ts';
import type { AuctionMacroValues } from '#standards/openrtb/auctionMacros.ts';
import type { Rates } from '#standards/openrtb/currency.ts';
import type { Bid } from '#standards/openrtb/responseTypes.ts';
import type { BidRequest, Deal, Imp, MediaType } from '#standards/openrtb/types.ts';
import type { CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { InlineAd, WrapperAd } from '#standards/vast/types.ts';
import type { Candidate, ChannelPlan, AuctionOutcome, TagFacts, Tier } from '../plan/plan.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { Answer } from './answer.ts';
import type { CallFailure } from './callFailure.ts';
import type { CallOrder } from './callOrder.ts';
import type { OwnAd } from './ownAd.ts';
import type { PodAd, PodTerms } from './pod.ts';

/** What an auction asks of its surroundings. Times are milliseconds since the epoch. */
export type Effect =
  /** Fetch a URL template for a candidate; `hop` counts the wrappers before it. Reply until the deadline. */
  | { kind: 'call'; callId: number; candidate: Candidate; url: string; hop: number; deadline: number }
  /** Ask a candidate for bids. Reply until the deadline. */
  | { kind: 'ask'; callId: number; candidate: Candidate; deadline: number }
  /** The reply to a call is of no use any more. */
  | { kind: 'cancel'; callId: number }
  /** Tell every Error URL of a chain a VAST error code. */
  | { kind: 'report'; urls: readonly string[]; code: number }
  /** Send the clock at this time unless something happens before. */
  | { kind: 'wake'; at: number };

/** What became of a call: text, bids for this impression, or nothing. */
export type Reply =
  | { ok: true; text: string }
  | { ok: true; bids: readonly SeatedBid[]; broken: readonly LostBid[]; currency: string }
  | { ok: false; reason: CallFailure };

/** A bid and who makes it. */
export interface SeatedBid {
  /** Empty where the response names none. */
  seat: string;
  /** The bidder's id of its response; that of the bid where it has none. */
  bidId: string;
  bid: Bid;
}

/** What happens to an auction. */
export type AuctionInput =
  | { kind: 'reply'; now: number; callId: number; reply: Reply }
  | { kind: 'clock'; now: number }
  /** Other impressions are sold: those of the pod with these ads, all of the request with ads of these campaigns. */
  | { kind: 'taken'; now: number; ads: readonly PodAd[]; shown: readonly number[] };

/**
 * The ad that won: a tag's stored ad as it is, an ad merged from a chain of `depth` wrappers, a tag or a bid's wrapper for
 * the player to follow, or markup that is no VAST.
 */
export type WinningAd =
  | { kind: 'stored' }
  | { kind: 'merged'; ad: InlineAd; depth: number }
  | { kind: 'wrapper' }
  | { kind: 'passed'; ad: WrapperAd }
  | { kind: 'markup'; mediaType: MediaType; markup: string };

/** A bid that keeps every rule. CPMs are nano-USD. */
export interface ValidBid extends SeatedBid {
  mediaType: MediaType;
  deal: Deal | null;
  /** Whose ad it is, where an own campaign bids. */
  own: OwnAd | null;
  /** ISO 4217, of its price and of what is told to the bidder. */
  currency: string;
  /** Its price. */
  cpm: Nanos;
  /** What it pays at most: its price, or that of its deal. */
  worth: Nanos;
  /** What it must pay at least. */
  floor: Nanos;
  /** What it was told that it pays, where its markup had to be asked for with the notice of its win. */
  notifiedCpm?: Nanos;
}

/** A winning bid, with what its bidder is to be told. */
export interface WonBid {
  bid: ValidBid;
  /** What the macros in its markup say: fill them where the markup is written. */
  values: AuctionMacroValues;
  /** URLs with their macros filled; null where the bid has none. `bill` is due with the impression. */
  win: string | null;
  bill: string | null;
}

/** An ad that was sold. CPMs are nano-USD. */
export interface Sale {
  winner: Candidate;
  /** What 1,000 impressions earn. */
  cpm: Nanos;
  /** What of it is shared with the supply side: what the winner's margin leaves. */
  net: Nanos;
  ad: WinningAd;
  /** null when the ad was no bid. */
  won: WonBid | null;
  /** Of ads in pods alone. */
  podAd?: PodAd;
}

/** The end of an auction. Every candidate of the plan has exactly one fate. */
export type Decision = (
  | ({
      kind: 'filled';
      /** The further ads of a pod, in the order in which they play. */
      further: readonly Sale[];
      outcomes: AuctionOutcome[];
    } & Sale)
  | { kind: 'unfilled'; reason: 'no_candidates' | 'no_answer'; outcomes: AuctionOutcome[] }
) & {
  /** URLs that tell bidders of lost bids, with their macros filled. */
  lossNotices: string[];
};

/** A step's result: carry out the effects, then wait for an input unless there is a decision. */
export interface Step {
  state: AuctionState;
  effects: Effect[];
  decision: Decision | null;
}

/** What bidders are offered: the request without its impressions, and this impression. */
export interface Offered {
  request: Omit<BidRequest, 'imp'>;
  imp: Imp;
}

/** What an auction runs on. */
export interface AuctionSetting {
  plan: ChannelPlan;
  /** A 32-bit integer that decides every draw. */
  seed: number;
  /** Reads the VAST stored with a tag; give a memoised one. */
  readStored: (tag: TagFacts) => Answer;
  /** Reads a VAST answer; give one that remembers where answers are read again. Absent = each is read anew. */
  readText?: (text: string) => Answer;
  /** Which creative an ad shows; give a memoised one. */
  creativeOf: (ad: InlineAd) => CreativeIdentity;
  /** What the request tells; read only where something depends on it. */
  traits: RequestTraits;
  /** When the request came: deals that are offered are in force then. Absent = they are at any time. */
  at?: number;
  /** The forms in which the impression can be filled. */
  mediaTypes: readonly MediaType[];
  /** The least CPM that whoever asks takes, in what must be earned for it. */
  floor: Nanos;
  /** The least CPM that the channel has learned to ask of prices that can follow. Absent = nothing was learned. */
  learnedFloor?: Nanos;
  /** What bidders are offered; asked for only where there are bidders. Give a memoised one. */
  offered: () => Offered;
  /** What currencies are worth. */
  rates: Rates;
  /** How several ads share the impression, or it belongs to others; null for an impression by itself. */
  pod: PodTerms | null;
  /** Whether bids under a deal alone may win. Absent = no. */
  isPrivate?: boolean;
  /** Whether partners behind a Prebid Server can be asked. */
  hasPrebidServer: boolean;
  /** Why a candidate is out for reasons of the moment: its viewer, its pace. Absent = none is. */
  reject?: (candidate: Candidate) => CandidateReason | null;
  /** How many ads of a candidate the viewer may see yet; asked of ads for pods alone. Absent = any number. */
  adsLeft?: (candidate: Candidate) => number;
  /** Why a candidate cannot be called right now; asked once, when its call is due. Absent = all can. */
  refuseCall?: (candidate: Candidate) => CandidateReason | null;
}

/** What a candidate offers. `ad` is null while the markup of its bid has not been fetched. */
export interface Offer {
  /** By which offers are compared: what the candidate's margin leaves of what it pays. */
  cpm: Nanos;
  ad: WinningAd | null;
  bid: ValidBid | null;
  /** What decides whether it fits a pod. */
  podAd?: PodAd;
}

/** How far a candidate of the tier in play has come. */
export type ContenderStatus =
  | { kind: 'waiting' }
  | { kind: 'asking'; callId: number; deadline: number }
  | {
      kind: 'calling';
      callId: number;
      deadline: number;
      urls: readonly string[];
      wrappers: readonly WrapperAd[];
      /** The bid whose markup or chain is followed. */
      bid: ValidBid | null;
    }
  | { kind: 'usable'; offer: Offer }
  | { kind: 'out'; reason: CandidateReason; wasSent: boolean };

/** A candidate in the tier in play; in a pod, and of bids that may fall to a frequency cap, one for each of its ads. */
export interface Contender {
  readonly candidate: Candidate;
  status: ContenderStatus;
}

/** How far a pod has come. */
export interface PodState {
  readonly terms: PodTerms;
  /** Ads that other impressions of the pod are sold with. */
  readonly taken: readonly PodAd[];
  /** What the tiers before the one in play have sold. */
  readonly sold: readonly (Sale & { podAd: PodAd })[];
  /** Whose offers would win now, best first. */
  readonly placed: readonly Contender[];
}

/** A bid that did not win, as far as its bidder is told of it, and why as OpenRTB's loss reason code. */
export interface LostBid extends Omit<SeatedBid, 'bid'> {
  bid: Pick<Bid, 'id' | 'impid' | 'adid' | 'lurl'>;
  currency: string;
  lossCode: number;
}

/** An auction between two inputs; plain data, never changed by a step. */
export interface AuctionState {
  readonly setting: AuctionSetting;
  readonly deadline: number;
  /** The plan's, without candidates that are not eligible for this request. */
  readonly tiers: readonly Tier[];
  tierIndex: number;
  /** Places in the tier in play, by which it is optimised; null where it is not. */
  places: CallOrder['places'];
  /** The tier in play, in the order of calling. */
  contenders: Contender[];
  /** Of a pod always null. */
  best: (Offer & { contender: Contender }) | null;
  pod: PodState | null;
  /** Own campaigns near a frequency cap that other impressions of the request are sold with, one for each ad. */
  shown: readonly number[];
  /** Fates of finished tiers. */
  outcomes: AuctionOutcome[];
  lost: LostBid[];
  lastCallId: number;
}
