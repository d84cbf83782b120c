import type { ChannelRow, DemandAccountRow, Nanos } from '#model/index.ts';
import { keptParams, nanosFromUsd, openParams, tagParamNames } from '#model/index.ts';
import { utcTime } from '../utcTime.ts';

/** Which vendors of postbid measurement take part. */
export interface PostbidVendorsOf {
  pix: boolean;
  wh: boolean;
}

/** What an account has of postbid measurement. */
export interface PostbidTerms {
  vendors: PostbidVendorsOf;
  /** Of impressions, those that are measured. */
  percent: number;
  /** What the account pays for 1,000 of them, in nano-USD. */
  cpm: Nanos;
  /** Until when nothing is measured because the platform's impressions of the month are used up, ms; 0 = it is. */
  restsUntil: number;
}

/** Names of an account's own parameters: those that fill macros, those that bidders hear of, and those that are kept. */
export interface OwnParams {
  named: readonly string[];
  open: readonly string[];
  kept: readonly string[];
}

/** What an account has of postbid measurement; null where nothing is measured. */
export function postbidOf(account: DemandAccountRow): PostbidTerms | null {
  const { postbidPercent: percent, showPostbidPix: pix, showPostbidWh: wh, pricePostbid, postbidRestsUntil } = account;
  if (percent === 0 || (!pix && !wh)) return null;
  return { vendors: { pix, wh }, percent, cpm: cpm(pricePostbid), restsUntil: timeOf(postbidRestsUntil) };
}

/** The floors that a channel has learned, by market; null where its floor is static. */
export function learnedFloorsOf({ floorMode, learnedFloors }: ChannelRow): ReadonlyMap<string, Nanos> | null {
  if (floorMode === 'static') return null;
  return new Map(Object.entries(learnedFloors).map(([market, floor]) => [market, cpm(floor)]));
}

/** The names of an account's own parameters. */
export function paramsOf(tagParams: readonly string[]): OwnParams {
  return { named: tagParamNames(tagParams), open: openParams(tagParams), kept: keptParams(tagParams) };
}

/** A CPM from the API's decimal text, in nano-USD. */
export function cpm(usd: string): Nanos {
  return Number(nanosFromUsd(usd));
}

/** Milliseconds since the epoch of an ISO 8601 instant; 0 of none. */
export function timeOf(instant: string | null): number {
  return instant === null ? 0 : utcTime(instant);
}
