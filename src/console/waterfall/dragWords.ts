import { countOf } from '../entities/statusWords.ts';
import { applied, planMove, tiersOf, type TierTarget } from './tierMoves.ts';
import type { TierDrag } from './useTierDrag.ts';
import { nameOf, type WaterfallListRow } from './waterfallModel.ts';

const noun = { label: 'Tag', pluralLabel: 'Tags' };

/** What would happen if a drag ended now. */
export function dragWords(rows: readonly WaterfallListRow[], { ids, target }: TierDrag): string {
  if (!target) return 'Cannot be dropped here';
  const plan = planMove(rows, ids, target);
  if (!plan) return 'All 20 tiers are in use';
  if (plan.length === 0) {
    return target.kind === 'tier' ? `Tier ${target.tier}, no change: within a tier, the rate decides` : 'No change';
  }
  return targetWords(rows, ids, target);
}

/** Where rows would stand, once they are there: "Tier 2", "New tier 2". */
export function targetWords(rows: readonly WaterfallListRow[], ids: ReadonlySet<number>, target: TierTarget): string {
  if (target.kind === 'tier') return `Tier ${target.tier}`;
  const after = applied(rows, planMove(rows, ids, target) ?? []);
  const [tier] = tiersOf(after.filter((row) => ids.has(row.id)));
  return `New tier ${tier}`;
}

/** What a reader of the screen hears of a drag by keyboard. */
export function sayDrag(
  rows: readonly WaterfallListRow[],
  drag: TierDrag,
  what: 'lifted' | 'moved' | 'cancelled',
): string {
  const lead = rows.find((row) => row.id === drag.lead);
  const subject = drag.ids.size === 1 && lead ? nameOf(lead, 'channel') : countOf(drag.ids.size, noun);
  if (what === 'cancelled') return `${subject}: not moved.`;
  if (what === 'moved') return `${dragWords(rows, drag)}.`;
  return `${subject} picked up from tier ${lead?.tier}. Arrow keys choose a tier, Space drops it, Escape cancels.`;
}
