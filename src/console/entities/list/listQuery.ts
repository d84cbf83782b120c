import type { BulkRequest } from '#api/entities/bulk/bulkContract.ts';
import type { Entity, Status } from '#model/index.ts';
import type { PageSize } from '#model/reference/formats.ts';
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

/** How a list is looked at: its order, its page size, and its figures over which days. */
export interface ListView {
  sort: string;
  size: PageSize;
  /** Keys of the figures that are shown. */
  figures: readonly string[];
  period: ListPeriod;
}

/** What of an address narrows the rows, as the server takes it. */
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

/** The query of the list that an address stands for; `today` is the day of the reader. */
export function listQuery(entity: Entity, search: ListSearch, view: ListView, today: string): ListParams {
  const { sort, size, figures, period } = view;
  const { q, status, ...filters } = filterQuery(entity, search);
  const needsDays = figures.length > 0 || filters['having'] !== '';
  const { from, to } = daysOf(period, today);
  const hasFigures = figuresOf(entity.name).length > 0;
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

/** The rows that an address stands for on all its pages, for a bulk action; `today` is the day of the reader. */
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
