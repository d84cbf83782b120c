import type { EntityName, RowByName } from '#model/index.ts';
import { findRows, type RowSearch } from '../findRows.ts';
import type { RowSelection } from './selectionShape.ts';

/**
 * The rows that a body selects, as far as the caller may change them; null when the filter needs figures that are
 * unavailable.
 */
export async function chooseBy<N extends EntityName>(
  search: RowSearch,
  name: N,
  { ids, all = {} }: RowSelection,
): Promise<RowByName[N][] | null> {
  const { entities, scope } = search;
  if (ids) return entities.choose(name, { ids, scope });
  const filters: Record<string, (string | number | boolean)[]> = {};
  for (const [field, values] of Object.entries(all.filters ?? {})) if (values) filters[field] = values;
  if (!all.state?.length && !all.having?.length) {
    return entities.choose(name, { filter: { q: all.q, status: all.status, filters, scope } });
  }
  const found = await findRows(search, name, { ...all, filters, page: 1, size: 1 });
  return found.type === 'found' ? entities.choose(name, { ids: found.ids, scope }) : null;
}
