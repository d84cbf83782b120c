import { useCallback, useMemo, useState } from 'react';
import type { RowId } from '../../ui/table/column.ts';
import type { Selection } from '../bulk/target.ts';
import type { EntityRow } from '../useEntity.ts';

const nothing: Selection = { ids: new Set(), all: null };

/**
 * The selected rows of a list. The selection spans pages and is cleared when `filterKey` changes, as other rows match
 * then.
 */
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
    () => new Set<RowId>(selection.all ? rows.map((row) => row.id) : selection.ids),
    [selection, rows],
  );

  /** Takes the selection of the table's checkboxes; a manual change ends "all matching rows". */
  const choose = useCallback(
    (chosen: ReadonlySet<RowId>) => {
      setSelection((current) => {
        const remaining = [...current.ids].filter((id) => chosen.has(id));
        const here = rows.filter(({ id }) => chosen.has(id));
        return { ids: new Set([...remaining, ...here.map(({ id }) => id)]), all: null };
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
