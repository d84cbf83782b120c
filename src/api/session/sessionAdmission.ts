import type { FastifyRequest } from 'fastify';
import type { Admission } from '../admission.ts';
import type { ApiDeps } from '../deps.ts';
import { mayCall } from '../mayCall.ts';
import { isOwnOrigin } from '../isOwnOrigin.ts';
import type { CallerOf } from './callerOf.ts';

/** Admits users and their programs by their rights, and refuses cross-site calls. */
export function sessionAdmission(deps: Pick<ApiDeps, 'config'>, callerOf: CallerOf): Admission {
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
      const { user, isProgram } = await callerOf(request);
      if (isProgram && user === null) return rejection(401, 'bad_token', 'Invalid bearer token');
      if (mayCall(route.access, user) && !(isProgram && route.isForPeople)) return null;
      if (user === null) return rejection(403, 'no_session', 'Sign in first');
      return rejection(
        403,
        'forbidden',
        isProgram ? 'API tokens do not have permission to do this' : 'You do not have permission to do this',
      );
    },
    callerOf,
  };
}

function ownHosts({ config }: Pick<ApiDeps, 'config'>, request: FastifyRequest): string[] {
  return [request.host, ...(config.CONSOLE_URL ? [new URL(config.CONSOLE_URL).host] : [])];
}
