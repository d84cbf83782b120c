import type { Entity } from '#model/index.ts';
import { parseSearch, stringifySearch } from '../../lib/searchText.ts';
import { columnsOf, shownColumns } from '../list/columns.ts';
import { changedSearch, filtersIn, listSearchSchema, type ListSearch } from '../list/listSearch.ts';

/**
 * Builds the search string of a saved view: filters, order, columns and the period of figures, independent of the
 * user's preferences.
 */
export function viewSearch(
  entity: Entity,
  search: ListSearch,
  view: { sort: string; cols: string | undefined; period?: ListSearch['period'] },
): string {
  const columns = shownColumns(columnsOf(entity), view.cols);
  const cols = columns.map(({ name }) => name).join(',');
  const period = columns.some(({ figure }) => figure) ? view.period : undefined;
  return stringifySearch({ ...filtersIn(search), sort: view.sort, period, cols }).slice(1);
}

/** Parses a saved view; unknown parts are left out. */
export function searchOfView(text: string): ListSearch {
  return changedSearch(listSearchSchema.parse(parseSearch(text)), {});
}
