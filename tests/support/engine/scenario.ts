import type {
  AdvertiserRow,
  CandidateReason,
  ChannelRow,
  DemandAccountRow,
  RowByName,
  SubpublisherRow,
  SupplyReason,
  TagRow,
  TargetingRow,
  WaterfallRow,
} from '#model/index.ts';
import type { BidResponse } from '#standards/openrtb/responseTypes.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import type { CallFailure } from '#engine/auction/callFailure.ts';
import type { RequestHeaders } from '#engine/targeting/readTraits.ts';
import type { BidInput } from './buildBidResponse.ts';
import type { VastInput } from './buildVast.ts';

/** A reply or a tick of the clock, `at` milliseconds after the request. */
export interface ScenarioStep {
  at: number;
  /** The tag that replies to its call, or to the bid request that it was sent; without one the clock ticks. */
  tag?: number;
  /** Whether the Prebid Server replies, for all partners. */
  partners?: true;
  /** Whose call the tag replies to, by the impression's id; the first one's when absent. */
  imp?: string;
  vast?: VastInput;
  text?: string;
  fails?: CallFailure;
  /** The bids of a bid response, and what the response says beside them. */
  bids?: BidInput[];
  response?: Partial<BidResponse> & { group?: 0 | 1 };
}

/** An impression that is offered; without a media type it is instream video. `bidfloor` is what the publisher wants to get. */
export interface ScenarioImp extends Partial<Imp> {
  /** 1 when absent. */
  channel?: number;
}

/** An auction told as data: who takes part, what is replied when, and what must come of it. */
export interface Scenario {
  title: string;
  channel?: Partial<ChannelRow>;
  /** Channels beside channel 1: rows of the waterfall name theirs. */
  channels?: (Partial<ChannelRow> & { id: number })[];
  subpublisher?: Partial<SubpublisherRow>;
  account?: Partial<DemandAccountRow>;
  advertiser?: Partial<AdvertiserRow>;
  pausedAdvertisers?: number[];
  targetings?: (Partial<TargetingRow> & { id: number })[];
  /** Lists with their members; without members they are not in memory yet. */
  appLists?: (Partial<RowByName['appList']> & { id: number; members?: string[] })[];
  pubLists?: (Partial<RowByName['pubList']> & { id: number; members?: string[] })[];
  creLists?: (Partial<RowByName['creList']> & { id: number; members?: string[] })[];
  /** Units of a currency for one US dollar. */
  rates?: Record<string, string>;
  /** The request: its query, and when it came in ISO 8601. */
  query?: string;
  headers?: RequestHeaders;
  at?: string;
  /** How often the viewer has seen ads of tags, by their ids. */
  seen?: Record<string, number>;
  /** What bidders are told beside the impressions. */
  request?: Partial<BidRequest>;
  /** What is offered; one impression of instream video when absent. */
  imps?: ScenarioImp[];
  /** true when absent. */
  hasPrebidServer?: boolean;
  waterfall: { tag: Partial<TagRow> & { id: number; vast?: VastInput }; row?: Partial<WaterfallRow> }[];
  seed?: number;
  steps?: ScenarioStep[];
  expect: Partial<ImpResult> & {
    /** Calls as "at url", in order. */
    calls?: string[];
    /** Bid requests as "at tag 1: imp 1 from 0.5 USD, …", and "at partners: imp 1 from 0.5 USD to t1 t2, …". */
    bidRequests?: string[];
    /** Error reports as "code url". */
    reports?: string[];
    /** What came of each impression, by its id; what stands beside is about the first one. */
    imps?: Record<string, Partial<ImpResult>>;
  };
}

/** What came of one impression. */
export interface ImpResult {
  winner: number | null;
  /** CPM that the winner pays, in USD. */
  cpm: number;
  /** Id of the deal under which it won. */
  deal: string | null;
  /** Supply reason without winner; without any fates a gate refused the request. */
  reason: SupplyReason;
  /** The ads of a pod in the order in which they play, as "tag at CPM". */
  pod: string[];
  /** Impression URLs of a winner that was fetched. */
  impressions: string[];
  /** Markup of a winner that is no VAST. */
  markup: string | null;
  /** What bidders are told: of the win at once, with the impression, and of each bid that lost. */
  notices: { win: string | null; bill: string | null; lost: string[] };
  outcomes: Record<string, CandidateReason | null>;
}
