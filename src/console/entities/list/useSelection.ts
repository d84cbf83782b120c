import { useCallback, useMemo, useState } from 'react';
import type { RowId } from '../../ui/table/column.ts';
import type { Selection } from '../bulk/target.ts';
import type { EntityRow } from '../useEntity.ts';

const nothing: Selection = { ids: new Set(), all: null };

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
    () => new Set<RowId>(selection.all ? rows.map((row) => row.id) : selection.ids),
    [selection, rows],
  );

  /** Takes what the table's check boxes say; a change by hand ends "all that match". */
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
