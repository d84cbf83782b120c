import type { Entity } from '#model/index.ts';
import { daysOf } from './listPeriods.ts';
import { isComputed } from './columns.ts';
import { filterQuery, type ListView } from './listQuery.ts';
import type { ListSearch } from './listSearch.ts';
import type { ListParams } from '../useEntity.ts';

/** The export query of all rows that match an address, with these columns. Exports do not count uses. */
export function exportQuery(
  entity: Entity,
  search: ListSearch,
  view: ListView & { columns: readonly string[] },
  today: string,
): ListParams {
  const { from, to } = daysOf(view.period, today);
  const columns = view.columns.filter((name) => name !== 'id' && !isComputed(name)).join(',');
  const filters = filterQuery(entity, search);
  const days = view.figures.length > 0 || filters['having'] !== '' ? { from, to } : {};
  return { ...filters, sort: view.sort, ...days, columns };
}

/** The query that counts rows by filter value, with the filters of an address applied. */
export function facetsQuery(entity: Entity, search: ListSearch): ListParams {
  const { state: _state, having: _having, ...filters } = filterQuery(entity, search);
  return filters;
}
