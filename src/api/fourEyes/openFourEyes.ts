import { type FourEyesArea, maxWaiting, maxWaitingObjects, waitingHours } from '#model/fourEyes/waitingChange.ts';
import { takesRightsAway } from '#model/fourEyes/fourEyesAreaOf.ts';
import type { WaitingRow } from '#storage/waiting/waitingStore.ts';
import type { ApiDeps } from '../deps.ts';
import type { SentCall } from '../parseCall.ts';
import { type Call, type JsonResponse, ok, type Rejection, reject, type Route, type RouteResponse } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { fourEyesRoutes, routeKey } from './fourEyesRoutes.ts';
import { HeldChange, holdChanges } from './heldChange.ts';
import { type ApproverDeps, type Approvers, openApprovers } from './openApprovers.ts';
import { areSameChanges } from './sameChanges.ts';
import { isSameCall, openCall, sealCall } from './sealedCall.ts';
import { shownApprovers } from './shownApprovers.ts';
import { summaryOf } from './summaryOf.ts';
import type { WaitingResponse } from './waitingContract.ts';

/** Any call, as its route got it. */
type AnyCall = Call<unknown, unknown, unknown, SessionUser | null>;

/** Makes changes of payouts, platform prices and roles wait for a second person. */
export interface FourEyes {
  /**
   * Handles a call. If its change needs a second person, nothing is changed: it waits (202), or is rejected where it cannot
   * wait.
   */
  run(route: Route, call: AnyCall, sent: SentCall): Promise<RouteResponse>;
}

/** Texts of areas in sentences. */
const areaTexts: Record<FourEyesArea, string> = {
  payouts: 'payouts',
  prices: 'platform prices',
  roles: 'roles',
};

type Deps = ApproverDeps & Pick<ApiDeps, 'waiting' | 'sealer'>;

export function openFourEyes(deps: Deps): FourEyes {
  return {
    async run(route, call, sent) {
      const { user } = call;
      const handle = (author: Call['author']) =>
        route.handler({ ...call, author } as unknown as Call<never, never, never, never>);
      // The product’s own changes, such as roles of groups at a sign-in, follow from settings that two people made.
      const isExempt = route.access === 'public' || route.access === 'internal';
      if (!deps.config.FOUR_EYES || isExempt || user === null) return handle(call.author);
      try {
        return await handle({ ...call.author, beforeRecording: holdChanges });
      } catch (error) {
        if (!(error instanceof HeldChange)) throw error;
        return propose(deps, route, { ...call, user }, sent, error);
      }
    },
  };
}

/** Stores a change that waits for a second person, once, unless it cannot wait. */
async function propose(
  deps: Deps,
  route: Route,
  { user, author }: Pick<Call, 'user' | 'author'>,
  sent: SentCall,
  { area, objects }: HeldChange,
): Promise<JsonResponse<202, WaitingResponse> | Rejection<403 | 409>> {
  const { waiting, sealer, now } = deps;
  const key = routeKey({ method: route.method, path: canonicalPath(route) });
  if (user.isProgram) return reject(403, [forPeople(area)]);
  if (!route.fourEyes?.includes(area)) return reject(403, [cannotWait(area)]);
  if (objects.some(({ entity, fields }) => fields.some((change) => takesRightsAway(entity, change)))) {
    return reject(409, [takesAwayToo]);
  }
  const approvers = await openApprovers(deps)({
    ...{ route, demandId: user.demandId, userId: user.id, adminId: user.adminId },
  });
  if (approvers.independent.length === 0) return reject(409, [noSecondPerson(area, user, approvers)]);
  if (objects.length > maxWaitingObjects) return reject(409, [tooManyObjects]);
  const shown = shownApprovers(approvers.independent, user);
  const at = now();
  const own = await waiting.ofProposer(user.id);
  const day = (time: string) => time.slice(0, 10);
  const isSame = (row: WaitingRow) =>
    row.route === key &&
    row.adminId === user.adminId &&
    row.expiresAt > at.toISOString() &&
    areSameChanges({ objects: row.entries, day: day(row.createdAt) }, { objects, day: day(at.toISOString()) }) &&
    row.sealedCall !== null &&
    // Changes of secrets look the same.
    isSameCall(openCall(sealer, row.id, row.sealedCall), sent);
  const known = own.find(isSame);
  if (known) return waits(known, shown);
  if (own.length >= maxWaiting) return reject(409, [tooMany]);
  const id = crypto.randomUUID();
  const change: WaitingRow = {
    id,
    area,
    demandId: user.demandId,
    userId: user.id,
    adminId: user.adminId,
    route: key,
    sealedCall: sealCall(sealer, id, sent),
    summary: summaryOf(objects),
    entries: objects,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + waitingHours * 3_600_000).toISOString(),
    ...{ state: 'waiting', decidedBy: null, decidedAt: null, reason: null },
  };
  await waiting.add(change, author);
  return waits(change, shown);
}

function waits(
  { id, area, summary, createdAt, expiresAt }: WaitingRow,
  approvers: WaitingResponse['waiting']['approvers'],
): JsonResponse<202, WaitingResponse> {
  return ok({ waiting: { id, area, summary, approvers, createdAt, expiresAt } }, 202);
}

/** The path of a route; of one at the path of the previous release, the current one. */
function canonicalPath({ method, path, formerPath }: Route): string {
  if (formerPath !== path) return path;
  const found = [...fourEyesRoutes().values()].find((each) => each.formerPath === path && each.method === method);
  return found?.path ?? path;
}

function forPeople(area: FourEyesArea) {
  const message = `Changes of ${areaTexts[area]} wait for a second person. A person has to make this one in the console`;
  return { code: 'four_eyes', message, path: '' };
}

function cannotWait(area: FourEyesArea) {
  const message = `Changes of ${areaTexts[area]} wait for a second person, and cannot be made in this way. Change the object itself`;
  return { code: 'four_eyes', message, path: '' };
}

function noSecondPerson(area: FourEyesArea, { demandId, role }: SessionUser, { dependent }: Approvers) {
  const who =
    demandId !== null ? 'another owner of the account' : role === 'super' ? 'another super admin' : 'another admin';
  const [until] = dependent.map((each) => each.until).toSorted();
  const why =
    until === undefined
      ? `no one else has the right to approve this one. Add ${who} first; the operator can do so on the machine (reset-admin)`
      : `no one else can approve this one yet: in the last 7 days, one person could have signed in both as you and as them, by a sign-in link or by removing second factors. Wait until ${until.slice(0, 16).replace('T', ' ')} UTC, or make another admin a super admin on the machine (reset-admin)`;
  const message = `Changes of ${areaTexts[area]} need a second person, and ${why}`;
  return { code: 'no_second_person', message, path: '' };
}

/** A change that takes rights away must not wait with the rest. */
const takesAwayToo = {
  code: 'four_eyes_apart',
  message:
    'Suspending, disabling and making read-only take effect at once, the rest of this change waits for a second person. Make it in two steps',
  path: '',
};
const tooMany = {
  code: 'too_many_waiting',
  message: `You have ${maxWaiting} waiting changes. Withdraw some first`,
  path: '',
};
const tooManyObjects = {
  code: 'too_many_objects',
  message: `One waiting change can have at most ${maxWaitingObjects} objects. Change fewer at once`,
  path: '',
};
