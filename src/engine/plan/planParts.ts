import type { ChannelRow, DemandAccountRow, Nanos } from '#model/index.ts';
import { reportParams, nanosFromUsd, nonPersonalParams, tagParamNames } from '#model/index.ts';
import { placements } from '#model/reference/placements.ts';
import { utcTime } from '../utcTime.ts';

/** The vendors of post-bid verification in use. */
export interface VerificationVendors {
  pix: boolean;
  wh: boolean;
}

/** The terms of an account's post-bid verification. */
export interface VerificationTerms {
  vendors: VerificationVendors;
  /** Percentage of impressions that are measured. */
  percent: number;
  /** Price to the account per 1,000 measured impressions, in nano-USD. */
  cpm: Nanos;
  /**
   * Paused until this time because the platform's monthly quota of measured impressions is used up, in milliseconds
   * since the epoch; 0 = not paused.
   */
  pausedUntil: number;
}

/**
 * The names of an account's tag parameters: those that fill macros, those sent to bidders, and those recorded for
 * reports.
 */
export interface OwnParams {
  named: readonly string[];
  nonPersonal: readonly string[];
  reportable: readonly string[];
}

/** The post-bid verification of an account; null where nothing is measured. */
export function verificationOf(account: DemandAccountRow): VerificationTerms | null {
  const {
    postbidPercent: percent,
    showPostbidPix: pix,
    showPostbidWh: wh,
    pricePostbid,
    verificationPausedUntil,
  } = account;
  if (percent === 0 || (!pix && !wh)) return null;
  return { vendors: { pix, wh }, percent, cpm: cpm(pricePostbid), pausedUntil: timeOf(verificationPausedUntil) };
}

/** The dynamic floors of a channel, by market; null where its floor is static. */
export function dynamicFloorsOf({ floorMode, dynamicFloors }: ChannelRow): ReadonlyMap<string, Nanos> | null {
  if (floorMode === 'static') return null;
  return new Map(Object.entries(dynamicFloors).map(([market, floor]) => [market, cpm(floor)]));
}

/** AdCOM's `plcmt` of a channel's placement type; null for an unknown one. */
export function plcmtOfType(type: ChannelRow['placementType']): number | null {
  const placement = placements.find(({ id }) => id === type);
  return placement ? Number(placement.plcmt) : null;
}

export function paramsOf(tagParams: readonly string[]): OwnParams {
  return {
    named: tagParamNames(tagParams),
    nonPersonal: nonPersonalParams(tagParams),
    reportable: reportParams(tagParams),
  };
}

/** Converts a CPM from the API's decimal text to nano-USD. */
export function cpm(usd: string): Nanos {
  return Number(nanosFromUsd(usd));
}

/** Milliseconds since the epoch of an ISO 8601 instant; 0 for null. */
export function timeOf(instant: string | null): number {
  return instant === null ? 0 : utcTime(instant);
}
