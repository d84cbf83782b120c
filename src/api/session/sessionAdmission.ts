import type { FastifyRequest } from 'fastify';
import type { Admission } from '../admission.ts';
import type { ApiDeps } from '../deps.ts';
import { bearerFault } from '../keys/bearerFault.ts';
import { missingScopes } from '../keys/scopesOfRoute.ts';
import { mayCall } from '../mayCall.ts';
import { auditCalls } from '../security/auditCalls.ts';
import { isOwnOrigin } from '../isOwnOrigin.ts';
import type { CallerOf } from './callerOf.ts';

/** Admits users and their programs by their rights, and refuses cross-site calls. Both are recorded. */
export function sessionAdmission(
  deps: Pick<ApiDeps, 'config' | 'security' | 'limitedEvents' | 'logger' | 'now'>,
  callerOf: CallerOf,
): Admission {
  const rejection = (status: number, code: string, message: string) => ({
    status,
    problem: { code, message, path: '' },
  });
  return {
    async rejectionOf(route, request) {
      const changesState = route.method !== 'GET' || route.isUnsafeGet === true;
      if (changesState && !isOwnOrigin(request.headers, ownHosts(deps, request))) {
        return rejection(403, 'foreign_origin', 'Requests from another site are not allowed');
      }
      if (route.access === 'public') return null;
      const { user, isProgram, key, bearerFault: fault } = await callerOf(request);
      if (fault || (isProgram && user === null)) return fault ?? bearerFault.unknown;
      // The rights of the owner; those of the key are its scopes.
      const owner = user && { ...user, limits: undefined };
      if (mayCall(route.access, owner) && !(isProgram && route.isForPeople)) {
        const missing = key ? missingScopes(route, key.scopes) : [];
        return missing.length > 0 ? bearerFault.insufficientScope(missing) : null;
      }
      if (user === null) return rejection(403, 'no_session', 'Sign in first');
      return rejection(
        403,
        'forbidden',
        isProgram ? 'Programs do not have permission to do this' : 'You do not have permission to do this',
      );
    },
    callerOf,
    audit: auditCalls(deps.security, deps.limitedEvents, { now: deps.now, onFailure: deps.logger.error }),
  };
}

function ownHosts({ config }: Pick<ApiDeps, 'config'>, request: FastifyRequest): string[] {
  return [request.host, ...(config.CONSOLE_URL ? [new URL(config.CONSOLE_URL).host] : [])];
}
