import { describe, expect, test } from 'vitest';
import { randomTraffic } from '#tests/support/engine/randomTraffic.ts';
import { controlShare, nextFloor, cooldownAfterFalls, type FloorEvidence, type FloorSums } from './nextFloor.ts';

const usd = 1_000_000_000;
const sums = (reqs: number, fill: number, cpm: number): FloorSums => {
  const imps = Math.round(reqs * fill);
  return { reqs, slots: reqs, imps, rev: imps * cpm * 1_000_000, revSquares: imps * (cpm * 1_000_000) ** 2 };
};
const evidence = (overrides: Partial<FloorEvidence>): FloorEvidence => ({
  floor: 1 * usd,
  staticFloor: 1 * usd,
  upliftBasisPoints: 5000,
  highest: null,
  treated: sums(4000, 0.5, 2),
  control: sums(1000, 0.5, 2),
  medianCpm: 2 * usd,
  isInCooldown: false,
  ...overrides,
});

describe('a floor', () => {
  test('rises by a small step while revenue does not drop', () => {
    expect(nextFloor(evidence({}))).toBe(1.1 * usd);
    expect(nextFloor(evidence({ floor: 1.3 * usd }))).toBe(1.4 * usd);
  });

  test('stays while there is too little data', () => {
    expect(nextFloor(evidence({ treated: sums(399, 0.5, 2) }))).toBe(1 * usd);
    expect(nextFloor(evidence({ control: sums(99, 0.5, 2), floor: 1.5 * usd }))).toBe(1.5 * usd);
  });

  test('drops half of its rise when fill falls without higher revenue', () => {
    expect(nextFloor(evidence({ floor: 1.8 * usd, treated: sums(4000, 0.4, 2.2) }))).toBe(1.4 * usd);
  });

  test('drops a small rise entirely, and does not rise during its cooldown', () => {
    expect(nextFloor(evidence({ floor: 1.3 * usd, treated: sums(4000, 0.4, 2.2) }))).toBe(1 * usd);
    expect(nextFloor(evidence({ isInCooldown: true }))).toBe(1 * usd);
    expect([0, 1, 2, 9].map((falls) => cooldownAfterFalls(falls) / 60_000)).toEqual([4, 8, 16, 240]);
  });

  test('continues to rise when fill falls for clearly higher revenue', () => {
    expect(nextFloor(evidence({ floor: 1.4 * usd, treated: sums(4000, 0.45, 3) }))).toBe(1.5 * usd);
  });

  test('never leaves its bounds: the static floor, a part of the median above it, and the maximum', () => {
    expect(nextFloor(evidence({ floor: 1.95 * usd }))).toBe(2 * usd);
    expect(nextFloor(evidence({ floor: 1.95 * usd, highest: 1.98 * usd }))).toBe(1.98 * usd);
    expect(nextFloor(evidence({ floor: 1.95 * usd, medianCpm: 1 * usd }))).toBe(1.5 * usd);
    expect(nextFloor(evidence({ highest: 0.5 * usd }))).toBe(1 * usd);
    expect(nextFloor(evidence({ medianCpm: null, treated: sums(4000, 0, 0), floor: 1.5 * usd }))).toBe(1.25 * usd);
  });
});

/** A bidder's bid on a request for a given floor, CPM in USD; 0 = no bid. */
type Bidder = (floor: number, random: () => number) => number;

/** Never bids above its own valuation: a floor only excludes bids. */
const stubborn: Bidder = (_floor, random) => (random() < 0.6 ? 0.5 + 3 * random() ** 2 : 0);
/** Bids low, and up to the floor while the request is worth it: it is insensitive to the price. */
const insensitive: Bidder = (floor, random) => {
  const worth = 2 + 3 * random();
  return worth < floor ? 0 : Math.max(floor, 0.3 * worth);
};

/**
 * Revenue per request over `rounds` measurements, with dynamic floors and with the static one, on the same requests.
 */
function simulate(bidder: Bidder, seed: number, rounds: number, upliftBasisPoints = 5000) {
  const traffic = randomTraffic(seed);
  const random = () => traffic.next();
  const staticFloor = 0.5;
  const perRound = 3000;
  let floor = staticFloor;
  let since = { treated: empty(), control: empty() };
  const paid: number[] = [];
  const earned = { dynamic: 0, fixed: 0 };
  const floors: number[] = [];
  let falls = 0;
  let cooldownUntil = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let request = 0; request < perRound; request += 1) {
      const own = randomTraffic(1 + seed * 7_919_993 + round * perRound + request);
      const chanceOf = () => own.next();
      const isCompared = random() < controlShare;
      const currentFloor = isCompared ? staticFloor : floor;
      const bid = bidder(currentFloor, chanceOf);
      const again = randomTraffic(1 + seed * 7_919_993 + round * perRound + request);
      const bidAtStatic = bidder(staticFloor, () => again.next());
      const cpm = bid >= currentFloor ? bid : 0;
      earned.dynamic += cpm;
      earned.fixed += bidAtStatic >= staticFloor ? bidAtStatic : 0;
      const group = isCompared ? since.control : since.treated;
      group.reqs += 1;
      if (cpm > 0) {
        group.imps += 1;
        group.rev += Math.round(cpm * 1_000_000);
        group.revSquares += Math.round(cpm * 1_000_000) ** 2;
        paid.push(cpm);
      }
    }
    const recent = paid.splice(0).sort((a, b) => a - b);
    const median = recent[Math.floor(recent.length / 2)];
    const next =
      nextFloor({
        floor: Math.round(floor * usd),
        staticFloor: staticFloor * usd,
        upliftBasisPoints,
        highest: null,
        ...since,
        medianCpm: median === undefined ? null : Math.round(median * usd),
        isInCooldown: round < cooldownUntil,
      }) / usd;
    if (next < floor) {
      falls += 1;
      // A round is two minutes.
      cooldownUntil = round + cooldownAfterFalls(falls) / 120_000;
    } else if (next > floor && floor > staticFloor) falls = 0;
    if (next !== floor) since = { treated: empty(), control: empty() };
    floor = next;
    floors.push(floor);
  }
  return { dynamic: earned.dynamic, fixed: earned.fixed, floors };
}

function empty(): FloorSums {
  return { reqs: 0, slots: 0, imps: 0, rev: 0, revSquares: 0 };
}

describe('revenue with dynamic floors', () => {
  test('is not below that of the static floor where bidders do not follow them', () => {
    for (const seed of [1, 2, 3, 4]) {
      const { dynamic, fixed, floors } = simulate(stubborn, seed, 60);
      expect(dynamic / fixed, `seed ${seed}`).toBeGreaterThan(0.97);
      expect(Math.min(...floors)).toBeGreaterThanOrEqual(0.5);
    }
  });

  test('is above it where bidders are insensitive to the price', () => {
    for (const seed of [1, 2, 3, 4]) {
      const { dynamic, fixed } = simulate(insensitive, seed, 60);
      expect(dynamic / fixed, `seed ${seed}`).toBeGreaterThan(1.03);
      // How far above depends on how far the floor may rise.
      const free = simulate(insensitive, seed, 60, 10_000);
      expect(free.dynamic / free.fixed, `seed ${seed}`).toBeGreaterThan(1.1);
    }
  });
});
