import type { FastifyRequest } from 'fastify';
import { addressGroup, networkOf } from '#runtime/addressGroup.ts';
import type { NewSecurityEvent } from '#storage/security/recordSecurityEvents.ts';
import type { SecurityLog } from '#storage/security/securityLog.ts';
import { authorOf } from '../authorOf.ts';
import type { RefusedKey } from '../keys/bearerFault.ts';
import type { StreamResponse, Route } from '../route.ts';
import type { Caller } from '../session/callerOf.ts';
import type { LimitedEvents } from './limitEvents.ts';

/** A call of a route. */
interface AuditedCall {
  route: Pick<Route, 'method' | 'path' | 'recordedAs'>;
  request: FastifyRequest;
  caller: Caller;
}

/** Records calls in the security log. */
export interface CallAudit {
  /** Records calls without the right to do so. `code`: that of the problem. */
  rejected(call: AuditedCall, status: number, code: string): Promise<void>;
  /** Records the call of a program from a network that is new for its token. */
  used(call: Pick<AuditedCall, 'request' | 'caller'>): Promise<void>;
  /** Records a download of a route that is `recordedAs` an event. */
  downloaded(call: AuditedCall, response: StreamResponse): Promise<void>;
}

/** The event of an API key that cannot be used. `code`: that of the problem. */
export function keyRefused({ demandId }: RefusedKey, code: string): NewSecurityEvent {
  return { type: 'keyRefused', outcome: 'refused', demandId, details: { code } };
}

/** Codes of calls that people repeat after a step of their own: signing in, adding a second factor, confirming. */
const stepsOfPeople = new Set(['no_session', 'second_factor_required', 'confirmation_required']);

/** Days for which a network of a token is known. */
const networkDays = 30;
const hourMs = 3_600_000;
/** Networks that are known without a look at the database for an hour. */
const maxRecent = 10_000;

/** Records calls of users and programs. */
export function auditCalls(
  security: Pick<SecurityLog, 'record' | 'notePlace'>,
  limited: LimitedEvents,
  { now, onFailure }: { now: () => Date; onFailure: (error: unknown) => void },
): CallAudit {
  const recent = new Map<string, number>();

  async function noteNetwork(program: string, network: string): Promise<boolean> {
    const time = now().getTime();
    const key = `${program} ${network}`;
    if ((recent.get(key) ?? 0) > time) return false;
    const isNew = await security.notePlace({
      owner: program,
      place: network,
      now: now().toISOString(),
      until: new Date(time + networkDays * 24 * hourMs).toISOString(),
    });
    if (recent.size >= maxRecent) recent.clear();
    recent.set(key, time + hourMs);
    return isNew;
  }

  return {
    async rejected({ route, request, caller }, status, code) {
      const network = networkOf(addressGroup(request.ip));
      const author = authorOf(request, caller);
      const { user, isProgram } = caller;
      const refused = caller.bearerFault?.key;
      if (refused) {
        await limited.note(`key ${refused.id} ${code}`, { ...author, keyId: refused.id }, keyRefused(refused, code));
        return;
      }
      const demandId = user?.demandId ?? null;
      if (status === 401 && isProgram) {
        await limited.note(`token from ${network}`, author, { type: 'tokenInvalid', outcome: 'failed', demandId });
        return;
      }
      if (status !== 403 || stepsOfPeople.has(code)) return;
      const place = `${route.method} ${route.path}`;
      const who =
        user === null
          ? network
          : isProgram
            ? `program of ${demandId} with ${caller.key?.id ?? 'its token'}`
            : `user ${user.id}`;
      await limited.note(`${who} ${place} ${code}`, author, {
        ...{ type: 'permissionDenied', outcome: 'refused', demandId },
        details: { call: place, code },
      });
    },
    async used({ request, caller }) {
      const demandId = caller.user?.demandId ?? null;
      if (!caller.isProgram || caller.user === null) return;
      const program = caller.key ? `key ${caller.key.id}` : `token of account ${demandId}`;
      const network = networkOf(addressGroup(request.ip));
      try {
        if (await noteNetwork(program, network))
          await security.record(authorOf(request, caller), {
            ...{ type: 'tokenNewNetwork', demandId },
            details: { network },
          });
      } catch (error) {
        onFailure(error);
      }
    },
    async downloaded({ route, request, caller }, { headers }) {
      if (route.recordedAs === undefined) return;
      const [, name = ''] = /filename="([^"]*)"/.exec(String(headers['content-disposition'])) ?? [];
      await security.record(authorOf(request, caller), {
        type: route.recordedAs,
        demandId: caller.user?.demandId ?? null,
        subject: { entity: 'file', id: null, name },
        details: { call: `${route.method} ${request.url.split('?')[0]}` },
      });
    },
  };
}
