import { useMemo, useState } from 'react';
import { mayDo, type RightsHolder } from '#model/index.ts';
import { observedKinds } from '#model/supply/observedInventory.ts';
import type { ReportColumn, ReportRow } from '#reports/index.ts';
import type { RowId } from '../../../../ui/table/DataTable.tsx';
import { rowIdOf } from './ReportTable.tsx';

/** The selected rows, whose values can be added to lists. */
export interface RowChoice {
  /** The dimensions of the rows whose values the user may add to lists. */
  dimensions: readonly string[];
  chosen: ReadonlySet<RowId>;
  choose: (ids: ReadonlySet<RowId>) => void;
  /** The distinct values of a dimension in the selected rows. */
  valuesOf: (dimension: string) => string[];
}

const nothing: ReadonlySet<RowId> = new Set();

/** The selected rows of a report. Rows that are no longer shown are dropped. */
export function useRowChoice(
  user: RightsHolder,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): RowChoice {
  const [selected, setSelected] = useState(nothing);
  const dimensions = useMemo(
    () =>
      columns
        .map(({ key }) => key)
        .filter((key) => observedKinds.some(({ inventory, list }) => inventory === key && mayDo(user, list, 'update'))),
    [columns, user],
  );
  const shown = useMemo(() => {
    if (selected.size === 0) return [];
    const rowId = rowIdOf(columns);
    return rows.filter((row) => selected.has(rowId(row)));
  }, [selected, columns, rows]);
  const chosen = useMemo(() => new Set<RowId>(shown.map(rowIdOf(columns))), [shown, columns]);
  return {
    dimensions,
    chosen,
    choose: setSelected,
    valuesOf: (dimension) =>
      [...new Set(shown.map((row) => String(row[dimension] ?? '')))].filter((value) => value !== ''),
  };
}
