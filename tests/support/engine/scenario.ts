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
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import type { CallFailure } from '#engine/auction/callFailure.ts';
import type { RequestHeaders } from '#engine/targeting/readTraits.ts';
import type { BidInput } from './buildBidResponse.ts';
import type { VastInput } from './buildVast.ts';

/** A reply or a tick of the clock, `at` milliseconds after the request. */
export interface ScenarioStep {
  at: number;
  /** The tag that replies to its call or bid request; without one, the clock ticks. */
  tag?: number;
  /** True when the Prebid Server replies, for all partners. */
  partners?: true;
  /** Id of the imp whose call the tag replies to; default: the first one's. */
  imp?: string;
  vast?: VastInput;
  text?: string;
  fails?: CallFailure;
  /** The bids of a bid response, and its other fields. */
  bids?: BidInput[];
  response?: Partial<BidResponse> & { group?: 0 | 1 };
}

/** An offered imp; without a media type it is instream video. `bidfloor` is the publisher's floor. */
export interface ScenarioImp extends Partial<Imp> {
  /** Default 1. */
  channel?: number;
}

/** An auction as data: the participants, their replies over time, and the expected result. */
export interface Scenario {
  title: string;
  channel?: Partial<ChannelRow>;
  /** Channels beside channel 1; waterfall rows name theirs. */
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
  /** The request: its query, and its time in ISO 8601. */
  query?: string;
  headers?: RequestHeaders;
  at?: string;
  /** Impressions that the viewer has seen, by tag id. */
  seen?: Record<string, number>;
  /** The request as bidders receive it, without imps. */
  request?: Partial<BidRequest>;
  /** Offered imps; default: one of instream video. */
  imps?: ScenarioImp[];
  /** Default true. */
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
    /** Result of each imp, by its id; the fields beside it are those of the first one. */
    imps?: Record<string, Partial<ImpResult>>;
  };
}

/** Result of one imp. */
export interface ImpResult {
  winner: number | null;
  /** CPM that the winner pays, in USD. */
  cpm: number;
  /** Id of the deal under which it won. */
  deal: string | null;
  /** Supply reason without a winner; without any outcomes, the request was refused before the auction. */
  reason: SupplyReason;
  /** The ads of a pod in playing order, as "tag at CPM". */
  pod: string[];
  /** Impression URLs of a fetched winner. */
  impressions: string[];
  /** Markup of a winner that is not VAST. */
  markup: string | null;
  /** Notices to bidders: of the win at once, with the impression, and of each lost bid. */
  notices: { win: string | null; bill: string | null; lost: string[] };
  outcomes: Record<string, CandidateReason | null>;
  /** Tags whose bid lost before its VAST was read. */
  unread: number[];
}
