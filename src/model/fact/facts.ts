/**
 * The facts that reports and bills are made of. A fact row is a set of dimensions and a set of integer measures
 * (measures.ts); every roll-up (rollups.ts) sums the measures. Serving's records become fact rows when the loader reads
 * them.
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

/** How a dimension is stored: a number by its size, a text with few values (`word`), or one with many (`text`). */
export type DimensionType = 'uint8' | 'uint16' | 'uint32' | 'word' | 'text';

/** Dimensions of a fact row with their types; ids are 0 and texts empty where a row has none. */
export const factDimensions = {
  demandId: 'uint32',
  channelId: 'uint32',
  subpublisherId: 'uint32',
  /** The supplier whose request it was; 0 for requests to channels. */
  supplierId: 'uint32',
  /** The ad exchange that bought, or looked at, the impression. */
  adexchangeId: 'uint32',
  advertiserId: 'uint32',
  /** The own campaign that bought, or looked at, the impression, and the own creative that it shows. */
  campaignId: 'uint32',
  creativeId: 'uint32',
  /** Id of the deal as who sells it knows it. */
  deal: 'word',
  tagId: 'uint32',
  tier: 'uint8',
  /** Name of the partner through whom a candidate sells; empty where no marketplace is between. */
  marketplace: 'word',
  environment: 'word',
  /** Host name of the page, lower case, without www. */
  site: 'text',
  /** Bundle or store id of the app. */
  app: 'text',
  /** Id of the publisher as requests declare it. */
  publisher: 'text',
  /** Key of the creative; empty where the player fetched the ad itself. */
  creative: 'text',
  /** Supply reason of a serve row, candidate reason of a candidate row ('' = served), loss reason of a lost bid. */
  reason: 'word',
  /** VAST error code of an error event, else 0. */
  errorCode: 'uint16',
  /** What the request was found to be (ivtReasons.ts): `valid`, or what makes it invalid; empty where nobody judged it. */
  ivt: 'word',
  /** Country of the viewer, ISO 3166-1 alpha-2; like all that follows, empty where it is not known. */
  country: 'word',
  /** Id of a kind of device. */
  deviceKind: 'word',
  /** Id of an operating system. */
  os: 'word',
  /** Id of a family of browsers or TVs. */
  browser: 'word',
  /** The form of the ad, of requests without one that in which it was offered; `several` where these were more. */
  mediaType: 'word',
  /** Where the request came in. */
  door: 'word',
  /** What the viewer's choices allow. */
  consent: 'word',
} as const satisfies Record<string, DimensionType>;

/** Name of a dimension. */
export type FactDimension = keyof typeof factDimensions;

/** Values of the dimensions of a fact row. */
export type FactDimensions = {
  -readonly [Name in FactDimension]: (typeof factDimensions)[Name] extends 'word' | 'text' ? string : number;
};

/** The vendors of postbid measurement by their numbers, which are added up. */
export const verificationVendorBits = { pix: 1, wh: 2 } as const;
