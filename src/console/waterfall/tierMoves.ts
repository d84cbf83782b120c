import { waterfallRow } from '#model/index.ts';

/** The parts of a row that moves use. */
export interface TieredRow {
  id: number;
  tier: number;
}

export type TierChange = TieredRow;

/** The target of a move: an existing tier, or a new one before the tier of that number; null = after the last. */
export type TierTarget = { kind: 'tier'; tier: number } | { kind: 'new'; before: number | null };

const { min: firstTier = 1, max: lastTier = 20 } = waterfallRow.fields.tier;

/** The tier numbers in use, in ascending order. */
export function tiersOf(rows: readonly TieredRow[]): number[] {
  return [...new Set(rows.map((row) => row.tier))].sort((a, b) => a - b);
}

/**
 * Plans the changes that move rows to a target, and no others. A new tier makes room by shifting its neighbors, whose
 * order stays. Returns null when all tiers are taken.
 */
export function planMove(
  rows: readonly TieredRow[],
  ids: ReadonlySet<number>,
  target: TierTarget,
): TierChange[] | null {
  const moved = rows.filter((row) => ids.has(row.id));
  if (target.kind === 'tier') return changed(moved, () => target.tier);
  const rest = rows.filter((row) => !ids.has(row.id));
  const gap = gapFor(tiersOf(rest), target.before, moved[0]?.tier);
  if (!gap) return null;
  return [
    ...changed(moved, () => gap.tier),
    ...changed(rest, (tier) => (tier >= gap.from && tier <= gap.to ? tier + gap.by : tier)),
  ];
}

/** The new tiers of rows, where they differ. */
function changed(rows: readonly TieredRow[], tierOf: (tier: number) => number): TierChange[] {
  return rows
    .map(({ id, tier }) => ({ id, tier: tierOf(tier) }))
    .filter(({ tier }, index) => tier !== rows[index]?.tier);
}

/** The number of a new tier, and which tiers shift by one to make room for it. */
interface TierGap {
  tier: number;
  from: number;
  to: number;
  by: 1 | -1;
}

/** `wanted` is used when it lies in the gap: rows alone between their neighbors then stay where they are. */
function gapFor(taken: readonly number[], before: number | null, wanted: number | undefined): TierGap | null {
  const isTaken = new Set(taken);
  const upper = before === null ? undefined : taken.find((tier) => tier >= before);
  const lower = taken.findLast((tier) => upper === undefined || tier < upper) ?? firstTier - 1;
  const still = (tier: number): TierGap => ({ tier, from: 0, to: -1, by: 1 });
  const end = upper ?? lastTier + 1;
  if (wanted !== undefined && wanted > lower && wanted < end) return still(wanted);
  if (end - lower > 1) return still(lower + 1);
  for (let free = end; free <= lastTier; free += 1) {
    if (!isTaken.has(free)) return { tier: end, from: end, to: free - 1, by: 1 };
  }
  for (let free = lower; free >= firstTier; free -= 1) {
    if (!isTaken.has(free)) return { tier: lower, from: free + 1, to: lower, by: -1 };
  }
  return null;
}

/** Lists all targets in order: new tiers and the tiers between them. */
export function targetsOf(tiers: readonly number[]): TierTarget[] {
  return [
    ...tiers.flatMap((tier): TierTarget[] => [
      { kind: 'new', before: tier },
      { kind: 'tier', tier },
    ]),
    { kind: 'new', before: null },
  ];
}

/** True when two targets are the same. */
export function isSameTarget(a: TierTarget | null, b: TierTarget | null): boolean {
  return keyOfTarget(a) === keyOfTarget(b);
}

/** Formats a target as a key: "tier:2", "new:2", "new:end"; empty for none. */
export function keyOfTarget(target: TierTarget | null): string {
  if (target === null) return '';
  return target.kind === 'tier' ? `tier:${target.tier}` : `new:${target.before ?? 'end'}`;
}

/** Parses a target's key. Returns null when it is invalid. */
export function targetOfKey(key: string | undefined): TierTarget | null {
  const [, kind, number] = /^(tier|new):(\d+|end)$/.exec(key ?? '') ?? [];
  if (kind === 'tier') return { kind, tier: Number(number) };
  return kind === 'new' ? { kind, before: number === 'end' ? null : Number(number) } : null;
}

/**
 * The nearest target above (-1) or below (1) the tier of some rows that would change anything; null at the ends. Rows
 * of several tiers start from the first or the last of them.
 */
export function stepTarget(rows: readonly TieredRow[], ids: ReadonlySet<number>, direction: -1 | 1): TierTarget | null {
  const tiers = tiersOf(rows);
  const own = tiersOf(rows.filter((row) => ids.has(row.id)));
  const from = direction === -1 ? own[0] : own.at(-1);
  if (from === undefined) return null;
  const index = tiers.indexOf(from) + direction;
  const next = tiers[index];
  if (next !== undefined) return { kind: 'tier', tier: next };
  const target: TierTarget = { kind: 'new', before: direction === -1 ? from : null };
  const plan = planMove(rows, ids, target);
  // Rows alone in the outermost tier cannot move further out.
  return plan && tiersOf(withTierChanges(rows, plan)).length > tiers.length ? target : null;
}

/** Applies a plan to rows. */
export function withTierChanges<Row extends TieredRow>(rows: readonly Row[], plan: readonly TierChange[]): Row[] {
  const tierOf = new Map(plan.map(({ id, tier }) => [id, tier]));
  return rows.map((row) => ({ ...row, tier: tierOf.get(row.id) ?? row.tier }));
}

/** Plans the tier numbers 1, 2, 3 … without gaps. */
export function planRenumbering(rows: readonly TieredRow[]): TierChange[] {
  const tiers = tiersOf(rows);
  return changed([...rows], (tier) => tiers.indexOf(tier) + firstTier);
}
