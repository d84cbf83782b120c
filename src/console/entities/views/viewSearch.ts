import type { Entity } from '#model/index.ts';
import { parseSearch, stringifySearch } from '../../lib/searchText.ts';
import type { ColumnWidths } from '../../ui/table/DataTable.tsx';
import { MAX_COLUMN_PX, MIN_COLUMN_PX } from '../../ui/table/useColumnLayout.ts';
import { columnsOf, shownColumns } from '../list/columns.ts';
import { changedSearch, filtersIn, listSearchSchema, type ListSearch } from '../list/listSearch.ts';

/**
 * Builds the search string of a saved view: filters, order, grouping, columns with their widths and the period of
 * figures, independent of the user's preferences.
 */
export function viewSearch(
  entity: Entity,
  search: ListSearch,
  view: { sort: string; cols: string | undefined; period?: ListSearch['period'] },
  widths: ColumnWidths = {},
): string {
  const columns = shownColumns(columnsOf(entity), view.cols);
  const cols = columns.map(({ name }) => name).join(',');
  const period = columns.some(({ figure }) => figure) ? view.period : undefined;
  const resized = columns.flatMap(({ name }) => (widths[name] === undefined ? [] : `${name}:${widths[name]}`));
  const { group } = search;
  const parts = { ...filtersIn(search), sort: view.sort, period, cols, widths: resized.join(','), group };
  return stringifySearch(parts).slice(1);
}

/** Parses a saved view, without the widths of its columns; unknown parts are left out. */
export function searchOfView(text: string): ListSearch {
  return changedSearch(listSearchSchema.parse(parseSearch(text)), { widths: undefined });
}

/** Parses the column widths of a saved view, in CSS pixels by column. Columns without one have their default. */
export function widthsOfView(text: string): ColumnWidths {
  const parts = String(parseSearch(text)['widths'] ?? '').matchAll(/(\w+):(\d{1,4})(?:,|$)/g);
  return Object.fromEntries(
    Array.from(parts, ([, name, width]) => [name, Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, Number(width)))]),
  );
}
