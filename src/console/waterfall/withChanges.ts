import type { RowChange } from '#api/changes/changeContract.ts';
import type { WaterfallListRow } from './waterfallModel.ts';

/** True when a change is one of a stored waterfall row. */
export function isOfRow(change: RowChange): change is RowChange & { id: number } {
  return change.entity === 'waterfallRow' && change.id !== undefined;
}

/**
 * Applies changes to rows before they are stored. Unchanged rows stay the same objects; new ones come with the
 * response.
 */
export function withChanges(rows: readonly WaterfallListRow[], changes: readonly RowChange[]): WaterfallListRow[] {
  const byId = new Map(changes.filter(isOfRow).map((change) => [change.id, change]));
  return rows
    .filter((row) => byId.get(row.id)?.action !== 'remove')
    .map((row) => {
      const values = byId.get(row.id)?.values;
      return values ? { ...row, ...values } : row;
    });
}
