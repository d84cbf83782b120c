/**
 * The facts behind reports and bills. A fact row has dimensions and integer measures (measures.ts); each roll-up
 * (rollups.ts) sums the measures. The loader converts serving's records to fact rows.
 */

/**
 * The kinds of fact rows: a request to a channel, the outcome of a candidate, an event of an ad, observed inventory
 * without a request, a supplier's request with a deal, or the adjustment of an impression or click that the nightly
 * review found to be invalid.
 */
export const factKinds = ['serve', 'candidate', 'event', 'observation', 'offer', 'adjustment'] as const;
export type FactKind = (typeof factKinds)[number];

/** The verdict on the hit of an event. Only `counted` hits have measures. */
export const hitVerdicts = ['counted', 'duplicate', 'expired', 'forged'] as const;
export type HitVerdict = (typeof hitVerdicts)[number];

/** The storage type of a dimension: a number by its size, a text with few values (`word`), or with many (`text`). */
export type DimensionType = 'uint8' | 'uint16' | 'uint32' | 'word' | 'text';

/** The dimensions of a fact row with their types. Missing ids are 0 and missing texts empty. */
export const factDimensions = {
  demandId: 'uint32',
  channelId: 'uint32',
  subpublisherId: 'uint32',
  /** The supplier of the request; 0 for requests to channels. */
  supplierId: 'uint32',
  /** The ad exchange that bought or considered the imp. */
  adexchangeId: 'uint32',
  advertiserId: 'uint32',
  /** The own campaign that bought or considered the imp, and its creative. */
  campaignId: 'uint32',
  creativeId: 'uint32',
  /** The deal's ID, as the seller uses it. */
  deal: 'word',
  tagId: 'uint32',
  tier: 'uint8',
  /** The marketplace partner through which a candidate sells; empty for direct sales. */
  marketplace: 'word',
  environment: 'word',
  /** Host of the page, lower case, without www. */
  site: 'text',
  /** Bundle or store ID of the app. */
  app: 'text',
  /** Publisher ID as declared by the request. */
  publisher: 'text',
  /** Key of the creative; empty when the player fetched the ad itself. */
  creative: 'text',
  /** Supply reason of a serve row, candidate reason of a candidate row ('' = served), loss reason of a lost bid. */
  reason: 'word',
  /** VAST error code of an error event, else 0. */
  errorCode: 'uint16',
  /**
   * The IVT verdict of the request (ivtReasons.ts): `valid` or the reason; empty when it was not checked. Of an
   * adjustment the reason for it (lateIvtReasons.ts).
   */
  ivt: 'word',
  /** Country of the viewer, ISO 3166-1 alpha-2. This and all following dimensions are empty when unknown. */
  country: 'word',
  /** Device type. */
  deviceKind: 'word',
  /** Operating system. */
  os: 'word',
  /** Family of browsers or TVs. */
  browser: 'word',
  /** Media type of the ad; without an ad, the offered one, or `several`. */
  mediaType: 'word',
  /** The integration of the request. */
  integration: 'word',
  /** Consent of the viewer (audience.ts). */
  consent: 'word',
} as const satisfies Record<string, DimensionType>;

export type FactDimension = keyof typeof factDimensions;

export type FactDimensions = {
  -readonly [Name in FactDimension]: (typeof factDimensions)[Name] extends 'word' | 'text' ? string : number;
};

/** Bits of the post-bid verification vendors, combined by addition. */
export const verificationVendorBits = { pix: 1, wh: 2 } as const;
