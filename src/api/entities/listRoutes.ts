import { filterFields } from '#model/field/filterFields.ts';
import { seenFields } from '#model/field/listedFields.ts';
import type { Entity, EntityName } from '#model/index.ts';
import { stateCodes } from '#model/entity/rowStates.ts';
import { readPacings } from '../buying/readPacings.ts';
import { trafficOfDeals } from '../deals/trafficOfDeals.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, type JsonResponse, ok, type Rejection, type Route } from '../route.ts';
import { attachmentHeader } from '../reports/attachmentHeader.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import { entityContract, type ValueCount } from './entityContract.ts';
import { exportList } from './exportList/exportList.ts';
import {
  usesFigures,
  figuresUnavailable,
  filterOf,
  findRows,
  needsFigures,
  type RowSearch,
  searchBy,
} from './findRows.ts';
import { type ReadFigures, openFigures } from './listMetrics/figures.ts';
import type { ListResponse, ListedRow } from './listResponse.ts';
import type { ReadListQuery } from './listQuery.ts';
import { rowStates } from './rowStates/rowStates.ts';
import { withNames } from './withNames.ts';

/** Routes for reading a list: a page, the number of rows per field value, and all rows as CSV. */
export function listRoutes(deps: ApiDeps, entity: Entity): Route[] {
  const read = openFigures(deps);
  const contract = entityContract(entity);
  return [
    pageRoute(deps, contract.list, entity, read),
    facetsRoute(deps, contract.facets, entity, read),
    exportRoute(deps, contract.exportCsv, entity, read),
  ];
}

type Declared = ReturnType<typeof entityContract<Entity>>;
type Page = ListResponse<ListedRow<Entity>>;

function pageRoute(deps: ApiDeps, declared: Declared['list'], entity: Entity, read: ReadFigures): Route {
  const name = entity.name as EntityName;
  return implement(declared, async ({ query, user }) => {
    const search = searchBy(deps, read, user);
    const full = pageResponse(deps, search, name, query);
    if (query.figures !== 'later' || needsFigures(query)) return full;
    return (await withTimeout(timeoutMs, full)) ?? rowsResponse(search, name, query);
  });
}

/** Maximum wait for figures that may be sent later. */
const timeoutMs = 200;

/** The response with everything that was requested of a page. */
async function pageResponse(
  deps: ApiDeps,
  search: RowSearch,
  name: EntityName,
  query: ReadListQuery,
): Promise<JsonResponse<200, Page> | Rejection<503>> {
  const page = await readPage(search, name, query);
  if (!page) return figuresUnavailable;
  const { rows, total, metrics } = page;
  const ids = rows.map(({ id }) => id);
  const [named, states, pacings, traffic] = await Promise.all([
    withNames(search, name, rows),
    rowStates(search, name, ids),
    name === 'campaign' ? readPacings(search, ids) : null,
    name === 'deal' ? trafficOfDeals(deps, search.user.demandId) : null,
  ]);
  const figures = metrics?.of(ids);
  const hasStates = stateCodes(name).length > 0;
  return ok({
    rows: named.map((row) => ({
      ...row,
      ...figures?.get(row.id),
      ...(hasStates ? { states: states.get(row.id) ?? [] } : {}),
      ...(pacings ? { pace: pacings.get(row.id) ?? null } : {}),
      ...(traffic ? { traffic: traffic.get(row.id) ?? null } : {}),
    })),
    total,
    page: query.page,
    size: query.size,
    ...(query.metrics ? figuresOf(page) : {}),
  });
}

/** The response with only the data of the database. */
async function rowsResponse(
  search: RowSearch,
  name: EntityName,
  query: ReadListQuery,
): Promise<JsonResponse<200, Page>> {
  const { entities, scope } = search;
  const { page, size, sort } = query;
  const { rows, total } = await entities.list(name, { ...filterOf(query, scope), sort, page, size });
  return ok({ rows: await withNames(search, name, rows), total, page, size, figures: 'late' });
}

type ReadPage = { rows: Awaited<ReturnType<RowSearch['entities']['listById']>>; total: number } & Partial<
  Pick<Extract<Awaited<ReturnType<typeof findRows>>, { type: 'found' }>, 'ids' | 'metrics'>
>;

/** Reads a page of rows; null when they depend on figures that are unavailable. */
async function readPage(search: RowSearch, name: EntityName, query: ReadListQuery): Promise<ReadPage | null> {
  const { entities, scope } = search;
  const { page, size, sort } = query;
  if (!usesFigures(query)) return entities.list(name, { ...filterOf(query, scope), sort, page, size });
  const found = await findRows(search, name, query);
  if (found.type === 'figuresAway') return null;
  const { ids, metrics } = found;
  const rows = await entities.listById(name, ids.slice((page - 1) * size, page * size), { scope });
  return { rows, total: ids.length, ids, metrics };
}

/** The part of a response about the figures of all rows of a list. */
export function figuresOf({
  ids = [],
  metrics,
}: Pick<ReadPage, 'ids' | 'metrics'>): Pick<Page, 'figures' | 'totals' | 'compared'> {
  if (!metrics) return { figures: 'away' };
  const { startDate, endDate, until } = metrics.before;
  return {
    figures: 'shown',
    totals: metrics.totalsOf(ids),
    compared: { from: startDate, to: endDate, until },
  };
}

function facetsRoute(deps: ApiDeps, declared: Declared['facets'], entity: Entity, read: ReadFigures): Route {
  const name = entity.name as EntityName;
  return implement(declared, async ({ query, user }) => {
    const fields = filterFields({ ...entity, fields: seenFields(entity, user) });
    const search = searchBy(deps, read, user);
    const { entities, scope } = search;
    const filter = filterOf(query, scope);
    const [counts, states] = await Promise.all([
      entities.countValues(name, Object.keys(fields), filter),
      countStates(search, name, query),
    ]);
    const valueCounts: Record<string, ValueCount[]> = {};
    for (const { field, value, count } of counts) (valueCounts[field] ??= []).push({ value, count });
    for (const [field, values] of Object.entries(valueCounts)) {
      const target = fields[field]?.target;
      if (!target) continue;
      const ids = values.map(({ value }) => Number(value)).filter((id) => id > 0);
      const names = await entities.listNames(target as EntityName, { scope, ids, isArchivedShown: true });
      const labels = new Map(names.map((row) => [String(row.id), row.name]));
      valueCounts[field] = values.map((each) => {
        const label = labels.get(each.value);
        return label === undefined ? each : { ...each, label };
      });
    }
    return ok({ fields: valueCounts, states });
  });
}

async function countStates(search: RowSearch, name: EntityName, query: ReadListQuery) {
  const codes = stateCodes(name);
  if (codes.length === 0) return [];
  const ids = await search.entities.listIds(name, filterOf(query, search.scope));
  const states = [...(await rowStates(search, name, ids)).values()];
  return codes.map((code) => ({ code, count: states.filter((of) => of.some((state) => state.code === code)).length }));
}

function exportRoute(deps: ApiDeps, declared: Declared['exportCsv'], entity: Entity, read: ReadFigures): Route {
  const name = entity.name as EntityName;
  return implement(declared, async ({ query, user, author }) => {
    const outcome = await exportList(searchBy(deps, read, user), entity, query);
    if (outcome.type === 'figuresAway') return figuresUnavailable;
    await deps.log.record(author, {
      action: 'export',
      entity: name,
      rowId: null,
      name: `${outcome.rowCount.toLocaleString('en-US')} ${entity.pluralLabel.toLowerCase()}`,
      demandId: user.demandId,
    });
    return {
      status: 200,
      stream: outcome.lines,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachmentHeader(entity.pluralLabel.toLowerCase(), 'csv'),
      },
    };
  });
}
