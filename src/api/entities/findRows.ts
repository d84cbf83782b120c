import type { EntityName } from '#model/index.ts';
import { isMetricKey, type MetricKey } from '#reports/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { RowFilter } from '#storage/entities/listRows.ts';
import { paceOf } from '../buying/pacingOf.ts';
import { readPacings } from '../buying/readPacings.ts';
import type { ApiDeps } from '../deps.ts';
import { reject } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { ReadFigures } from './listMetrics/figures.ts';
import { listMetricKeys } from './listMetrics/listMetricKeys.ts';
import { type ListMetrics, readListMetrics } from './listMetrics/listMetrics.ts';
import { type MetricBound, paceSort, type ReadListQuery } from './listQuery.ts';
import { rowStates } from './rowStates/rowStates.ts';
import { scopeOf } from './scopeOf.ts';

/** The user and the stores of a search. */
export interface RowSearch {
  entities: EntityStore;
  read: ReadFigures;
  user: SessionUser;
  scope: Scope;
  now: Date;
}

/** A search with the rights of a user. */
export function searchBy(
  { entities, now }: Pick<ApiDeps, 'entities' | 'now'>,
  read: ReadFigures,
  user: SessionUser,
): RowSearch {
  return { entities, read, user, scope: scopeOf(user), now: now() };
}

/** The rejection of calls that need figures while they are unavailable. */
export const figuresUnavailable = reject(
  503,
  [{ code: 'figures_away', message: 'Metrics are not available right now. Try again in a few seconds', path: '' }],
  { 'retry-after': '5' },
);

/** The rows that match a list's query. */
export interface FoundRows {
  /** In the requested order. */
  ids: number[];
  /** Null when none were requested, or they are unavailable. */
  metrics: ListMetrics | null;
}

/** Found rows; without figures, filters and sorts that depend on them have no result. */
export type FindOutcome = ({ type: 'found' } & FoundRows) | { type: 'figuresAway' };

/** The part of a list's query that the database can evaluate. */
export function filterOf(query: Pick<ReadListQuery, 'q' | 'status' | 'filters'>, scope: Scope): RowFilter {
  return { scope, q: query.q, status: query.status, filters: query.filters };
}

/** Whether a query needs more than the database to fill a page. */
export function usesFigures(query: ReadListQuery): boolean {
  return Boolean(query.metrics?.length) || needsFigures(query);
}

/** Whether figures or states decide which rows are on a page. */
export function needsFigures({ state, having, sort }: ReadListQuery): boolean {
  return Boolean(state || having?.length || metricIn(sort) || isByPace(sort));
}

/** Finds all rows that match, in order: first by the database, then by their states and figures. */
export async function findRows(search: RowSearch, name: EntityName, query: ReadListQuery): Promise<FindOutcome> {
  const { entities, read, user, scope, now } = search;
  const { having = [], sort = '' } = query;
  const sortMetric = metricIn(query.sort, name);
  const isDescending = sort.startsWith('-');
  const isById = sortMetric !== undefined || isByPace(sort);
  const known = listMetricKeys(name);
  const wanted = new Set<MetricKey>([...(query.metrics ?? []), ...having.map(({ metric }) => metric)]);
  if (sortMetric) wanted.add(sortMetric);
  const question = {
    metrics: [...wanted].filter((key) => known.includes(key)),
    from: query.from,
    to: query.to,
    accounts: query.filters['demandId']?.map(Number),
  };
  const [matching, metrics] = await Promise.all([
    entities.listIds(name, {
      ...filterOf(query, scope),
      sort: isById ? `${isDescending ? '-' : ''}id` : query.sort,
    }),
    readListMetrics(read, { entity: name, user, now }, question),
  ]);
  if (having.length > 0 && !metrics) return { type: 'figuresAway' };
  let ids = matching;
  if (metrics && having.length > 0) ids = ids.filter((id) => having.every((bound) => isWithin(metrics, id, bound)));
  if (query.state) {
    const { state } = query;
    const states = await rowStates(search, name, ids);
    ids = ids.filter((id) => states.get(id)?.some(({ code }) => state.includes(code)));
  }
  if (metrics && sortMetric) ids = sortedBy(ids, isDescending, (id) => metrics.valueOf(id, sortMetric));
  if (isByPace(sort)) {
    const pacings = await readPacings(search, ids);
    ids = sortedBy(ids, isDescending, (id) => paceOf(pacings.get(id)));
  }
  return { type: 'found', ids, metrics };
}

/** The metric by which a list is sorted, if any. A field of the same name takes precedence. */
function metricIn(sort: string | undefined, entity?: EntityName): MetricKey | undefined {
  const name = nameIn(sort);
  return isMetricKey(name) && (entity === undefined || listMetricKeys(entity).includes(name)) ? name : undefined;
}

function isWithin(metrics: ListMetrics, id: number, { metric, bound, value }: MetricBound): boolean {
  const is = metrics.valueOf(id, metric);
  return is !== null && (bound === 'min' ? is >= value : is <= value);
}

/** Whether campaigns are sorted by pace: the furthest behind first. */
function isByPace(sort: string | undefined): boolean {
  return nameIn(sort) === paceSort;
}

/** The column that a list is sorted by, without the direction. */
function nameIn(sort = ''): string {
  return sort.replace(/^-/, '');
}

/** Sorts ids by value. Rows without a value come last in either direction; the sort is stable. */
function sortedBy(ids: readonly number[], isDescending: boolean, valueOf: (id: number) => number | null): number[] {
  const direction = isDescending ? -1 : 1;
  const valued = ids.map((id) => ({ id, value: valueOf(id) }));
  valued.sort((one, other) => {
    if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
    return (one.value - other.value) * direction;
  });
  return valued.map(({ id }) => id);
}
