import type { FastifyRequest } from 'fastify';
import { apiAreas, type ApiScope } from '#model/account/apiScopes.ts';
import { seesMoney } from '#model/index.ts';
import type { Admission } from '../admission.ts';
import type { ApiDeps } from '../deps.ts';
import { bearerFault } from '../keys/bearerFault.ts';
import { factorRejection } from '../factors/factorRejection.ts';
import { missingScopes, roleScopesOfRoute, scopesOfRoute } from '../keys/scopesOfRoute.ts';
import { mayCall } from '../mayCall.ts';
import { auditCalls } from '../security/auditCalls.ts';
import { isOwnOrigin } from '../isOwnOrigin.ts';
import type { CallerOf } from './callerOf.ts';
import type { SessionUser } from './sessionContract.ts';

/**
 * Admits users and their programs by their rights, and refuses cross-site calls and those that need a second factor or a
 * confirmation. All are recorded.
 */
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
      const { user, isProgram, key, factor, bearerFault: fault } = await callerOf(request);
      if (fault || (isProgram && user === null)) return fault ?? bearerFault.unknown;
      // The rights of the built-in role; scopes limit them further.
      const unlimited = user && { ...user, scopes: undefined, limits: undefined };
      const isRefusedProgram = isProgram && (route.isForPeople || (route.needsKey && key === null));
      if (user && mayCall(route.access, unlimited) && !isRefusedProgram) {
        const missing = key ? missingScopes(scopesOfRoute(route), key.scopes) : [];
        if (missing.length > 0) return bearerFault.insufficientScope(missing);
        const ofRole = user.scopes ? missingScopes(roleScopesOfRoute(route), user.scopes) : [];
        if (ofRole.length > 0) return rejection(403, 'outside_role', outsideRole(user, ofRole));
        if (route.isAboutMoney && !seesMoney(user)) return rejection(403, 'money_hidden', hiddenText(user));
        return factor && factorRejection(route, request, factor, deps.now());
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

function hiddenText({ customRole }: SessionUser): string {
  return `The role “${customRole?.name ?? ''}” hides money, and this is about prices and amounts`;
}

/** The rejection of a call that the custom role of a user does not include. */
function outsideRole({ customRole }: SessionUser, missing: readonly ApiScope[]): string {
  const areas = apiAreas.flatMap(({ area, label }) => {
    if (missing.includes(`${area}:write`)) return [`change ${label}`];
    return missing.includes(`${area}:read`) ? [`read ${label}`] : [];
  });
  return `The role “${customRole?.name ?? ''}” does not include this: ${areas.join(', ')}`;
}

function ownHosts({ config }: Pick<ApiDeps, 'config'>, request: FastifyRequest): string[] {
  return [request.host, ...(config.CONSOLE_URL ? [new URL(config.CONSOLE_URL).host] : [])];
}
