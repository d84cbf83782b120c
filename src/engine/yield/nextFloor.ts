import type { Nanos } from '#model/index.ts';

/** What requests brought. Counts, and nano-USD. */
export interface FloorSums {
  reqs: number;
  imps: number;
  rev: Nanos;
  /** The sum of the squares of what each impression earned. */
  revSquares: number;
}

/** What is known of one market of a channel since its floor is what it is. CPMs are nano-USD. */
export interface FloorEvidence {
  /** The floor that was asked; at least the static one. */
  floor: Nanos;
  staticFloor: Nanos;
  /** Bounds of the rise: a part of the median price in basis points, and a CPM; null = none. */
  upliftBasisPoints: number;
  highest: Nanos | null;
  /** Of requests at that floor, and of those that were left at the static one to compare with. */
  treated: FloorSums;
  control: FloorSums;
  /** What half of the impressions paid more than; null when there were none. */
  medianCpm: Nanos | null;
  /** Whether no new rise is begun for now, since the last ones were given up. */
  isInCooldown: boolean;
}

/** Part of the requests of a market that stay at the static floor. */
export const controlShare = 0.2;

/** Fewer requests than these tell nothing. */
const minTreatedRequests = 400;
const minControlRequests = 100;

/** How far a floor moves at once, as a part of the median price. */
const stepPart = 0.05;

/** Standard errors within which a difference of revenue, and one of fill, is noise. */
const revenueDoubt = 2;
const fillDoubt = 1.5;

/** A part of the revenue by which nobody minds to be wrong. */
const smallPart = 0.02;

const minuteMs = 60_000;

/** How long a market rests at its static floor after its rise was given up `falls` times in a row: longer each time, in ms. */
export function cooldownAfterFalls(falls: number): number {
  return Math.min(240, 4 * 2 ** falls) * minuteMs;
}

/**
 * The next floor of a market. It rises by small steps while requests bring no less than those without it, and gives up half
 * of its rise, or a small one, when they fill less and do not earn more for it. It never leaves its bounds, and stays where
 * too little is known.
 */
export function nextFloor(evidence: FloorEvidence): Nanos {
  const { floor, staticFloor, treated, control, medianCpm } = evidence;
  if (treated.reqs < minTreatedRequests || control.reqs < minControlRequests) return floor;
  // Nobody buys at the floor, while without it somebody would.
  if (medianCpm === null) return lowered(evidence, 0);
  const ceiling = ceilingOf(evidence, medianCpm);
  if (floor > ceiling) return ceiling;
  const step = Math.max(1, Math.round(medianCpm * stepPart));
  const raised = Math.max(staticFloor, Math.min(ceiling, floor + step));
  // Without a rise both parts are asked the same: what differs is chance, and a first step is how anything is learned.
  if (floor - staticFloor < step / 2) return evidence.isInCooldown ? floor : raised;
  const [treatedRate, controlRate] = [rateOf(treated), rateOf(control)];
  const gain = treatedRate.revenue - controlRate.revenue;
  const noise = Math.hypot(treatedRate.revenueError, controlRate.revenueError);
  const fillLoss = controlRate.fill - treatedRate.fill;
  const fillNoise = Math.hypot(treatedRate.fillError, controlRate.fillError);
  const isFillLost = fillLoss > fillDoubt * fillNoise;
  if (gain < -revenueDoubt * noise || (isFillLost && gain <= 0)) return lowered(evidence, step);
  // What earns less so far waits until it is known whether that is chance; what costs fill must clearly earn for it.
  const isAlike = gain > -noise && noise < smallPart * controlRate.revenue;
  if ((gain < 0 && !isAlike) || (isFillLost && gain < noise)) return floor;
  return raised;
}

/** Half of the rise; none where less than two steps are left. */
function lowered({ floor, staticFloor }: FloorEvidence, step: Nanos): Nanos {
  const half = Math.floor((floor - staticFloor) / 2);
  return half < 2 * step ? staticFloor : staticFloor + half;
}

/** The highest floor that the bounds allow; never less than the static one. */
function ceilingOf({ staticFloor, upliftBasisPoints, highest }: FloorEvidence, medianCpm: Nanos): Nanos {
  const raised = staticFloor + Math.floor((medianCpm * upliftBasisPoints) / 10_000);
  return Math.max(staticFloor, Math.min(raised, highest ?? Infinity));
}

/** What one request brings, with the standard errors of it. */
function rateOf({ reqs, imps, rev, revSquares }: FloorSums) {
  const fill = Math.min(1, imps / reqs);
  const revenue = rev / reqs;
  const variance = Math.max(0, revSquares / reqs - revenue ** 2);
  return {
    fill,
    fillError: Math.sqrt((fill * (1 - fill)) / reqs),
    revenue,
    revenueError: Math.sqrt(variance / reqs),
  };
}
