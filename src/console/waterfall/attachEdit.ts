import type { RowChange } from '#api/changes/changeContract.ts';
import { countOf } from '../entities/statusLabels.ts';
import { nouns, subjectOf } from './waterfallEdits.ts';
import type { WaterfallEdit } from './useWaterfallEdits.ts';
import type { WaterfallListRow, WaterfallSide } from './waterfallModel.ts';

/** The filter of candidates. */
export type AttachView = 'free' | 'attached' | 'all';

/** Builds the one edit that attaches and detaches rows. */
export function attachEdit({
  side,
  id,
  tier,
  added,
  leaving,
}: {
  side: WaterfallSide;
  /** ID of the channel or tag whose waterfall it is. */
  id: number;
  tier: number;
  /** Names of attached objects by ID. */
  added: ReadonlyMap<number, string>;
  leaving: readonly WaterfallListRow[];
}): WaterfallEdit {
  const changes: RowChange[] = [...added.keys()].map((other) => ({
    entity: 'waterfallRow',
    action: 'create',
    values: { ...(side === 'channel' ? { channelId: id, tagId: other } : { channelId: other, tagId: id }), tier },
  }));
  for (const row of leaving) changes.push({ entity: 'waterfallRow', action: 'remove', id: row.id });
  const [name] = added.values();
  const message = [
    added.size === 0 ? '' : `${added.size === 1 ? name : countOf(added.size, nouns[side])} attached in tier ${tier}`,
    leaving.length === 0 ? '' : `${subjectOf(leaving, side)} detached`,
  ];
  return { message: message.filter(Boolean).join(', '), changes };
}

/** The label of the save button: "Attach 3, detach 1". */
export function attachLabel(added: number, removed: number): string {
  if (added === 0 && removed === 0) return 'Attach';
  const parts = [added > 0 ? `attach ${added}` : '', removed > 0 ? `detach ${removed}` : ''].filter(Boolean);
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
