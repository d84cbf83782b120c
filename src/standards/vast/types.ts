import type { XmlElement } from '../xml/xmlElement.ts';

/** A VAST version in which we write. */
export type VastVersion = '2.0' | '3.0' | '4.0' | '4.1' | '4.2' | '4.3';

/**
 * An element that is passed through uninterpreted: names without prefix, attributes as written, text trimmed and with
 * its CDATA unwrapped. An element usually has either children or text; text beside children is passed through too.
 */
export interface XmlPart {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlPart[];
  text: string;
}

/**
 * A parsed VAST response of any version 2.0–4.3. `version` is the root's attribute as written, `errors` its root Error
 * URLs.
 */
export interface VastDocument {
  version: string;
  errors: string[];
  ads: VastAd[];
}

/** One Ad of a response: an inline ad or a wrapper. */
export type VastAd = InlineAd | WrapperAd;

/** A URL with the ID of its element (Impression, ClickThrough, ClickTracking, CustomClick). */
export interface VastLink {
  url: string;
  id?: string;
}

/** One Tracking element; `offset` (`HH:MM:SS(.mmm)` or `n%`) is for `progress` only. */
export interface VastTracking {
  event: string;
  url: string;
  offset?: string;
}

/** AdSystem: the ad server. */
export interface VastAdSystem {
  name: string;
  version?: string;
}

/** Pricing as written: a decimal amount, model CPM|CPC|CPE|CPV in any case, currency ISO 4217. */
export interface VastPricing {
  value: string;
  model: string;
  currency: string;
}

/** A content category; `authority` is the taxonomy's URL. */
export interface VastCategory {
  code: string;
  authority?: string;
}

/** Survey (deprecated since 4.1). */
export interface VastSurvey {
  url: string;
  type?: string;
}

/** Trackers of viewability measurement (4.0+). */
export interface VastViewableImpression {
  id?: string;
  viewable: string[];
  notViewable: string[];
  viewUndetermined: string[];
}

/**
 * One Extension or CreativeExtension. `attributes` holds all its attributes, `type` among them; `content` is its inner
 * XML, self-contained (every prefix it uses is declared inside) and free of VAST's own namespace.
 */
export interface VastExtension {
  attributes: Readonly<Record<string, string>>;
  content: string;
}

/** A creative's registered id (4.0+); registry and value are `unknown` when the ad is not registered. */
export interface VastUniversalAdId {
  registry: string;
  value: string;
}

/** AdParameters: data for an interactive creative, as written. */
export interface VastAdParameters {
  value: string;
  xmlEncoded?: string;
}

/** A media file; `attributes` contains every attribute as written, the other fields those that are read. */
export interface VastMediaFile {
  url: string;
  type: string;
  delivery: string;
  width: number;
  height: number;
  attributes: Readonly<Record<string, string>>;
}

/** Landing page and trackers of clicks on the video. */
export interface VastVideoClicks {
  clickThrough?: VastLink;
  clickTracking: VastLink[];
  customClick: VastLink[];
}

/** A linear (video or audio) creative. A wrapper has only trackers, clicks and icons. */
export interface VastLinear {
  /** As written, `HH:MM:SS(.mmm)`; empty when absent. `parseVastTime` reads it. */
  duration: string;
  /** Absent = not skippable. */
  skipoffset?: string;
  tracking: VastTracking[];
  clicks: VastVideoClicks;
  mediaFiles: VastMediaFile[];
  mezzanines: XmlPart[];
  interactiveCreativeFiles: XmlPart[];
  closedCaptionFiles: XmlPart[];
  icons: XmlPart[];
  adParameters?: VastAdParameters;
}

/** Overlays: `tracking` is shared by all `items` (NonLinear elements). */
export interface VastNonLinearAds {
  tracking: VastTracking[];
  items: XmlPart[];
}

/** Companion elements and which of them must be shown (`all`, `any`, `none`). */
export interface VastCompanionAds {
  required?: string;
  items: XmlPart[];
}

/** One Creative of an Ad; usually exactly one of linear, nonLinearAds and companionAds is present. */
export interface VastCreative {
  id?: string;
  sequence?: string;
  adId?: string;
  apiFramework?: string;
  universalAdIds: VastUniversalAdId[];
  linear?: VastLinear;
  nonLinearAds?: VastNonLinearAds;
  companionAds?: VastCompanionAds;
  extensions: VastExtension[];
}

/** Where an ad was read. */
export interface AdSource {
  /** The Ad element. */
  element: XmlElement;
  /** The root's version as written; empty where it has none. */
  version: string;
}

/** Common fields of InLine and Wrapper. */
export interface VastAdBase {
  /** Absent for an ad that is not, or no longer, what one document says. */
  source?: AdSource;
  id?: string;
  /** Position in a pod; absent = a stand-alone ad. */
  sequence?: number;
  conditionalAd?: string;
  adType?: string;
  adSystem: VastAdSystem;
  impressions: VastLink[];
  errors: string[];
  pricing?: VastPricing;
  viewableImpression?: VastViewableImpression;
  /** Verification elements (OMID). */
  adVerifications: XmlPart[];
  extensions: VastExtension[];
  creatives: VastCreative[];
}

/** An ad with its media. */
export interface InlineAd extends VastAdBase {
  kind: 'inline';
  adTitle: string;
  adServingId?: string;
  advertiser?: string;
  /** Advertiser@id (4.1+). */
  advertiserId?: string;
  description?: string;
  categories: VastCategory[];
  /** Seconds for which the ad may be cached before it is played. */
  expires?: string;
  survey?: VastSurvey;
}

/** An ad that points to another response; the three flags have VAST's defaults when absent: true, false, undefined. */
export interface WrapperAd extends VastAdBase {
  kind: 'wrapper';
  vastAdTagUri: string;
  followAdditionalWrappers: boolean;
  allowMultipleAds: boolean;
  fallbackOnNoAd?: boolean;
  blockedAdCategories: VastCategory[];
}

/** A parsed response, or its fault: 100 not XML, 101 not VAST, 102 an unsupported version (1.6). */
export type VastParseResult =
  | { ok: true; vast: VastDocument }
  | { ok: false; errorCode: 100 | 101 | 102; message: string };

/** Our own URLs for one serve. Each is absolute and may contain player macros such as [ERRORCODE]. */
export interface TrackingSlots {
  /** Written as AdServingId when the ad has none of its own. This and our URLs are printable ASCII. */
  adServingId: string;
  impression: string;
  start: string;
  firstQuartile: string;
  midpoint: string;
  thirdQuartile: string;
  complete: string;
  /** ClickTracking. */
  click: string;
  error: string;
  /** Third-party trackers beside ours, for example a vendor's pixels. */
  more?: MoreTrackers;
}

/** The slots of a template. */
export type SlotName = Exclude<keyof TrackingSlots, 'more'>;

/** Third-party URLs by what they track. */
export type MoreTrackers = Readonly<Partial<Record<Exclude<SlotName, 'adServingId'>, readonly string[]>>>;

/** A place for one of our URLs. */
export interface TemplateSlot {
  name: SlotName;
  /**
   * The text between two URLs of the slot: the end of one element and the start of the next; null = it takes only one.
   */
  between: string | null;
}

/** A rendered ad with slots for TrackingSlots: parts[0] slot[0] parts[1] slot[1] … parts[n]. */
export interface VastTemplate {
  version: VastVersion;
  parts: readonly string[];
  slots: readonly TemplateSlot[];
}
