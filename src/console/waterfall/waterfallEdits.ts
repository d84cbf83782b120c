import type { RowChange } from '#api/changes/changeContract.ts';
import { countOf } from '../entities/statusLabels.ts';
import type { RowField } from './RowCells.tsx';
import type { WaterfallEdit } from './useWaterfallEdits.ts';
import { nameOf, type WaterfallListRow, type WaterfallSide } from './waterfallModel.ts';

/** Nouns of each side's rows. */
export const nouns = {
  channel: { label: 'Tag', pluralLabel: 'Tags' },
  tag: { label: 'Channel', pluralLabel: 'Channels' },
} as const;

const fieldLabels: Record<Exclude<RowField, 'isEnabled'>, string> = {
  tier: 'Tier',
  weight: 'Weight',
  floor: 'Floor override',
};

/** The rows of an edit: the name of a single one, or their number. */
export function subjectOf(rows: readonly WaterfallListRow[], side: WaterfallSide): string {
  const [row] = rows;
  return row && rows.length === 1 ? nameOf(row, side) : countOf(rows.length, nouns[side]);
}

/** The edit that changes fields of one row. */
export function fieldEdit(
  row: WaterfallListRow,
  values: Partial<Pick<WaterfallListRow, RowField>>,
  side: WaterfallSide,
): WaterfallEdit {
  const name = nameOf(row, side);
  const { isEnabled, ...numbers } = values;
  const parts = Object.entries(numbers).map(
    ([field, value]) => `${fieldLabels[field as keyof typeof fieldLabels]} of ${name}: ${value ?? 'channel floor'}`,
  );
  if (isEnabled !== undefined) parts.push(`${name} ${isEnabled ? 'enabled' : 'paused'}`);
  return { message: parts.join(', '), changes: [updateOf(row.id, values)] };
}

/** The edit that enables or pauses rows; those already in that state are left out. */
export function enableEdit(rows: readonly WaterfallListRow[], isEnabled: boolean, side: WaterfallSide): WaterfallEdit {
  const changed = rows.filter((row) => row.isEnabled !== isEnabled);
  return {
    message: `${subjectOf(changed, side)} ${isEnabled ? 'enabled' : 'paused'}`,
    changes: changed.map((row) => updateOf(row.id, { isEnabled })),
  };
}

/** The edit that detaches rows from the waterfall. */
export function detachEdit(rows: readonly WaterfallListRow[], side: WaterfallSide): WaterfallEdit {
  return {
    message: `${subjectOf(rows, side)} detached`,
    changes: rows.map(({ id }) => ({ entity: 'waterfallRow', action: 'remove', id })),
  };
}

/** An update of one row. */
export function updateOf(id: number, values: Record<string, unknown>): RowChange {
  return { entity: 'waterfallRow', action: 'update', id, values };
}
