import { countOf } from '../entities/statusLabels.ts';
import { withTierChanges, planMove, tiersOf, type TierTarget } from './tierMoves.ts';
import type { TierDrag } from './useTierDrag.ts';
import { nameOf, type WaterfallListRow } from './waterfallModel.ts';

const noun = { label: 'Tag', pluralLabel: 'Tags' };

/** Describes what would happen if a drag ended now. */
export function dragText(rows: readonly WaterfallListRow[], { ids, target }: TierDrag): string {
  if (!target) return 'Cannot be dropped here';
  const plan = planMove(rows, ids, target);
  if (!plan) return 'All 20 tiers are in use';
  if (plan.length === 0) {
    return target.kind === 'tier' ? `Tier ${target.tier}, no change: within a tier, the rate decides` : 'No change';
  }
  return targetText(rows, ids, target);
}

/** Names the target of rows: "Tier 2", "New tier 2". */
export function targetText(rows: readonly WaterfallListRow[], ids: ReadonlySet<number>, target: TierTarget): string {
  if (target.kind === 'tier') return `Tier ${target.tier}`;
  const after = withTierChanges(rows, planMove(rows, ids, target) ?? []);
  const [tier] = tiersOf(after.filter((row) => ids.has(row.id)));
  return `New tier ${tier}`;
}

/** The screen-reader announcement of a keyboard drag. */
export function dragAnnouncement(
  rows: readonly WaterfallListRow[],
  drag: TierDrag,
  what: 'lifted' | 'moved' | 'cancelled',
): string {
  const lead = rows.find((row) => row.id === drag.lead);
  const subject = drag.ids.size === 1 && lead ? nameOf(lead, 'channel') : countOf(drag.ids.size, noun);
  if (what === 'cancelled') return `${subject}: not moved.`;
  if (what === 'moved') return `${dragText(rows, drag)}.`;
  return `${subject} picked up from tier ${lead?.tier}. Arrow keys choose a tier, Space drops it, Escape cancels.`;
}
