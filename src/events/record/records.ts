import type {
  BillingNotice,
  CandidateReason,
  Consent,
  RequestIntegration,
  Environment,
  IvtVerdict,
  Nanos,
  SupplyReason,
  TraceBody,
  TrackedEvent,
} from '#model/index.ts';
import type { Device } from '#model/reference/devices.ts';
import type { AdMediaType } from '#model/reference/mediaTypes.ts';
import type { OperatingSystem } from '#model/reference/operatingSystems.ts';

/** The origin of a request: the dimensions that its serve and its events share. IDs are 0 where there is none. */
export interface Origin {
  demandId: number;
  channelId: number;
  subpublisherId: number;
  /** The supplier that sent the request; absent for requests to a channel. */
  supplierId?: number;
  environment: Environment;
  /** Host of the page, lower case, without www., at most 64 characters. */
  site: string;
  /** Bundle or store ID of the app, at most 64 characters. */
  app: string;
  /** ID of the publisher as the request declares it, at most 64 characters of printable ASCII. */
  publisher: string;
  /** Verdict of the traffic check; absent where the request was not checked. */
  ivt?: IvtVerdict;
  /**
   * Values (1 to 64 characters) of at most five of the account's own parameters, by name. Absent where there are none.
   */
  params?: Readonly<Record<string, string>>;
  /**
   * Country and kind of device, for channels with a dynamic floor per market; followed by `=` where the floor was not
   * applied.
   */
  market?: string;
  /** Audience of the request; absent where unknown, as in records of earlier versions. Traces do not store it. */
  audience?: Audience;
}

/** The audience of a request, from closed lists only. Texts are empty where unknown. */
export interface Audience {
  /** ISO 3166-1 alpha-2. */
  country: string;
  deviceKind: Device | '';
  os: OperatingSystem | '';
  /** ID of a browser or TV family. */
  browser: string;
  mediaType: AdMediaType | '';
  integration: RequestIntegration | '';
  consent: Consent | '';
  /**
   * Key of the device, 16 hexadecimal digits, for device counts: only of ads, and only where the viewer's choices allow
   * IDs. Every account has its own keys.
   */
  device?: string;
}

/** The buyer of an impression. If a tag buys, all three IDs are absent. */
interface Buyer {
  /** The ad exchange that bid. */
  adexchangeId?: number;
  /** The own campaign that bid, with the creative that is shown. */
  campaignId?: number;
  creativeId?: number;
  /** ID of the deal as its seller knows it, 1 to 100 characters. Absent without a deal. */
  deal?: string;
}

/** A supplier's payment terms for an ad that we bid. */
export interface BuyingTerms {
  /** The notice that counts the impression and makes its price payable. */
  billing: BillingNotice;
  /** Whether it reports a clearing price, which is at most the bid. */
  isSecondPrice: boolean;
  /** Our bid for one impression, in nano-USD: the cost where no price is reported. */
  bid: Nanos;
  /** Set where revenue falls with the reported price: the buyer is an ad exchange that pays second price. */
  isRevFollowing?: true;
}

/** The ad in a response, and the amounts of one impression in nano-USD. */
export interface ServedAd extends Buyer {
  advertiserId: number;
  tagId: number;
  tier: number;
  /** Key of its creative, 16 hexadecimal digits; empty when the player fetches the ad itself. */
  creative: string;
  rev: Nanos;
  cost: Nanos;
  systemCost: Nanos;
  /** Absent for a direct sale. */
  marketplace?: MarketplaceSale;
  /** Vendors that measure the impression, as the sum of their bits: 1 pix, 2 wh. Absent where none does. */
  verificationVendors?: number;
  /**
   * The part of systemCost for post-bid verification; absent where no vendor measures, and in tokens of earlier
   * versions.
   */
  verificationFee?: Nanos;
  /** Absent where the ad was not sold to a supplier. */
  buying?: BuyingTerms;
}

/** A sale through a marketplace partner: all its revenue is marketplace revenue. */
export interface MarketplaceSale {
  /** Name of the partner, 1 to 64 characters. */
  name: string;
  /** The account's part of the revenue, in nano-USD. */
  revMd: Nanos;
}

/** The outcome of one candidate of a request. */
export interface CandidateOutcome extends Buyer {
  tagId: number;
  advertiserId: number;
  tier: number;
  /** null for the candidate that served. */
  reason: CandidateReason | null;
  /** Whether it was called, or its stored ad considered. */
  wasSent: boolean;
  /** Whether it returned a usable ad. */
  hasAnswered: boolean;
  /** The ads of a pod that it sold, where there are several. */
  ads?: number;
  /** Set where its bid lost before its VAST was read. Traces have it, records of requests do not. */
  isUnread?: true;
  /** Name of the marketplace partner through which it sells; absent for a direct sale. */
  marketplace?: string;
}

/** Observed inventory of a request and its response, recorded from time to time. Parts recorded recently are absent. */
export interface ObservedInventory {
  app?: ObservedApp;
  site?: ObservedSite;
  publisher?: ObservedPublisher;
  creative?: ObservedCreative;
}

/** A request's data about its app; texts are empty where not declared. */
export interface ObservedApp {
  name: string;
  storeUrl: string;
  os: string;
  environment: string;
  publisher: string;
  category: string;
}

/** A request's data about its site. */
export interface ObservedSite {
  /** Host that the tag's parameters declare. */
  declared: string;
  /** Host of the Referer header. */
  detected: string;
  publisher: string;
  category: string;
}

/** A request's data about its publisher. */
export interface ObservedPublisher {
  name: string;
  domain: string;
  /** Nodes of the supply chain; 0 when none was sent. */
  hops: number;
}

/** A response's data about its creative. */
export interface ObservedCreative {
  title: string;
  /** Its registered ID (UniversalAdId), else the ID of its ad server. */
  id: string;
  advertiser: string;
  /** Separated by commas. */
  adomains: string;
  durationS: number;
  /** URL of the best media file. */
  url: string;
  type: string;
  width: number;
  height: number;
  /** Kilobits per second. */
  bitrate: number;
  isVpaid: boolean;
  /** Wrappers before the ad. */
  depth: number;
}

/** A deal that a supplier's request offered. */
export interface OfferedDeal {
  /** ID as in the request, 1 to 100 characters; empty for all deals of a request that are counted together. */
  deal: string;
  /** Terms of the deal; absent while they were recorded recently. */
  terms?: OfferedTerms;
}

/** The terms of an offered deal. */
export interface OfferedTerms {
  /** Minimum CPM in `currency`; 0 where none is declared. */
  floor: number;
  currency: string;
  /** OpenRTB auction type (`at`); 0 where it is not declared. */
  at: number;
  /** Separated by commas; empty = all. */
  seats: string;
  adomains: string;
  /** Media types of the imp, separated by commas. */
  forms: string;
  isGuaranteed: boolean;
  /** Whether the imp accepts only bids under a deal. */
  isPrivate: boolean;
}

/** A creative that is recorded as observed inventory. */
export interface ReturnedCreative {
  /** Key of the creative, 16 hexadecimal digits. */
  key: string;
  declared: ObservedCreative;
}

/** One request to a channel. */
export interface ServeRecord {
  type: 'serve';
  /** 16 characters of base64url: 12 random bytes. */
  serveId: string;
  /** Milliseconds since the epoch, UTC. */
  at: number;
  origin: Origin;
  /** null when an ad was served. */
  reason: SupplyReason | null;
  /** Key of the served creative; empty where there is none or it is unknown. */
  creative: string;
  /** Payable to the supply side for the opportunity itself, in nano-USD (fixed CPM per opportunity). */
  opportunityCost: Nanos;
  /** Charged for the request, in nano-USD. */
  requestFee: Nanos;
  /** Milliseconds from request to response; absent in records of earlier versions. */
  tookMs?: number;
  /** The requested floor, a CPM in nano-USD; absent where it is the channel's own. */
  floor?: Nanos;
  /** The requested ads, where there are several: the slots of a pod that its time leaves room for. */
  slots?: number;
  candidates: CandidateOutcome[];
  /** Observed inventory; absent while all of it was recorded recently. */
  observations?: ObservedInventory;
  /** Observed creatives of a pod's further ads. */
  furtherCreatives?: readonly ReturnedCreative[];
  /** The deals that the request offered; absent for requests to a channel, and where there are none. */
  deals?: readonly OfferedDeal[];
}

/** The content of a tracking URL's signed token, for an ad that counts. */
export interface LivePayload {
  serveId: string;
  /** Time of serving in milliseconds since the epoch, in complete seconds. */
  servedAt: number;
  origin: Origin;
  ad: ServedAd;
  /** Key of the viewer, 16 hexadecimal digits: only of ads with a frequency cap. Records do not store it. */
  viewer?: string;
  /**
   * Key of the household, 16 hexadecimal digits: only of ads of campaigns with a cap by it. Records do not store it.
   */
  household?: string;
  isTest?: never;
}

/**
 * The content of a token of an ad that was returned to a test request. Only a test record may contain it, so that it is
 * never counted as live.
 */
export interface TestPayload extends Omit<LivePayload, 'isTest'> {
  isTest: true;
}

/** The content of a tracking URL's signed token. */
export type TokenPayload = LivePayload | TestPayload;

/**
 * The origin of a hit on a valid request's ad, for the nightly review: keyed by day, so that no source can be recognized
 * on another day.
 */
export interface EventSource {
  /** Key of the IP address, or of the /64 network of an IPv6 address, on its day: 16 hexadecimal digits. */
  address: string;
  /** The /24 or /48 network of the address, as in lists: 203.0.113.0/24. */
  network: string;
  /** The user agent, at most 256 characters. */
  agent: string;
}

/** One hit on a tracking URL of an ad that counts. It has no payload when its token was unreadable. */
export interface EventRecord {
  type: 'event';
  at: number;
  event: TrackedEvent;
  verdict: 'valid' | 'expired' | 'forged';
  /** VAST error code of an error event, else 0. */
  errorCode: number;
  /** The price of one impression that a supplier reports, in nano-USD; absent without a readable price. */
  price?: Nanos;
  /** Absent where the nightly review does not use it, or where a server sent the hit for viewers. */
  source?: EventSource;
  payload: LivePayload | null;
}

/** One hit on a tracking URL of an ad that was returned to a test request. */
export interface TestEvent extends Omit<EventRecord, 'payload'> {
  payload: TestPayload;
}

/** A test request (OpenRTB 2.6, 3.2.1: `test`), or a hit on one of its ads: a test fact, which is never billed. */
export interface TestRecord {
  type: 'test';
  record: ServeRecord | TestEvent;
}

/** The trace of one request: sampled, watched or a test. */
export interface TraceRecord {
  type: 'trace';
  /** Same as in the request's serve record, like time, origin and reason. */
  serveId: string;
  at: number;
  origin: Origin;
  integration: RequestIntegration;
  /**
   * Number of requests that it represents (sampled 1 in N); 0 = it is recorded only because it was watched or is a
   * test.
   */
  sampleWeight: number;
  isWatched: boolean;
  reason: SupplyReason | null;
  body: TraceBody;
}

/** A record that is counted. */
export type CountedRecord = ServeRecord | EventRecord;

/** A record that serving appends to its spool. */
export type SpoolRecord = CountedRecord | TestRecord | TraceRecord;
