import { useCallback, useMemo, useState } from 'react';
import type { Status } from '#model/index.ts';
import type { RowId } from '../ui/column.ts';
import type { Selection } from './BulkBar.tsx';
import type { EntityRow } from './useEntity.ts';

const nothing: Selection = { before: new Map(), all: null };

/** The chosen rows of a list, kept across its pages and dropped when `filterKey` says that other rows match. */
export function useSelection(rows: readonly EntityRow[], filterKey: string) {
  const [chosen, setChosen] = useState({ filterKey, selection: nothing });
  const selection = chosen.filterKey === filterKey ? chosen.selection : nothing;
  const setSelection = useCallback(
    (change: (before: Selection) => Selection) =>
      setChosen((before) => ({
        filterKey,
        selection: change(before.filterKey === filterKey ? before.selection : nothing),
      })),
    [filterKey],
  );

  const ids = useMemo(
    () => new Set<RowId>(selection.all ? rows.map((row) => row.id) : selection.before.keys()),
    [selection, rows],
  );

  /** Takes what the table's check boxes say; a change by hand ends "all that match". */
  const choose = useCallback(
    (chosen: ReadonlySet<RowId>) => {
      setSelection((current) => {
        const before = new Map<number, Status>();
        for (const [id, status] of current.before) if (chosen.has(id)) before.set(id, status);
        for (const row of rows) if (chosen.has(row.id) && !before.has(row.id)) before.set(row.id, row.status ?? 1);
        return { before, all: null };
      });
    },
    [rows, setSelection],
  );

  const clear = useCallback(() => setSelection(() => nothing), [setSelection]);
  const chooseAll = useCallback(
    (all: NonNullable<Selection['all']>) => setSelection((current) => ({ ...current, all })),
    [setSelection],
  );
  return { selection, ids, choose, chooseAll, clear };
}
