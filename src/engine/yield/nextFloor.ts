import type { Nanos } from '#model/index.ts';

/** Results of requests: counts, and nano-USD. */
export interface FloorSums {
  reqs: number;
  /** The requested ads. */
  slots: number;
  imps: number;
  rev: Nanos;
  /** The sum of the squared revenue per impression. */
  revSquares: number;
}

/** Measurements of one market of a channel since its last change of floor. CPMs are nano-USD. */
export interface FloorEvidence {
  /** The current floor; at least the static one. */
  floor: Nanos;
  staticFloor: Nanos;
  /** Maximum rise, as a part of the median price in basis points; `highest` is the maximum floor, null = none. */
  upliftBasisPoints: number;
  highest: Nanos | null;
  /** Results at that floor, and of the control group at the static floor. */
  treated: FloorSums;
  control: FloorSums;
  /** Median price of the impressions; null when there were none. */
  medianCpm: Nanos | null;
  /** Whether no new rise may start, because the last ones were dropped. */
  isInCooldown: boolean;
}

/** The control group: the part of a market's requests that stays at the static floor. */
export const controlShare = 0.2;

/** Minimum requests for a decision. */
const minTreatedRequests = 400;
const minControlRequests = 100;

/** The step of a floor, as a part of the median price. */
const stepPart = 0.05;

/** Differences within this many standard errors are noise. */
const revenueDoubt = 2;
const fillDoubt = 1.5;

/** A loss of revenue that is acceptable, as a part of it. */
const smallPart = 0.02;

const minuteMs = 60_000;

/**
 * The time that a market stays at its static floor after its rise was dropped `falls` times in a row, in milliseconds:
 * longer each time.
 */
export function cooldownAfterFalls(falls: number): number {
  return Math.min(240, 4 * 2 ** falls) * minuteMs;
}

/**
 * The next floor of a market. It rises in small steps while revenue per request is not below that of the control group.
 * It drops half of its rise, or all of a small one, when fill falls without higher revenue. It never leaves its bounds,
 * and stays while there is too little data.
 */
export function nextFloor(evidence: FloorEvidence): Nanos {
  const { floor, staticFloor, treated, control, medianCpm } = evidence;
  if (treated.reqs < minTreatedRequests || control.reqs < minControlRequests) return floor;
  // Nothing sells at the floor, while something would without it.
  if (medianCpm === null) return lowered(evidence, 0);
  const ceiling = ceilingOf(evidence, medianCpm);
  if (floor > ceiling) return ceiling;
  const step = Math.max(1, Math.round(medianCpm * stepPart));
  const raised = Math.max(staticFloor, Math.min(ceiling, floor + step));
  // Without a rise both groups have the same floor: differences are noise, and a first step is the only way to measure.
  if (floor - staticFloor < step / 2) return evidence.isInCooldown ? floor : raised;
  const [treatedRate, controlRate] = [rateOf(treated), rateOf(control)];
  const gain = treatedRate.revenue - controlRate.revenue;
  const noise = Math.hypot(treatedRate.revenueError, controlRate.revenueError);
  const fillLoss = controlRate.fill - treatedRate.fill;
  const fillNoise = Math.hypot(treatedRate.fillError, controlRate.fillError);
  const isFillLost = fillLoss > fillDoubt * fillNoise;
  if (gain < -revenueDoubt * noise || (isFillLost && gain <= 0)) return lowered(evidence, step);
  // A loss so far waits until it is clear whether it is noise; a loss of fill must be clearly outweighed by revenue.
  const isAlike = gain > -noise && noise < smallPart * controlRate.revenue;
  if ((gain < 0 && !isAlike) || (isFillLost && gain < noise)) return floor;
  return raised;
}

/** Half of the rise; none where less than two steps are left. */
function lowered({ floor, staticFloor }: FloorEvidence, step: Nanos): Nanos {
  const half = Math.floor((floor - staticFloor) / 2);
  return half < 2 * step ? staticFloor : staticFloor + half;
}

/** The highest floor that the bounds allow; never below the static one. */
function ceilingOf({ staticFloor, upliftBasisPoints, highest }: FloorEvidence, medianCpm: Nanos): Nanos {
  const raised = staticFloor + Math.floor((medianCpm * upliftBasisPoints) / 10_000);
  return Math.max(staticFloor, Math.min(raised, highest ?? Infinity));
}

/** Fill and revenue per request, with their standard errors. */
function rateOf({ reqs, slots, imps, rev, revSquares }: FloorSums) {
  const fill = Math.min(1, imps / slots);
  const revenue = rev / reqs;
  const variance = Math.max(0, revSquares / reqs - revenue ** 2);
  return {
    fill,
    fillError: Math.sqrt((fill * (1 - fill)) / slots),
    revenue,
    revenueError: Math.sqrt(variance / reqs),
  };
}
