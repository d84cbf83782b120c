import type { RecordedChange } from '#model/fourEyes/waitingChange.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import { decideWaitingChange, type WaitingRow } from '#storage/waiting/waitingStore.ts';
import type { ApiDeps } from '../deps.ts';
import { parseCall } from '../parseCall.ts';
import type { Problem } from '../problem.ts';
import type { Call, Route } from '../route.ts';
import { readCurrentUser } from '../session/readCurrentUser.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { readUpload } from '../upload.ts';
import { recordedChanges } from './heldChange.ts';
import { hasRight } from './openApprovers.ts';
import { areSameChanges } from './sameChanges.ts';
import { openCall } from './sealedCall.ts';

/** The result of running the call of a waiting change again. */
export type RunOutcome =
  /** It was applied, and is approved. */
  | { type: 'applied' }
  /** The changes that it would make now. */
  | { type: 'preview'; objects: RecordedChange[] }
  /** It would change something else than proposed; nothing was changed. Without objects, nothing at all. */
  | { type: 'outdated'; objects: RecordedChange[] }
  /** Its call is rejected now. */
  | { type: 'rejected'; problems: Problem[] }
  /** Another decision was faster, or its time is over. */
  | { type: 'decided' }
  /** Its proposer no longer has the right to make it. */
  | { type: 'lostRight' };

/** The person who approves, and the connection of its call. */
export type Approval = Pick<
  Call,
  'author' | 'sessionToken' | 'requestId' | 'ip' | 'cookies' | 'isSecure' | 'host' | 'signal'
> & { approverId: number };

type Deps = Pick<ApiDeps, 'config' | 'sessions' | 'sealer' | 'now'>;

/** Ends the transaction of a run without storing anything. */
class RunEnded extends Error {
  readonly outcome: RunOutcome;

  constructor(outcome: RunOutcome) {
    super(`The change was not applied: ${outcome.type}`);
    this.outcome = outcome;
  }
}

/**
 * Runs the call of a waiting change again, with its proposer’s current rights. To apply it, its decision is stored in the
 * transaction of the change, so that it is applied once; only if it changes the same as proposed.
 */
export async function runChange(
  deps: Deps,
  { route, change, isApplied }: { route: Route; change: WaitingRow; isApplied: boolean },
  approval: Approval,
): Promise<RunOutcome> {
  const user = await readProposer(deps, route, change);
  if (!user) return { type: 'lostRight' };
  if (change.sealedCall === null) return { type: 'decided' };
  const sent = openCall(deps.sealer, change.id, change.sealedCall);
  if (sent === null) return { type: 'rejected', problems: [unreadable] };
  const { params, query, body, faults } = parseCall(route, sent);
  if (faults.length > 0) return { type: 'rejected', problems: faults };
  let isRecorded = false;
  const beforeRecording: Author['beforeRecording'] = async (connection, entries) => {
    if (isRecorded) return;
    const objects = recordedChanges(entries);
    const at = deps.now().toISOString();
    const isSame = areSameChanges(
      { objects: change.entries, day: dayOf(change.createdAt) },
      { objects, day: dayOf(at) },
    );
    if (!isSame) throw new RunEnded({ type: 'outdated', objects });
    if (!isApplied) throw new RunEnded({ type: 'preview', objects });
    const decision = { state: 'approved', decidedBy: approval.approverId, at } as const;
    if (!(await decideWaitingChange(connection, change.id, decision, approval.author)))
      throw new RunEnded({ type: 'decided' });
    isRecorded = true;
  };
  const { approverId, author, ...connection } = approval;
  const { userId, adminId } = change;
  const call: Call = {
    ...connection,
    ...{ params, query, body, user, upload: readUpload(null, 0), uploadType: '', authorization: null },
    author: { ...author, userId, adminId, approvedBy: approverId, beforeRecording },
  };
  try {
    const response = await route.handler(call as Call<never, never, never, never>);
    if ('problems' in response) return { type: 'rejected', problems: response.problems };
    return isRecorded ? { type: 'applied' } : { type: 'outdated', objects: [] };
  } catch (error) {
    if (error instanceof RunEnded) return error.outcome;
    throw error;
  }
}

/** The proposer with its current rights, as it acted; null when it may no longer make the change. */
async function readProposer(
  deps: Pick<ApiDeps, 'config' | 'sessions'>,
  route: Route,
  { userId, adminId }: WaitingRow,
): Promise<SessionUser | null> {
  const user = await readCurrentUser(deps, userId);
  if (!user || !hasRight(route, user)) return null;
  if (adminId === null) return user;
  const admin = await readCurrentUser(deps, adminId);
  return admin?.role === 'super' ? { ...user, adminId, adminName: admin.name } : null;
}

const unreadable = {
  code: 'unreadable',
  message: 'It was sealed with another SECRET. Reject it, and make it again',
  path: '',
};

function dayOf(time: string): string {
  return time.slice(0, 10);
}
