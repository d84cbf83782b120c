import { isControlAuthorization } from '#runtime/control/controlToken.ts';
import type { Admission } from '../admission.ts';
import type { Caller } from '../session/callerOf.ts';

/** Nobody: the platform's own processes are no users, and their token is looked up nowhere. */
const ownProcess: Omit<Caller, 'host'> = { user: null, token: null, isProgram: false, isSecure: false };

/** Admits the platform's own processes alone, by the token that is made of the installation's secret. */
export function controlAdmission(secret: string): Admission {
  return {
    async refusalOf(_route, { headers }) {
      if (isControlAuthorization(headers.authorization, secret)) return null;
      return { status: 401, problem: { code: 'bad_token', message: 'Invalid bearer token', path: '' } };
    },
    callerOf: async ({ host }) => ({ ...ownProcess, host }),
  };
}
