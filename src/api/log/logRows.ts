import { authorNameOf, canUse, type UserRow } from '#model/index.ts';
import type { LogEntry } from '#storage/entities/changeLog.ts';
import type { ChangeSetSummary } from '#storage/entities/changeSetStore.ts';
import type { ApiDeps } from '../deps.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { LogRow } from './logContract.ts';
import { canUndo, planRevertAs } from './planRevert.ts';
import { namesIn, readReferredNames } from './referredNames.ts';
import { waterfallRowNames } from './waterfallRowNames.ts';

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
  const names = await readReferredNames(store, entries, user);
  const rowNames = await waterfallRowNames({ entities: store, log }, entries, user);
  const keyNames = await keys.namesOf(entries.flatMap(({ keyId }) => keyId ?? []));
  const sets = await changeSets.summaries(entries.flatMap(({ batch }) => batch ?? []));
  return entries.map(({ adminId, batch, keyId, approvedBy, ...entry }) => {
    const author = people.get(entry.userId ?? 0);
    const isOperator = adminId !== null || author?.type === 'admin';
    return {
      ...entry,
      name: entry.name === '' && entry.entity === 'waterfallRow' ? (rowNames.get(entry.rowId ?? 0) ?? '') : entry.name,
      ip: isOperator && user.type !== 'admin' ? '' : entry.ip,
      accountName: accountNames.get(entry.demandId ?? 0) ?? null,
      userName: authorNameOf(entry, author?.name, keyNames.get(keyId ?? 0)),
      adminName: people.get(adminId ?? 0)?.name ?? null,
      approvedByName: people.get(approvedBy ?? 0)?.name ?? null,
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
  return entries.flatMap(({ userId, adminId, approvedBy }) =>
    [userId, adminId, approvedBy].filter((id) => id !== null),
  );
}

function byId(rows: readonly UserRow[]): Map<number, UserRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
