import type { Limit } from '#model/index.ts';
import { amountOf, keyOfLimit, type Delivered, type LimitKey } from './limits.ts';
import { spanOf } from './spanOf.ts';

/** What was learned of a tag's traffic for one of its caps. */
interface TrafficEstimate {
  /** When the period of the last measurement began, and what it had brought by then. */
  start: number;
  delivered: number;
  /** What was delivered lately, and in how many seconds of all traffic: what is older fades away. */
  counted: number;
  exposedS: number;
}

/** The pace of a tag after a measurement. */
export interface Pace {
  /** The share of the requests that it takes, in [0, 1]. */
  share: number;
  /** The share that what is measured now was delivered with: it follows the one in force some seconds later. */
  effectiveShare: number;
  at: number;
  trafficEstimates: ReadonlyMap<LimitKey, TrafficEstimate>;
}

/** A measurement of a tag. Times are milliseconds since the epoch. */
export interface PaceMeasurement {
  limits: readonly Limit[];
  /** Of periods with a cap on spend it must tell the impressions too. */
  delivered: Delivered;
  now: number;
  /** Whole hours from UTC. */
  zoneHours: number;
  /** When the tag ends to serve, whatever its caps say; Infinity = never. */
  endsAt: number;
  /** The share that has been in force since the last measurement. */
  share: number;
  /** Whether it could serve since then. What did not come while it could not says nothing of its traffic. */
  isServing: boolean;
}

/** The share of a tag whose traffic nobody knows yet; doubled at each measurement until something comes. */
const firstShare = 0.02;
/** Seconds until what is delivered is measured. */
const lagS = 5;
/** A little is left for what is measured too late. */
const aim = 0.998;
/** What tells the traffic well enough, in deliveries and as a part of the cap: more would hide that traffic has changed. */
const enoughDeliveries = 400;
const enoughPart = 0.02;
/** The least share while anything is left: with none at all, nothing could be learned any more. */
const minShare = 0.0001;

/**
 * The share of requests that a tag with evenly paced caps takes from now on: what is left of a cap, spread over what is
 * left of its period, compared with what all of its traffic would bring. The least of its caps rules; 1 without such caps.
 * `before`: what this function said last of the tag; null when nobody knows.
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
    // A lifetime without a last day is nothing to spread a cap over.
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
  // What came between the last measurement and the end of its period is in neither sum.
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

/** How long traffic of some time ago tells of the one to come. */
const memoryS: Record<Limit['period'], number> = {
  minute: 60,
  hour: 120,
  day: 1800,
  week: 1800,
  month: 1800,
  lifetime: 1800,
};

/** What one delivery adds: 1, or an average price. */
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
