import type { Problem } from '../problem.ts';

/** The rejection of a bearer token, with its header (RFC 6750, section 3). */
export interface BearerFault {
  status: 401 | 403;
  problem: Problem;
  headers: Record<string, string>;
  /** The API key that is refused; absent if the token is of none. */
  key?: RefusedKey;
}

/** An API key that cannot be used, and its account; null for one of the platform. */
export interface RefusedKey {
  id: number;
  demandId: number | null;
}

/** A rejection that names the error of RFC 6750, section 3.1; without one, it is not about the token. */
function rejection(
  status: 401 | 403,
  { code, message, error, scope }: { code: string; message: string; error?: string; scope?: string },
): BearerFault {
  // Quoted strings of the header are ASCII without quotation marks, as are these messages.
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
    ...(scope === undefined ? [] : [`scope="${scope}"`]),
  ];
  return {
    status,
    problem: { code, message, path: '' },
    headers: { 'www-authenticate': parts.length > 0 ? `Bearer ${parts.join(', ')}` : 'Bearer' },
  };
}

const invalid = (code: string, message: string) => rejection(401, { code, message, error: 'invalid_token' });

/** The rejections of bearer tokens. */
export const bearerFault = {
  unknown: invalid('bad_token', 'Invalid bearer token'),
  revoked: invalid('revoked_key', 'The API key was revoked'),
  expired: invalid('expired_key', 'The API key has expired. Create a new one'),
  replaced: invalid('replaced_token', 'The token of the API key was replaced. Use the new one'),
  accessTokenExpired: invalid('expired_token', 'The access token has expired. Request a new one'),
  ownerInactive: invalid('inactive_owner', 'The owner of the API key can no longer sign in'),
  foreignAddress: (ip: string): BearerFault => ({
    status: 403,
    problem: { code: 'foreign_address', message: `The API key cannot be used from the IP address ${ip}`, path: '' },
    headers: {},
  }),
  insufficientScope: (missing: readonly string[]): BearerFault =>
    rejection(403, {
      code: 'insufficient_scope',
      message: `The API key needs the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(' and ')}`,
      error: 'insufficient_scope',
      scope: missing.join(' '),
    }),
};
