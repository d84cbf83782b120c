import type { BulkRequest } from '#api/entities/bulk/bulkContract.ts';
import type { Entity, Status } from '#model/index.ts';
import type { PageSize } from '#model/reference/listOptions.ts';
import { boundsInSearch, statesInSearch, boundText, filtersOf } from './listFilters.ts';
import { figuresOf } from './listFigures.ts';
import { daysOf } from './listPeriods.ts';
import type { ListPeriod, ListSearch } from './listSearch.ts';
import type { ListParams } from '../useEntity.ts';

const statusesOf: Record<NonNullable<ListSearch['status']> | 'active', Status[]> = {
  active: [1],
  paused: [0],
  archived: [2],
  all: [0, 1, 2],
};

/** A list's view: order, page size, figures and their period. */
export interface ListView {
  sort: string;
  size: PageSize;
  /** Keys of the shown figures. */
  figures: readonly string[];
  period: ListPeriod;
}

/** Builds the filter part of a list's API query from its address. */
export function filterQuery(entity: Entity, search: ListSearch): Record<string, string | undefined> {
  const filters = Object.entries(filtersOf(entity, search)).map(([name, values]) => [name, values.join(',')]);
  return {
    q: search.q,
    status: statusesOf[search.status ?? 'active'].join(','),
    state: statesInSearch(entity, search).join(','),
    having: boundsInSearch(entity, search).map(boundText).join(','),
    ...Object.fromEntries(filters),
  };
}

/** Builds the API query of a list from its address; `today` is the user's day. */
export function listQuery(entity: Entity, search: ListSearch, view: ListView, today: string): ListParams {
  const { sort, size, figures, period } = view;
  const { q, status, ...filters } = filterQuery(entity, search);
  const needsDays = figures.length > 0 || filters['having'] !== '';
  const { from, to } = daysOf(period, today);
  const hasFigures = figuresOf(entity).length > 0;
  return {
    q,
    status,
    sort,
    page: search.page,
    size,
    ...filters,
    ...(needsDays ? { metrics: figures.join(','), from, to } : {}),
    ...(hasFigures ? { figures: 'later' } : {}),
  };
}

/** Builds the filter of a bulk action on all rows that match an address; `today` is the user's day. */
export function bulkFilter(
  entity: Entity,
  search: ListSearch,
  period: ListPeriod,
  today: string,
): NonNullable<BulkRequest['all']> {
  const state = statesInSearch(entity, search);
  const having = boundsInSearch(entity, search).map(boundText);
  return {
    ...(search.q ? { q: search.q } : {}),
    status: statusesOf[search.status ?? 'active'],
    filters: filtersOf(entity, search),
    ...(state.length > 0 ? { state } : {}),
    ...(having.length > 0 ? { having, ...daysOf(period, today) } : {}),
  };
}
