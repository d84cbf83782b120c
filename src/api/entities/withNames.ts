import { type Entity, type EntityName, entities, type RowByName } from '#model/index.ts';
import { isAttachable } from '#model/entity/rowStates.ts';
import type { RowSearch } from './findRows.ts';
import type { RowParts } from './rowParts.ts';
import { waterfallDisplays } from './waterfallDisplays.ts';

/**
 * Adds to rows the names of the rows that they reference, archived ones included; how many rows use them; and the
 * additional parts of waterfall rows.
 */
export async function withNames<N extends EntityName>(
  search: Pick<RowSearch, 'entities' | 'scope' | 'now'>,
  name: N,
  rows: readonly RowByName[N][],
): Promise<(RowByName[N] & RowParts)[]> {
  const { entities: store, scope } = search;
  const entity: Entity = entities[name];
  const references: [field: string, target: EntityName][] = Object.entries(entity.fields)
    .filter(([, field]) => field.kind === 'reference' && field.target !== undefined)
    .map(([field, { target }]) => [field, target as EntityName]);
  if (entity.ownedBy !== 'platform') references.push(['demandId', 'demand']);
  const namesOf = new Map<string, Map<number, string>>();
  for (const [field, target] of references) {
    const ids = rows.map((row) => idIn(row, field)).filter((id) => id !== null);
    const named = await store.listNames(target, { scope, ids, isArchivedShown: true });
    namesOf.set(field, new Map(named.map((each) => [each.id, each.name])));
  }
  const displays =
    name === 'waterfallRow' ? await waterfallDisplays(search, rows as readonly RowByName['waterfallRow'][]) : null;
  const ids = rows.map(({ id }) => id);
  const uses = isAttachable(name) ? await store.useCounts(name, ids, scope) : null;
  return rows.map((row) => {
    const names: Record<string, string> = {};
    for (const [field, byId] of namesOf) {
      const label = byId.get(idIn(row, field) ?? 0);
      if (label !== undefined) names[field] = label;
    }
    return { ...row, names, ...(uses ? { uses: uses.get(row.id) ?? 0 } : {}), ...displays?.get(row.id) };
  });
}

function idIn(row: object, field: string): number | null {
  const value: unknown = Reflect.get(row, field);
  return typeof value === 'number' ? value : null;
}
