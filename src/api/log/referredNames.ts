import { type Entity, entities as model, type EntityName } from '#model/index.ts';
import type { LogEntry } from '#storage/entities/changeLog.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** Names of the rows that an entry references: entity → id → name. */
type NamesByEntity = Record<string, Record<string, string>>;

/** The fields of a logged change, which refer to rows. */
type Referring = Pick<LogEntry, 'entity' | 'fields'>;

/** The ids that the fields of an entry reference, by entity. */
function referredIds({ entity: name, fields }: Referring): Map<EntityName, Set<number>> {
  const found = new Map<EntityName, Set<number>>();
  const entity: Entity | undefined = Object.hasOwn(model, name) ? model[name as EntityName] : undefined;
  for (const { field, from, to } of fields) {
    const { kind, target } = entity?.fields[field] ?? {};
    if ((kind !== 'reference' && kind !== 'references') || target === undefined) continue;
    const ids = found.get(target as EntityName) ?? new Set();
    for (const id of [from, to].flat()) if (typeof id === 'number') ids.add(id);
    found.set(target as EntityName, ids);
  }
  return found;
}

/** Reads the names of the rows that entries reference and a user may see. */
export async function readReferredNames(
  store: EntityStore,
  entries: readonly Referring[],
  user: SessionUser,
): Promise<Map<EntityName, Map<number, string>>> {
  const wanted = new Map<EntityName, Set<number>>();
  for (const entry of entries) {
    for (const [target, ids] of referredIds(entry)) {
      wanted.set(target, new Set([...(wanted.get(target) ?? []), ...ids]));
    }
  }
  const names = new Map<EntityName, Map<number, string>>();
  for (const [target, ids] of wanted) {
    const rows = await store.listNames(target, { scope: scopeOf(user), ids: [...ids], isArchivedShown: true });
    names.set(target, new Map(rows.map(({ id, name }) => [id, name])));
  }
  return names;
}

/** The names of the rows that one entry references. */
export function namesIn(entry: Referring, names: ReadonlyMap<EntityName, ReadonlyMap<number, string>>): NamesByEntity {
  const found: NamesByEntity = {};
  for (const [target, ids] of referredIds(entry)) {
    for (const id of ids) {
      const name = names.get(target)?.get(id);
      if (name !== undefined) found[target] = { ...found[target], [id]: name };
    }
  }
  return found;
}
