import type { Entity } from '#model/index.ts';
import { parseSearch, stringifySearch } from '../lib/searchText.ts';
import { columnsOf, shownColumns } from './columns.ts';
import { changedSearch, filtersIn, listSearchSchema, type ListSearch } from './listSearch.ts';

/** What a saved view keeps of a list: its filters, its order and its columns, whatever its reader's habits are. */
export function viewSearch(
  entity: Entity,
  search: ListSearch,
  view: { sort: string; cols: string | undefined },
): string {
  const cols = shownColumns(columnsOf(entity), view.cols).map((column) => column.name);
  return stringifySearch({ ...filtersIn(search), sort: view.sort, cols: cols.join(',') }).slice(1);
}

/** The state that a saved view stands for; what it names and nobody knows any more is left out. */
export function searchOfView(text: string): ListSearch {
  return changedSearch(listSearchSchema.parse(parseSearch(text)), {});
}
