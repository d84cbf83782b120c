import type { BulkRequest } from '#api/contract.ts';
import type { Entity, Status } from '#model/index.ts';
import { stringifySearch } from '../lib/searchText.ts';
import { referenceFilters, type ListSearch, type PageSize } from './listSearch.ts';

const statusesOf: Record<NonNullable<ListSearch['status']> | 'active', Status[]> = {
  active: [1],
  paused: [0],
  archived: [2],
  all: [0, 1, 2],
};

/** The reference filters that an entity has, with their values in the address. */
export function filtersOf(entity: Entity, search: ListSearch): Record<string, number[]> {
  const filters: Record<string, number[]> = {};
  for (const name of referenceFilters) {
    const id = search[name];
    if (id !== undefined && entity.fields[name]) filters[name] = [id];
  }
  return filters;
}

/** The query string of the list that an address stands for. */
export function listQuery(entity: Entity, search: ListSearch, view: { sort: string; size: PageSize }): string {
  const filters = Object.entries(filtersOf(entity, search)).map(([name, ids]) => [name, ids.join(',')]);
  return stringifySearch({
    q: search.q,
    status: statusesOf[search.status ?? 'active'].join(','),
    sort: view.sort,
    page: search.page,
    size: view.size,
    ...Object.fromEntries(filters),
  });
}

/** The rows that an address stands for on all its pages, for a bulk action. */
export function bulkFilter(entity: Entity, search: ListSearch): NonNullable<BulkRequest['all']> {
  return {
    ...(search.q ? { q: search.q } : {}),
    status: statusesOf[search.status ?? 'active'],
    filters: filtersOf(entity, search),
  };
}
