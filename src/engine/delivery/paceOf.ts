import type { Limit } from '#model/index.ts';
import { amountOf, keyOfLimit, type Delivered, type LimitKey } from './limits.ts';
import { spanOf } from './spanOf.ts';

/** An estimate of a tag's traffic for one of its caps. */
interface TrafficEstimate {
  /** The start of the period at the last measurement, and what had been delivered in it by then. */
  start: number;
  delivered: number;
  /** Recent deliveries, and the seconds of full traffic that they took; older ones decay. */
  counted: number;
  exposedS: number;
}

/** The pace of a tag after a measurement. */
export interface Pace {
  /** The share of requests that it takes, in [0, 1]. */
  share: number;
  /** The share behind the deliveries measured now: it follows `share` with a lag of some seconds. */
  effectiveShare: number;
  at: number;
  trafficEstimates: ReadonlyMap<LimitKey, TrafficEstimate>;
}

/** A measurement of a tag. Times are milliseconds since the epoch. */
export interface PaceMeasurement {
  limits: readonly Limit[];
  /** For spend caps it must contain the impressions of the same period too. */
  delivered: Delivered;
  now: number;
  /** UTC offset in whole hours. */
  zoneHours: number;
  /** The end of the tag's flight; Infinity = none. */
  endsAt: number;
  /** The share in force since the last measurement. */
  share: number;
  /** Whether it could serve since then. Missing deliveries say nothing about its traffic while it could not. */
  isServing: boolean;
}

/** The share of a tag whose traffic is unknown; doubled at each measurement until something is delivered. */
const firstShare = 0.02;
/** Seconds until a delivery is measured. */
const lagS = 5;
/** The part of a cap to aim for: the rest covers deliveries measured too late. */
const aim = 0.998;
/**
 * The sample that is large enough, in deliveries and as a part of the cap: a larger one would hide changes in traffic.
 */
const enoughDeliveries = 400;
const enoughPart = 0.02;
/** The minimum share while anything is left: without any deliveries, nothing could be measured. */
const minShare = 0.0001;

/**
 * The share of requests that a tag with evenly paced caps takes from now on: the remaining amount of a cap, spread over
 * the rest of its period, relative to what its full traffic would deliver. The lowest of its caps decides; 1 without
 * such caps. `before` is the previous result for the tag; null = unknown.
 */
export function paceOf(measurement: PaceMeasurement, before: Pace | null): Pace {
  const { now, zoneHours, endsAt } = measurement;
  const trafficEstimates = new Map<LimitKey, TrafficEstimate>();
  const effectiveShare = before ? nextEffectiveShare(before, measurement) : measurement.share;
  let share = 1;
  for (const limit of measurement.limits) {
    if (limit.pacing !== 'even') continue;
    const span = spanOf(limit.period, now, zoneHours);
    const end = Math.min(span.end, endsAt);
    // A lifetime cap without an end date cannot be spread.
    if (limit.period === 'lifetime' && end === span.end) continue;
    const key = keyOfLimit(limit);
    const known = updateEstimate(limit, { start: span.start, effectiveShare }, measurement, before);
    trafficEstimates.set(key, known);
    share = Math.min(share, shareOf(limit, known, (end - now) / 1000, measurement, before !== null));
  }
  return { share, effectiveShare, at: now, trafficEstimates };
}

function nextEffectiveShare({ effectiveShare, at }: Pace, { share, now }: PaceMeasurement): number {
  return share + (effectiveShare - share) * Math.exp((at - now) / 1000 / lagS);
}

function updateEstimate(
  limit: Limit,
  { start, effectiveShare }: { start: number; effectiveShare: number },
  measurement: PaceMeasurement,
  before: Pace | null,
): TrafficEstimate {
  const { now, isServing } = measurement;
  const key = keyOfLimit(limit);
  const delivered = measurement.delivered.get(key) ?? 0;
  const known = before?.trafficEstimates.get(key);
  if (!before || !known) return { start, delivered, counted: 0, exposedS: 0 };
  const fresh = delivered - known.delivered;
  // Deliveries between the last measurement and the end of its period are in neither sum.
  if (!isServing || start !== known.start || fresh < 0) return { ...known, start, delivered };
  const passedS = (now - before.at) / 1000;
  const fade = Math.exp(-passedS / memoryS[limit.period]);
  const counted = known.counted * fade + fresh;
  const exposedS = known.exposedS * fade + effectiveShare * passedS;
  const one = amountOfOne(limit, measurement.delivered);
  const enough = Math.max(3 * one, Math.min(enoughDeliveries * one, enoughPart * amountOf(limit)));
  const excess = Math.max(1, counted / enough);
  return { start, delivered, counted: counted / excess, exposedS: exposedS / excess };
}

/** Time for which past traffic counts in the estimate, in seconds. */
const memoryS: Record<Limit['period'], number> = {
  minute: 60,
  hour: 120,
  day: 1800,
  week: 1800,
  month: 1800,
  lifetime: 1800,
};

/** The amount of one delivery: 1, or the average price. */
function amountOfOne({ metric, period }: Limit, delivered: Delivered): number {
  if (metric !== 'spend') return 1;
  const impressions = delivered.get(`impressions ${period}`) ?? 0;
  return impressions === 0 ? Infinity : Math.max(1, (delivered.get(`spend ${period}`) ?? 0) / impressions);
}

function shareOf(
  limit: Limit,
  { delivered, counted, exposedS }: TrafficEstimate,
  leftS: number,
  { share, isServing }: PaceMeasurement,
  isKnown: boolean,
): number {
  const left = amountOf(limit) - delivered;
  if (left <= 0) return 0;
  const most = Math.min(1, Math.max(firstShare, share * 2));
  if (counted === 0 || exposedS === 0) {
    if (isKnown) return isServing ? most : share;
    return share < 1 ? share : firstShare;
  }
  const perSecond = counted / exposedS;
  const wanted = left - amountOf(limit) * (1 - aim) - share * perSecond * lagS;
  return Math.min(most, Math.max(minShare, wanted / Math.max(1, leftS) / perSecond));
}
