/**
 * The facts that reports and bills are made of. A fact row is a set of dimensions and a set of integer measures;
 * every roll-up sums the measures. Serving's records become fact rows when the loader reads them.
 */

/**
 * What a fact row tells of: a request to a channel, the fate of candidates, an event of an ad, a thing for the catalogue
 * alone, or requests of a supplier that offered a deal.
 */
export const factKinds = ['serve', 'candidate', 'event', 'sighting', 'offer'] as const;
export type FactKind = (typeof factKinds)[number];

/** What became of an event's hit: only `counted` hits carry measures. */
export const hitVerdicts = ['counted', 'duplicate', 'expired', 'forged'] as const;
export type HitVerdict = (typeof hitVerdicts)[number];

/** Dimensions of a fact row; ids are 0 and texts empty where a row has none. */
export interface FactDimensions {
  demandId: number;
  channelId: number;
  subpublisherId: number;
  /** The supplier whose request it was; 0 for requests to channels. */
  supplierId: number;
  /** The ad exchange that bought, or looked at, the impression. */
  adexchangeId: number;
  advertiserId: number;
  /** The own campaign that bought, or looked at, the impression, and the own creative that it shows. */
  campaignId: number;
  creativeId: number;
  /** Id of the deal as who sells it knows it. */
  deal: string;
  tagId: number;
  tier: number;
  /** Name of the partner through whom a candidate sells; empty where no marketplace is between. */
  marketplace: string;
  environment: string;
  /** Host name of the page, lower case, without www. */
  site: string;
  /** Bundle or store id of the app. */
  app: string;
  /** Id of the publisher as requests declare it. */
  publisher: string;
  /** Key of the creative; empty where the player fetched the ad itself. */
  creative: string;
  /** Supply reason of a serve row, candidate reason of a candidate row ('' = served), loss reason of a lost bid. */
  reason: string;
  /** VAST error code of an error event, else 0. */
  errorCode: number;
  /** What the request was found to be (ivtReasons.ts): `valid`, or what makes it invalid; empty where nobody judged it. */
  ivt: string;
  /** Country of the viewer, ISO 3166-1 alpha-2; like all that follows, empty where it is not known. */
  country: string;
  /** Id of a kind of device. */
  deviceKind: string;
  /** Id of an operating system. */
  os: string;
  /** Id of a family of browsers or TVs. */
  browser: string;
  /** The form of the ad, of requests without one that in which it was offered; `several` where these were more. */
  mediaType: string;
  /** Where the request came in. */
  door: string;
  /** What the viewer's choices allow. */
  consent: string;
}

/** Measures of a fact row, all summed. Money is nano-USD. */
export const measures = [
  /** Hits on a channel. */
  'calls',
  /** Calls that passed the supply gates. */
  'reqs',
  /** Requests answered with an ad. */
  'opps',
  /** Requests without any eligible candidate. */
  'missed',
  /** Candidates looked at. */
  'candidates',
  /** Calls sent to a tag, or stored ads considered. */
  'sent',
  /** Tags that answered with a usable ad. */
  'answered',
  /** Calls to tags that timed out. */
  'timeouts',
  /** Ads that suppliers were answered with, and those of which they told that they won, or that they lost. */
  'bids',
  'wins',
  'losses',
  'imps',
  /** Impressions on devices that are told apart. */
  'deviceImps',
  'starts',
  'q1',
  'q2',
  'q3',
  'completes',
  'clicks',
  'errors',
  /** Ads whose view can be measured, and those that were seen as long as a viewable impression is. */
  'measurable',
  'viewed',
  /** Impressions that a vendor measures after they were bought, and those of each. */
  'scanned',
  'scannedPix',
  'scannedWh',
  /** Gross revenue. */
  'rev',
  /** What the supply side is owed. */
  'cost',
  /** What the operator charges the account: for requests, for impressions, and for their measurement. */
  'systemCost',
  /** The part of it that is charged for requests. */
  'requestFee',
  /** The part of it that is charged for the measurement of impressions. What is left are fees for impressions. */
  'scanFee',
  /** The part of gross revenue that is earned through marketplace partners. */
  'revM',
  /** What the account keeps of it: without the operator's DSP share. */
  'revMd',
] as const;

/** The vendors of postbid measurement by their numbers, which are added up. */
export const scanOf = { pix: 1, wh: 2 } as const;

/** Name of a measure. */
export type Measure = (typeof measures)[number];

/**
 * The measures that are nano-USD.
 *
 * @internal The tests hold the types of columns against it.
 */
export const moneyMeasures = [
  'rev',
  'cost',
  'systemCost',
  'requestFee',
  'scanFee',
  'revM',
  'revMd',
] as const satisfies readonly Measure[];
