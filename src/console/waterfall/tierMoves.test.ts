import { describe, expect, test } from 'vitest';
import {
  withTierChanges,
  isSameTarget,
  keyOfTarget,
  planMove,
  planRenumbering,
  stepTarget,
  targetOfKey,
  targetsOf,
  tiersOf,
  type TieredRow,
} from './tierMoves.ts';

/** Builds rows 1, 2, 3 … with the given tiers. */
const rowsIn = (...tiers: number[]): TieredRow[] => tiers.map((tier, index) => ({ id: index + 1, tier }));
const ids = (...each: number[]) => new Set(each);
const tiersAfter = (rows: TieredRow[], moved: Set<number>, target: Parameters<typeof planMove>[2]) => {
  const plan = planMove(rows, moved, target);
  return plan && withTierChanges(rows, plan).map((row) => row.tier);
};

describe('a move', () => {
  test('into a tier changes only the moved rows, and none that is already there', () => {
    expect(planMove(rowsIn(1, 1, 2), ids(1, 3), { kind: 'tier', tier: 2 })).toEqual([{ id: 1, tier: 2 }]);
  });

  test.each([
    ['before the first pushes the others on', [1, 2, 2], ids(3), { kind: 'new', before: 1 }, [2, 3, 1]],
    ['between two neighbors pushes the later ones on', [1, 1, 2, 3], ids(1), { kind: 'new', before: 2 }, [2, 1, 3, 4]],
    ['stops pushing at the first free number', [1, 1, 2, 4], ids(1), { kind: 'new', before: 2 }, [2, 1, 3, 4]],
    ['takes a free number between two tiers', [1, 1, 4], ids(1), { kind: 'new', before: 4 }, [2, 1, 4]],
    ['after the last takes the next number', [1, 2, 2], ids(3), { kind: 'new', before: null }, [1, 2, 3]],
    ['after tier 20 pushes the others back', [1, 19, 20, 20], ids(4), { kind: 'new', before: null }, [1, 18, 19, 20]],
    ['by a row that is alone there changes nothing', [1, 2, 3], ids(2), { kind: 'new', before: 2 }, [1, 2, 3]],
    ['by a row that is alone leaves its number', [1, 5, 9], ids(2), { kind: 'new', before: 9 }, [1, 5, 9]],
    ['of all rows leaves their order', [3, 3], ids(1, 2), { kind: 'new', before: 3 }, [3, 3]],
  ] as const)('to a new tier %s', (_what, tiers, moved, target, expected) => {
    expect(tiersAfter(rowsIn(...tiers), new Set(moved), target)).toEqual(expected);
  });

  test('to a new tier is refused when all 20 are taken', () => {
    const rows = rowsIn(...Array.from({ length: 20 }, (_, index) => index + 1), 5);
    expect(planMove(rows, ids(21), { kind: 'new', before: 3 })).toBeNull();
    expect(planMove(rows, ids(21), { kind: 'new', before: null })).toBeNull();
    // Its own tier is freed when it leaves.
    expect(planMove(rows.slice(0, 20), ids(20), { kind: 'new', before: 3 })).not.toBeNull();
  });

  test('never changes the order of the other rows and stays within tiers 1 to 20', () => {
    let seed = 7;
    const randomBelow = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 400; round += 1) {
      const rows = rowsIn(...Array.from({ length: 1 + randomBelow(30) }, () => 1 + randomBelow(20)));
      const moved = new Set(rows.filter(() => randomBelow(4) === 0).map((row) => row.id));
      const targets = targetsOf(tiersOf(rows));
      const target = targets[randomBelow(targets.length)] ?? { kind: 'new', before: null };
      const plan = planMove(rows, moved, target);
      if (!plan) continue;
      const after = withTierChanges(rows, plan);
      expect(after.every(({ tier }) => tier >= 1 && tier <= 20)).toBe(true);
      for (const a of rows) {
        for (const b of rows) {
          if (moved.has(a.id) || moved.has(b.id)) continue;
          const [nextA, nextB] = [after[a.id - 1]?.tier ?? 0, after[b.id - 1]?.tier ?? 0];
          expect(Math.sign(nextA - nextB)).toBe(Math.sign(a.tier - b.tier));
        }
      }
      const own = after.filter((row) => moved.has(row.id));
      expect(new Set(own.map((row) => row.tier)).size).toBeLessThanOrEqual(1);
      if (target.kind === 'new') {
        for (const row of own) expect(after.some((each) => !moved.has(each.id) && each.tier === row.tier)).toBe(false);
      }
    }
  });
});

describe('a step', () => {
  test.each([
    ['up goes to the tier above', [1, 4, 4], ids(2), -1, 'tier:1'],
    ['up from the first tier makes a new one', [1, 1], ids(1), -1, 'new:1'],
    ['up ends when the row is alone in the first tier', [1, 2], ids(1), -1, ''],
    ['down goes to the tier below', [1, 4], ids(1), 1, 'tier:4'],
    ['down from the last tier makes a new one', [1, 4, 4], ids(3), 1, 'new:end'],
    ['down ends when the row is alone in the last tier', [1, 4], ids(2), 1, ''],
    ['starts at the outermost row of several tiers', [1, 2, 3], ids(2, 3), -1, 'tier:1'],
  ] as const)('%s', (_what, tiers, moved, direction, expected) => {
    expect(keyOfTarget(stepTarget(rowsIn(...tiers), new Set(moved), direction))).toBe(expected);
  });
});

test('renumbered tiers stay in order', () => {
  expect(planRenumbering(rowsIn(2, 5, 5, 9))).toEqual([
    { id: 1, tier: 1 },
    { id: 2, tier: 2 },
    { id: 3, tier: 2 },
    { id: 4, tier: 3 },
  ]);
  expect(planRenumbering(rowsIn(1, 2, 2))).toEqual([]);
});

test('a target survives a round trip through its key', () => {
  for (const target of targetsOf([1, 3])) {
    expect(isSameTarget(targetOfKey(keyOfTarget(target)), target)).toBe(true);
  }
  expect(targetOfKey('tier:end2')).toBeNull();
  expect(targetOfKey(undefined)).toBeNull();
});
