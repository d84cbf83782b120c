import type { RecordedChange } from '#model/fourEyes/waitingChange.ts';
import type { WaitingRow } from '#storage/waiting/waitingStore.ts';
import type { ApiDeps } from '../deps.ts';
import { namesIn, readReferredNames } from '../log/referredNames.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { approversOfChanges, canApprove } from './approversOfChanges.ts';
import type { ApproverDeps } from './openApprovers.ts';
import { shownApprovers } from './shownApprovers.ts';
import type { WaitingChange, WaitingObject } from './waitingContract.ts';

/** Waiting changes as a user sees them, with what the user can do about each. */
export async function showChanges(
  deps: ApproverDeps & Pick<ApiDeps, 'entities'>,
  rows: readonly WaitingRow[],
  user: SessionUser,
): Promise<WaitingChange[]> {
  const approversOf = approversOfChanges(deps);
  const ids = rows.flatMap(({ userId, adminId, decidedBy }) => [userId, adminId, decidedBy]);
  const people = await deps.entities.getMany('user', [...new Set(ids.filter((id) => id !== null))], 'all');
  const accounts = await deps.entities.listNames('demand', {
    scope: 'all',
    ids: rows.flatMap(({ demandId }) => demandId ?? []),
    isArchivedShown: true,
  });
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  const named = (id: number) => ({ id, name: nameOf.get(id) ?? `#${id}` });
  const shown: WaitingChange[] = [];
  for (const row of rows) {
    const { id, area, summary, state, demandId, userId, adminId, decidedBy, decidedAt, reason } = row;
    const approvers = await approversOf(row);
    const isOwn = user.id === userId && user.adminId === adminId;
    shown.push({
      ...{ id, area, summary, state, isOwn, decidedAt, reason },
      account: accounts.find((each) => each.id === demandId) ?? null,
      proposer: named(userId),
      proposerAdmin: adminId === null ? null : named(adminId),
      canApprove: canApprove(user, approvers),
      canWithdraw: isOwn && state === 'waiting',
      approvers: shownApprovers(approvers.independent, user),
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
      decider: decidedBy === null ? null : named(decidedBy),
      objects: await showObjects(deps, row.entries, user),
    });
  }
  return shown.map((change) => ({ ...change, account: change.account && pick(change.account) }));
}

/** Changes of objects with the names of what they refer to. */
export async function showObjects(
  { entities }: Pick<ApiDeps, 'entities'>,
  objects: readonly RecordedChange[],
  user: SessionUser,
): Promise<WaitingObject[]> {
  const names = await readReferredNames(entities, objects, user);
  return objects.map((object) => ({ ...object, names: namesIn(object, names) }));
}

function pick({ id, name }: { id: number; name: string }) {
  return { id, name };
}
