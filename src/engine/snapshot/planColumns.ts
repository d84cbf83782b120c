import type { DemandAccountRow, TagRow } from '#model/index.ts';

/** Columns of an account that its plans are made of. */
export const planColumns = [
  'status',
  'timezone',
  'priceReq',
  'priceImp',
  'priceDsp',
  'blockIVT',
  'tagParams',
  'postbidPercent',
  'pricePostbid',
  'showPostbidPix',
  'showPostbidWh',
  'postbidRestsUntil',
] as const satisfies readonly (keyof DemandAccountRow)[];

/** Columns of which the facts of a tag are made. */
export const factColumns = [
  'status',
  'uid',
  'demandId',
  'advertiserId',
  'source',
  'url',
  'handling',
  'vastXml',
  'timeoutMs',
  'rateModel',
  'rate',
  'floor',
  'integration',
  'endpoint',
  'rtbVersion',
  'isGzipped',
  'seats',
  'gvlId',
  'partner',
  'partnerParams',
  'mediaTypes',
  'auctionType',
  'currency',
  'marketplaceName',
] as const satisfies readonly (keyof TagRow)[];

/** Columns of a tag that decide when and for whom it is a candidate. */
export const deliveryColumns = [
  'startsOn',
  'endsOn',
  'cappedUntil',
  'pace',
  'ivtIds',
  'qps',
  'freqImps',
  'freqHours',
  'freqBy',
  'checkIVT',
  'postbidPix',
  'postbidWh',
] as const satisfies readonly (keyof TagRow)[];

/** Columns by which objects name what narrows them. */
export const restrictingColumns = ['targetingIds', 'appListIds', 'pubListIds', 'creListIds'] as const;
