import type { WaitingRow } from '#storage/waiting/waitingStore.ts';
import type { ApiDeps } from '../deps.ts';
import type { Problem } from '../problem.ts';
import { type Call, implement, notFound, ok, type Rejection, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { routeKey } from './fourEyesRoutes.ts';
import { changesToApprove } from './changesToApprove.ts';
import { approversOfChanges, canApprove } from './approversOfChanges.ts';
import { isInPerson } from './isInPerson.ts';
import { runChange, type RunOutcome } from './runChange.ts';
import { showChanges, showObjects } from './showChanges.ts';
import { visibleChanges } from './visibleChanges.ts';
import { waitingContract } from './waitingContract.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Routes of changes that wait for a second person. `routesOf`: the table of routes, by which they are applied. */
export function waitingRoutes(deps: ApiDeps, routesOf: () => readonly Route[]): Route[] {
  const { waiting, now } = deps;

  /** A change that the user may see, after the end of those whose time is over. */
  async function find(id: string, user: SessionUser): Promise<WaitingRow | null> {
    await waiting.expire(now().toISOString());
    const row = uuid.test(id) ? await waiting.get(id) : null;
    const visible = visibleChanges(user);
    const isVisible =
      row !== null &&
      (visible === 'all' ||
        row.userId === user.id ||
        (row.demandId === visible.demandId && visible.routes.includes(row.route)));
    return isVisible ? row : null;
  }

  async function shown(id: string, user: SessionUser) {
    const row = await waiting.get(id);
    const [change] = row ? await showChanges(deps, [row], user) : [];
    if (!change) throw new Error(`the waiting change ${id} was removed meanwhile`);
    return change;
  }

  const routeOf = (row: WaitingRow) => routesOf().find((route) => routeKey(route) === row.route);

  /** A waiting change that the caller may decide, or why not. */
  async function findToDecide(id: string, user: SessionUser): Promise<WaitingRow | Rejection<403 | 404 | 409>> {
    const row = await find(id, user);
    if (!row) return notFound();
    if (row.state !== 'waiting') return reject(409, [decided]);
    if (!isInPerson(user)) return reject(403, [actingAs]);
    if (row.userId === user.id || row.adminId === user.id) return reject(403, [ownChange]);
    const approvers = await approversOfChanges(deps)(row);
    if (canApprove(user, approvers)) return row;
    const isDependent = approvers.dependent.some((each) => each.user.id === user.id);
    return reject(403, [isDependent ? dependent : noRight]);
  }

  return [
    implement(waitingContract.list, async ({ query: { state, page, size }, user }) => {
      await waiting.expire(now().toISOString());
      const isWaiting = state === 'waiting';
      const filter = { isWaiting, userId: user.id, visible: visibleChanges(user) };
      const { rows, total } = await waiting.list(filter, { page, size });
      const changes = await showChanges(deps, rows, user);
      const rank = ({ canApprove, isOwn }: (typeof changes)[number]) => (canApprove ? 0 : isOwn ? 1 : 2);
      const toApprove = (await changesToApprove(deps, user)).length;
      return ok({
        rows: isWaiting ? changes.toSorted((a, b) => rank(a) - rank(b)) : changes,
        ...{ total, page, size, toApprove },
      });
    }),
    implement(waitingContract.read, async (call) => {
      const { params, user } = call;
      const row = await find(params.id, user);
      if (!row) return notFound();
      const change = await shown(row.id, user);
      const route = routeOf(row);
      if (row.state !== 'waiting' || !route) return ok({ ...change, isOutdated: false, current: null, faults: [] });
      const outcome = await runChange(deps, { route, change: row, isApplied: false }, approvalOf(call));
      const current = outcome.type === 'outdated' ? await showObjects(deps, outcome.objects, user) : null;
      return ok({ ...change, isOutdated: current !== null, current, faults: textsOf(outcome) });
    }),
    implement(waitingContract.approve, async (call) => {
      const { params, user, author } = call;
      const row = await findToDecide(params.id, user);
      if ('problems' in row) return row;
      const route = routeOf(row);
      if (!route) return reject(409, [{ code: 'outdated', message: noLonger, path: '' }]);
      const outcome = await runChange(deps, { route, change: row, isApplied: true }, approvalOf(call));
      if (outcome.type === 'applied') return ok(await shown(row.id, user));
      if (outcome.type === 'rejected') return reject(409, outcome.problems);
      if (outcome.type === 'lostRight') {
        const decision = { state: 'failed', decidedBy: user.id, at: now().toISOString(), reason: lostRight } as const;
        await waiting.decide(row.id, decision, author);
      }
      return reject(409, [problemOf(outcome)]);
    }),
    implement(waitingContract.reject, async ({ params, body, user, author }) => {
      const row = await findToDecide(params.id, user);
      if ('problems' in row) return row;
      const decision = { state: 'rejected', decidedBy: user.id, at: now().toISOString(), ...body } as const;
      return (await waiting.decide(row.id, decision, author)) ? ok(await shown(row.id, user)) : reject(409, [decided]);
    }),
    implement(waitingContract.withdraw, async ({ params, user, author }) => {
      const row = await find(params.id, user);
      if (!row) return notFound();
      if (row.userId !== user.id || row.adminId !== user.adminId) return reject(403, [notOwn]);
      const decision = { state: 'withdrawn', decidedBy: user.id, at: now().toISOString() } as const;
      return (await waiting.decide(row.id, decision, author)) ? ok(await shown(row.id, user)) : reject(409, [decided]);
    }),
  ];
}

function approvalOf({ author, sessionToken, requestId, ip, cookies, isSecure, host, signal, user }: Call) {
  return { author, sessionToken, requestId, ip, cookies, isSecure, host, signal, approverId: user.id };
}

/** Why a change cannot be applied now. */
function textsOf(outcome: RunOutcome): string[] {
  if (outcome.type === 'rejected') return outcome.problems.map(({ message }) => message);
  return outcome.type === 'lostRight' ? [lostRight] : [];
}

function problemOf({ type }: RunOutcome): Problem {
  if (type === 'decided') return decided;
  return type === 'lostRight'
    ? { code: 'proposer_lost_right', message: lostRight, path: '' }
    : { code: 'outdated', message: outdated, path: '' };
}

const lostRight = 'The person who proposed it is no longer active, or no longer has the right to make it';
const noLonger = 'Such a change can no longer wait. Reject it, and make it again';
const outdated =
  'What it is based on has changed since, so it would now change something else. Reject it, or have it proposed again';
const decided = { code: 'decided', message: 'It no longer waits: it was decided, or its time is over', path: '' };
const ownChange = { code: 'own_change', message: 'Another person has to decide about your own change', path: '' };
const notOwn = { code: 'not_own', message: 'Only the person who proposed it can withdraw it', path: '' };
const noRight = { code: 'no_right', message: 'You do not have permission to make this change', path: '' };
const actingAs = {
  code: 'acting_as',
  message: 'You act as another user. Only the user itself can decide',
  path: '',
};
const dependent = {
  code: 'dependent',
  message:
    'In the last 7 days, one person could have signed in both as the proposer and as you: by a sign-in link, or by removing second factors. Another person has to decide',
  path: '',
};
