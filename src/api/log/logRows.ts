import { authorNameOf, canUse, type Entity, entities as model, type EntityName, type UserRow } from '#model/index.ts';
import type { LogEntry } from '#storage/entities/changeLog.ts';
import type { ChangeSetSummary } from '#storage/entities/changeSetStore.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { LogRow } from './logContract.ts';
import { canUndo, planRevertAs } from './planRevert.ts';
import { waterfallRowNames } from './waterfallRowNames.ts';

/** Names of the rows that an entry references: entity → id → name. */
type NamesByEntity = Record<string, Record<string, string>>;

/** Entries as the user sees them: with names, and without the IP addresses of the operator's staff. */
export async function logRows(
  { entities: store, changeSets, log, keys }: Pick<ApiDeps, 'entities' | 'changeSets' | 'log' | 'keys'>,
  entries: readonly LogEntry[],
  user: SessionUser,
): Promise<LogRow[]> {
  const people = byId(await store.getMany('user', peopleOf(entries), 'all'));
  const accounts = await store.listNames('demand', {
    scope: 'all',
    ids: entries.flatMap(({ demandId }) => demandId ?? []),
    isArchivedShown: true,
  });
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
  const names = await referredNames(store, entries, user);
  const rowNames = await waterfallRowNames({ entities: store, log }, entries, user);
  const keyNames = await keys.namesOf(entries.flatMap(({ keyId }) => keyId ?? []));
  const sets = await changeSets.summaries(entries.flatMap(({ batch }) => batch ?? []));
  return entries.map(({ adminId, batch, keyId, ...entry }) => {
    const author = people.get(entry.userId ?? 0);
    const isOperator = adminId !== null || author?.type === 'admin';
    return {
      ...entry,
      name: entry.name === '' && entry.entity === 'waterfallRow' ? (rowNames.get(entry.rowId ?? 0) ?? '') : entry.name,
      ip: isOperator && user.type !== 'admin' ? '' : entry.ip,
      accountName: accountNames.get(entry.demandId ?? 0) ?? null,
      userName: authorNameOf(entry, author?.name, keyNames.get(keyId ?? 0)),
      adminName: people.get(adminId ?? 0)?.name ?? null,
      batch: changeSetOf(sets.get(batch ?? 0), user),
      canRevert: canUse(user, 'changes:write') && planRevertAs(entry as LogEntry, user).type === 'plan',
      names: namesIn(entry, names),
    };
  });
}

/** The change set of an entry as the user sees it; null when the entry is alone or belongs to none. */
function changeSetOf(set: ChangeSetSummary | undefined, user: SessionUser): LogRow['batch'] {
  if (!set || set.count < 2) return null;
  const { id, count } = set;
  return { id, count, canUndo: set.undoneBy === null && canUndo(set, user) };
}

function peopleOf(entries: readonly LogEntry[]): number[] {
  return entries.flatMap(({ userId, adminId }) => [userId, adminId].filter((id) => id !== null));
}

function byId(rows: readonly UserRow[]): Map<number, UserRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** The ids that the fields of an entry reference, by entity. */
function referredIds({ entity: name, fields }: Pick<LogEntry, 'entity' | 'fields'>): Map<EntityName, Set<number>> {
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

async function referredNames(
  store: EntityStore,
  entries: readonly LogEntry[],
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

function namesIn(
  entry: Pick<LogEntry, 'entity' | 'fields'>,
  names: ReadonlyMap<EntityName, ReadonlyMap<number, string>>,
): NamesByEntity {
  const found: NamesByEntity = {};
  for (const [target, ids] of referredIds(entry)) {
    for (const id of ids) {
      const name = names.get(target)?.get(id);
      if (name !== undefined) found[target] = { ...found[target], [id]: name };
    }
  }
  return found;
}
