import type { DemandAccountRow, TagRow } from '#model/index.ts';

/** Account columns that its plans depend on. */
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
  'verificationPausedUntil',
] as const satisfies readonly (keyof DemandAccountRow)[];

/** Columns that a compiled tag depends on. */
export const compiledTagColumns = [
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

/** Tag columns that decide when and for which requests it is a candidate. */
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

/** Columns with the targetings and lists of an object. */
export const restrictingColumns = ['targetingIds', 'appListIds', 'pubListIds', 'creListIds'] as const;
