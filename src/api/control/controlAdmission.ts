import { isControlAuthorization } from '#runtime/control/controlToken.ts';
import { controlVersionHeader, isControlVersionKnown, oldestControlVersion } from '#runtime/control/controlVersion.ts';
import type { Admission } from '../admission.ts';
import type { Caller } from '../session/callerOf.ts';

/** The caller of internal calls: the platform's own processes are not users, and their token is not stored. */
const ownProcess: Omit<Caller, 'host'> = {
  ...{ user: null, token: null, factor: null, isSecure: false },
  ...{ isProgram: false, key: null, bearerFault: null },
};

/** Admits only the platform's own processes, by a token derived from one of the secrets, whose version is understood. */
export function controlAdmission(secrets: readonly string[]): Admission {
  return {
    async rejectionOf(_route, { headers }) {
      if (!isControlAuthorization(headers.authorization, secrets))
        return { status: 401, problem: { code: 'bad_token', message: 'Invalid bearer token', path: '' } };
      if (isControlVersionKnown(headers[controlVersionHeader])) return null;
      const message = `The oldest supported version of internal calls is ${oldestControlVersion}. Upgrade the calling process`;
      return { status: 403, problem: { code: 'unsupported_version', message, path: '' } };
    },
    callerOf: async ({ host }) => ({ ...ownProcess, host }),
  };
}
