import type { RowChange } from '#api/changes/changeContract.ts';
import type { WaterfallListRow } from './waterfallModel.ts';

/** Whether a change is one of a stored row of a waterfall. */
export function isOfRow(change: RowChange): change is RowChange & { id: number } {
  return change.entity === 'waterfallRow' && change.id !== undefined;
}

/** The rows as they will be once changes are stored. Rows that nothing changes stay the same objects; new ones come with the answer. */
export function withChanges(rows: readonly WaterfallListRow[], changes: readonly RowChange[]): WaterfallListRow[] {
  const byId = new Map(changes.filter(isOfRow).map((change) => [change.id, change]));
  return rows
    .filter((row) => byId.get(row.id)?.action !== 'remove')
    .map((row) => {
      const values = byId.get(row.id)?.values;
      return values ? { ...row, ...values } : row;
    });
}
