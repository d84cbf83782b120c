import { waterfallRow } from '#model/index.ts';

/** What the plan of a move needs of a row. */
export interface TieredRow {
  id: number;
  tier: number;
}

/** A row's new tier. */
export type TierChange = TieredRow;

/**
 * Where rows can be put: into a tier that is there, or into a new one before the tier of that number; null = after the
 * last.
 */
export type TierTarget = { kind: 'tier'; tier: number } | { kind: 'new'; before: number | null };

const { min: firstTier = 1, max: lastTier = 20 } = waterfallRow.fields.tier;

/** The numbers of the tiers that hold rows, the first one first. */
export function tiersOf(rows: readonly TieredRow[]): number[] {
  return [...new Set(rows.map((row) => row.tier))].sort((a, b) => a - b);
}

/**
 * What has to change for some rows to stand at a target, and nothing that stays as it is. A new tier makes room for
 * itself by pushing its neighbours on, whose order stays. Null when all tiers are taken.
 */
export function planMove(
  rows: readonly TieredRow[],
  ids: ReadonlySet<number>,
  target: TierTarget,
): TierChange[] | null {
  const moved = rows.filter((row) => ids.has(row.id));
  if (target.kind === 'tier') return changed(moved, () => target.tier);
  const rest = rows.filter((row) => !ids.has(row.id));
  const place = placeForNew(tiersOf(rest), target.before, moved[0]?.tier);
  if (!place) return null;
  return [
    ...changed(moved, () => place.tier),
    ...changed(rest, (tier) => (tier >= place.from && tier <= place.to ? tier + place.by : tier)),
  ];
}

/** The new tiers of rows, where they differ. */
function changed(rows: readonly TieredRow[], tierOf: (tier: number) => number): TierChange[] {
  return rows
    .map(({ id, tier }) => ({ id, tier: tierOf(tier) }))
    .filter(({ tier }, index) => tier !== rows[index]?.tier);
}

/** The number of a new tier, and which tiers move by one to make room for it. */
interface Place {
  tier: number;
  from: number;
  to: number;
  by: 1 | -1;
}

/** `wanted` is kept when it lies in the gap: rows that are alone between their neighbours stay where they are. */
function placeForNew(taken: readonly number[], before: number | null, wanted: number | undefined): Place | null {
  const isTaken = new Set(taken);
  const upper = before === null ? undefined : taken.find((tier) => tier >= before);
  const lower = taken.findLast((tier) => upper === undefined || tier < upper) ?? firstTier - 1;
  const still = (tier: number): Place => ({ tier, from: 0, to: -1, by: 1 });
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

/** Every place where rows could be put, from the first to the last: new tiers and the tiers between them. */
export function targetsOf(tiers: readonly number[]): TierTarget[] {
  return [
    ...tiers.flatMap((tier): TierTarget[] => [
      { kind: 'new', before: tier },
      { kind: 'tier', tier },
    ]),
    { kind: 'new', before: null },
  ];
}

/** Whether two targets are the same place. */
export function isSameTarget(a: TierTarget | null, b: TierTarget | null): boolean {
  return keyOfTarget(a) === keyOfTarget(b);
}

/** A target as text: "tier:2", "new:2", "new:end"; empty for none. */
export function keyOfTarget(target: TierTarget | null): string {
  if (target === null) return '';
  return target.kind === 'tier' ? `tier:${target.tier}` : `new:${target.before ?? 'end'}`;
}

/** The target that a key names; null for anything else. */
export function targetOfKey(key: string | undefined): TierTarget | null {
  const [, kind, number] = /^(tier|new):(\d+|end)$/.exec(key ?? '') ?? [];
  if (kind === 'tier') return { kind, tier: Number(number) };
  return kind === 'new' ? { kind, before: number === 'end' ? null : Number(number) } : null;
}

/**
 * The nearest place above (-1) or below (1) the tier of some rows that would change anything; null at the ends. Rows of
 * several tiers go from the first or the last of them.
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
  // Who has the outermost tier alone cannot go further out.
  return plan && tiersOf(withTierChanges(rows, plan)).length > tiers.length ? target : null;
}

/** The rows as they are after a plan. */
export function withTierChanges<Row extends TieredRow>(rows: readonly Row[], plan: readonly TierChange[]): Row[] {
  const tierOf = new Map(plan.map(({ id, tier }) => [id, tier]));
  return rows.map((row) => ({ ...row, tier: tierOf.get(row.id) ?? row.tier }));
}

/** What gives the tiers the numbers 1, 2, 3 … without a gap. */
export function planRenumbering(rows: readonly TieredRow[]): TierChange[] {
  const tiers = tiersOf(rows);
  return changed([...rows], (tier) => tiers.indexOf(tier) + firstTier);
}
