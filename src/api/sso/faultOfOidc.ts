import * as oidc from 'openid-client';
import { RejectedAddress } from '#outbound/addressGuard.ts';
import { UnreadableSecret } from '#runtime/sealing/secretSealer.ts';
import { type SsoFault, ssoFault } from './ssoFaults.ts';

/** Errors of the token endpoint (RFC 6749, section 5.2) that the settings of the client have caused. */
const clientErrors = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'];

/** Claims that an ID token may have wrong, in words. */
const claimTexts: Readonly<Record<string, string>> = {
  iss: 'it is of another issuer (iss)',
  aud: 'it is for another client (aud)',
  azp: 'it is for another client (azp)',
  nonce: 'it belongs to another sign-in (nonce)',
  exp: 'it has expired (exp)',
  iat: 'its time is not valid (iat); check the clocks',
};

const codeTexts: Readonly<Record<string, string>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'it has expired, or the clocks differ',
  OAUTH_KEY_SELECTION_FAILED: 'it is signed with an unknown key',
  OAUTH_PARSE_ERROR: 'it cannot be read',
  OAUTH_RESPONSE_IS_NOT_JSON: 'it is not JSON',
};

/** The fault for an error of a call to an identity provider. Rethrows errors that are not about one. */
export function faultOfOidc(error: unknown): SsoFault {
  if (error instanceof oidc.AuthorizationResponseError)
    return ssoFault('refused', error.error_description ?? error.error);
  if (error instanceof oidc.ResponseBodyError) {
    const text = error.error_description ?? error.error;
    return ssoFault(clientErrors.includes(error.error) ? 'client' : 'refused', text);
  }
  // The response to a client that has authenticated in the Authorization header.
  if (error instanceof oidc.WWWAuthenticateChallengeError) return ssoFault('client', `status ${error.status}`);
  if (error instanceof UnreadableSecret) return ssoFault('client', 'the client secret has to be entered again');
  const causes = causesOf(error);
  const rejected = causes.find((cause) => cause instanceof RejectedAddress);
  if (rejected) return ssoFault('unreachable', `${rejected.message} (SSO_INTERNAL_HOSTS)`);
  if (causes.some(isTimeout)) return ssoFault('unreachable', 'no response in time');
  if (error instanceof oidc.ClientError) return ssoFault('invalid', textOf(error));
  const unknown = causes.find((cause) => Reflect.get(cause, 'code') === 'ENOTFOUND');
  if (unknown) return ssoFault('unreachable', `there is no host ${String(Reflect.get(unknown, 'hostname'))}`);
  if (error instanceof TypeError) return ssoFault('unreachable', causes.at(-1)?.message);
  throw error;
}

function isTimeout(error: Error): boolean {
  return error.name === 'TimeoutError' || Reflect.get(error, 'code') === 'OAUTH_TIMEOUT';
}

function textOf(error: oidc.ClientError): string {
  const { cause, code = '' } = error;
  if (cause instanceof Response) return `status ${cause.status}`;
  const inner = cause instanceof Error ? cause.cause : cause;
  const claim = typeof inner === 'object' && inner !== null ? String(Reflect.get(inner, 'claim')) : '';
  return claimTexts[claim] ?? codeTexts[code] ?? (cause instanceof Error ? cause.message : error.message);
}

/** An error and its causes, the innermost last. */
function causesOf(error: unknown): Error[] {
  if (error instanceof AggregateError) return [error, ...error.errors.flatMap(causesOf)];
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
