import type { ChannelRow, DemandAccountRow, Nanos } from '#model/index.ts';
import { reportParams, nanosFromUsd, nonPersonalParams, tagParamNames } from '#model/index.ts';
import { utcTime } from '../utcTime.ts';

/** Which vendors of postbid measurement take part. */
export interface VerificationVendors {
  pix: boolean;
  wh: boolean;
}

/** What an account has of postbid measurement. */
export interface VerificationTerms {
  vendors: VerificationVendors;
  /** Of impressions, those that are measured. */
  percent: number;
  /** What the account pays for 1,000 of them, in nano-USD. */
  cpm: Nanos;
  /** Until when nothing is measured because the platform's impressions of the month are used up, ms; 0 = it is. */
  pausedUntil: number;
}

/** Names of an account's own parameters: those that fill macros, those that bidders hear of, and those that are kept. */
export interface OwnParams {
  named: readonly string[];
  nonPersonal: readonly string[];
  reportable: readonly string[];
}

/** What an account has of postbid measurement; null where nothing is measured. */
export function verificationOf(account: DemandAccountRow): VerificationTerms | null {
  const { postbidPercent: percent, showPostbidPix: pix, showPostbidWh: wh, pricePostbid, postbidRestsUntil } = account;
  if (percent === 0 || (!pix && !wh)) return null;
  return { vendors: { pix, wh }, percent, cpm: cpm(pricePostbid), pausedUntil: timeOf(postbidRestsUntil) };
}

/** The floors that a channel has learned, by market; null where its floor is static. */
export function dynamicFloorsOf({ floorMode, learnedFloors }: ChannelRow): ReadonlyMap<string, Nanos> | null {
  if (floorMode === 'static') return null;
  return new Map(Object.entries(learnedFloors).map(([market, floor]) => [market, cpm(floor)]));
}

/** The names of an account's own parameters. */
export function paramsOf(tagParams: readonly string[]): OwnParams {
  return {
    named: tagParamNames(tagParams),
    nonPersonal: nonPersonalParams(tagParams),
    reportable: reportParams(tagParams),
  };
}

/** A CPM from the API's decimal text, in nano-USD. */
export function cpm(usd: string): Nanos {
  return Number(nanosFromUsd(usd));
}

/** Milliseconds since the epoch of an ISO 8601 instant; 0 of none. */
export function timeOf(instant: string | null): number {
  return instant === null ? 0 : utcTime(instant);
}
