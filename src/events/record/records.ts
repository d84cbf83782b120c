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

/** Where a request came from: the dimensions that its serve and its events share. Ids are 0 where there is none. */
export interface Origin {
  demandId: number;
  channelId: number;
  subpublisherId: number;
  /** The supplier whose request it was; absent where a channel was asked. */
  supplierId?: number;
  environment: Environment;
  /** Host of the page, lower case, without www., at most 64 characters. */
  site: string;
  /** Bundle or store id of the app, at most 64 characters. */
  app: string;
  /** Id of the publisher as the request declares it, at most 64 characters of printable ASCII. */
  publisher: string;
  /** What the request was found to be; absent where nobody judged it. */
  ivt?: IvtVerdict;
  /** Values, of 1 to 64 characters, of the account's own parameters by name: five at most. Absent where there is none. */
  params?: Readonly<Record<string, string>>;
  /** Country and kind of device, of channels whose floor is learned by them; `=` behind them where it was not asked. */
  market?: string;
  /** Whom an ad was asked for; absent where nobody told, as in records of earlier versions. Traces do not keep it. */
  audience?: Audience;
}

/** Whom an ad is asked for, by closed lists alone. Texts are empty where it is not known. */
export interface Audience {
  /** ISO 3166-1 alpha-2. */
  country: string;
  deviceKind: Device | '';
  os: OperatingSystem | '';
  /** Id of a family of browsers or TVs. */
  browser: string;
  mediaType: AdMediaType | '';
  integration: RequestIntegration | '';
  consent: Consent | '';
  /**
   * Key of the device, 16 hexadecimal digits, for counting devices: of ads alone, and only where the viewer's choices
   * allow its ids. Every account has keys of its own.
   */
  device?: string;
}

/** Who buys an impression: absent ids are those of tags. */
interface Buyer {
  /** The ad exchange that bid for it. */
  adexchangeId?: number;
  /** The own campaign that bid for it, with the own creative that is shown. */
  campaignId?: number;
  creativeId?: number;
  /** Id of the deal as who sells it knows it, 1 to 100 characters. Absent where none was agreed. */
  deal?: string;
}

/** What a supplier is owed for an ad that we bid with. */
export interface BuyingTerms {
  /** What makes its impression count, and its price be owed. */
  billing: BillingNotice;
  /** Whether it tells a price of its own, which is at most the bid. */
  isSecondPrice: boolean;
  /** What we bid it for one impression, in nano-USD: the cost where it tells no price. */
  bid: Nanos;
  /** Set where revenue falls with the price: an ad exchange that pays by a second-price auction bought it. */
  isRevFollowing?: true;
}

/** The ad that a request was answered with, and what one impression of it moves, in nano-USD. */
export interface ServedAd extends Buyer {
  advertiserId: number;
  tagId: number;
  tier: number;
  /** Key of its creative, 16 hexadecimal digits; empty when the player fetches the ad itself. */
  creative: string;
  rev: Nanos;
  cost: Nanos;
  systemCost: Nanos;
  /** Absent where the sale is direct. */
  marketplace?: MarketplaceSale;
  /** Vendors that measure the impression, as the sum of their numbers: 1 pix, 2 wh. Absent where none does. */
  scans?: number;
  /** The part of systemCost that measuring it costs; absent where nobody measures it, and in tokens of earlier versions. */
  scanFee?: Nanos;
  /** Absent where the ad was not sold to a supplier. */
  buying?: BuyingTerms;
}

/** A sale through a marketplace partner: all that the impression earns is marketplace revenue. */
export interface MarketplaceSale {
  /** Name of the partner, 1 to 64 characters. */
  name: string;
  /** The account's part of the revenue, in nano-USD. */
  revMd: Nanos;
}

/** What became of one candidate of a request. */
export interface CandidateOutcome extends Buyer {
  tagId: number;
  advertiserId: number;
  tier: number;
  /** null for the one that served. */
  reason: CandidateReason | null;
  /** Whether it was asked: a call was sent, or its stored ad considered. */
  wasSent: boolean;
  /** Whether it answered with a usable ad. */
  hasAnswered: boolean;
  /** Name of the marketplace partner through whom it sells; absent where the sale is direct. */
  marketplace?: string;
}

/** What a request and its answer tell of things that are told of from time to time. Parts that are known are left out. */
export interface ObservedInventory {
  app?: ObservedApp;
  site?: ObservedSite;
  publisher?: ObservedPublisher;
  creative?: ObservedCreative;
}

/** What a request told of its app; texts are empty where it told nothing. */
export interface ObservedApp {
  name: string;
  storeUrl: string;
  os: string;
  environment: string;
  publisher: string;
  category: string;
}

/** What a request told of its site. */
export interface ObservedSite {
  /** Host that the tag's parameters name. */
  declared: string;
  /** Host of the Referer header. */
  detected: string;
  publisher: string;
  category: string;
}

/** What a request told of its publisher. */
export interface ObservedPublisher {
  name: string;
  domain: string;
  /** Nodes of the supply chain; 0 when none was sent. */
  hops: number;
}

/** What an answer told of its creative. */
export interface ObservedCreative {
  title: string;
  /** Its registered id, else the id that its server gives it. */
  id: string;
  advertiser: string;
  /** Joined by commas. */
  adomains: string;
  durationS: number;
  /** The media file that is played at best. */
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

/** A deal that a request of a supplier offered. */
export interface OfferedDeal {
  /** As the request has it, 1 to 100 characters; empty for all those of a request that are counted together. */
  deal: string;
  /** On what terms; absent while they were told of lately. */
  told?: OfferedTerms;
}

/** On what terms a deal was offered, and for what. */
export interface OfferedTerms {
  /** The least CPM in `currency` that is taken under it; 0 where none is named. */
  floor: number;
  currency: string;
  /** How its winner's price is found, OpenRTB's number; 0 where it is not told. */
  at: number;
  /** Joined by commas; empty = all. */
  seats: string;
  adomains: string;
  /** Forms of the impression, joined by commas. */
  forms: string;
  isGuaranteed: boolean;
  /** Whether the impression takes no bids but those under a deal. */
  isPrivate: boolean;
}

/** A creative of which the catalogue is told. */
export interface ReturnedCreative {
  /** Its key, 16 hexadecimal digits. */
  key: string;
  told: ObservedCreative;
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
  /** Key of the creative that was served; empty where there is none or where it is not known. */
  creative: string;
  /** Owed to the supply side for the opportunity itself, in nano-USD (fixed CPM per opportunity). */
  opportunityCost: Nanos;
  /** Charged for the request, in nano-USD. */
  requestFee: Nanos;
  /** Milliseconds from the request to its answer; absent in records of earlier versions. */
  tookMs?: number;
  /** The floor that was asked, CPM in nano-USD; absent where it is the channel's own. */
  floor?: Nanos;
  candidates: CandidateOutcome[];
  /** What the catalogues show of them; absent while all of them were told of lately. */
  observations?: ObservedInventory;
  /** The same of the creatives of a pod's further ads. */
  furtherCreatives?: readonly ReturnedCreative[];
  /** The deals that the request offered; absent where a channel was asked, and where there are none. */
  deals?: readonly OfferedDeal[];
}

/** The content of a tracking URL's signed token, for an ad that counts. */
export interface LivePayload {
  serveId: string;
  /** Milliseconds since the epoch at which the ad was served, whole seconds. */
  servedAt: number;
  origin: Origin;
  ad: ServedAd;
  /** Key of the viewer, 16 hexadecimal digits: of ads under a frequency cap alone. Records do not keep it. */
  viewer?: string;
  /** Key of its household, 16 hexadecimal digits: of ads of campaigns that count by it. Records do not keep it. */
  household?: string;
  isTest?: never;
}

/** The same for an ad that answered a test request. No record may carry it, so that nothing of it is counted. */
export interface TestPayload extends Omit<LivePayload, 'isTest'> {
  isTest: true;
}

/** The content of a tracking URL's signed token. */
export type TokenPayload = LivePayload | TestPayload;

/** One hit on a tracking URL of an ad that counts. Without a payload the token could not be read. */
export interface EventRecord {
  type: 'event';
  at: number;
  event: TrackedEvent;
  verdict: 'valid' | 'expired' | 'forged';
  /** VAST error code of an error event, else 0. */
  errorCode: number;
  /** The price of one impression that a supplier told, in nano-USD; absent where it told none that can be read. */
  price?: Nanos;
  payload: LivePayload | null;
}

/** How one request was decided: of a sample, and of everything that is watched. */
export interface TraceRecord {
  type: 'trace';
  /** That of the request's serve record, as are time, origin and reason. */
  serveId: string;
  at: number;
  origin: Origin;
  integration: RequestIntegration;
  /** How many requests it stands for; 0 = it is there only because it was watched, or because it is a test. */
  sampleWeight: number;
  isWatched: boolean;
  reason: SupplyReason | null;
  body: TraceBody;
}

/** What becomes of it is counted. */
export type CountedRecord = ServeRecord | EventRecord;

/** What serving appends to its spool. */
export type SpoolRecord = CountedRecord | TraceRecord;
