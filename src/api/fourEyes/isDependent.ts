import type { WaitingRow } from '#storage/waiting/waitingStore.ts';
import type { ApiDeps } from '../deps.ts';

/** Days for which an approver depends on the person who could sign in for it. */
const days = 7;

/**
 * Whether the proposer of a change could have signed in as an approver lately: it created a sign-in link for the approver,
 * or removed its second factors.
 */
export async function isDependent(
  { security, now }: Pick<ApiDeps, 'security' | 'now'>,
  { userId, adminId }: Pick<WaitingRow, 'userId' | 'adminId'>,
  approver: { id: number },
): Promise<boolean> {
  const from = new Date(now().getTime() - days * 86_400_000).toISOString();
  const { rows } = await security.list(
    { accounts: 'all', userId: approver.id, types: ['linkCreated', 'factorsReset'], from },
    { page: 1, size: 1000 },
  );
  const proposers = new Set([userId, adminId].filter((id) => id !== null));
  return rows.some(
    (event) =>
      event.subjectId === approver.id && (proposers.has(event.userId ?? 0) || proposers.has(event.adminId ?? 0)),
  );
}
