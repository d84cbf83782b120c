import { type ApiScope, apiScopes, hasScope } from '#model/account/apiScopes.ts';
import type { FoundKey } from '#storage/keys/apiKeyStore.ts';
import { addressGroup, networkOf } from '#runtime/addressGroup.ts';
import type { ApiDeps } from '../deps.ts';
import { bearerFault, type BearerFault } from '../keys/bearerFault.ts';
import { faultOfKey } from '../keys/readProgram.ts';
import { keyRefused } from '../security/auditCalls.ts';
import { implement, type JsonResponse, ok, type Route } from '../route.ts';
import { type ClientCredentials, readCredentials } from './clientCredentials.ts';
import { limitClientAttempts } from './limitClientAttempts.ts';
import { type AccessToken, oauthContract, type OAuthError } from './oauthContract.ts';

const tokenSeconds = 3600;

/** Routes of OAuth 2.1: the metadata, and access tokens for the client credentials of API keys. */
export function oauthRoutes(
  deps: Pick<ApiDeps, 'keys' | 'sessions' | 'logins' | 'limitedEvents' | 'callLimiter' | 'now'>,
): Route[] {
  const { keys, sessions, limitedEvents, callLimiter, now } = deps;
  const attempt = limitClientAttempts(deps);

  /** The key that the credentials are right for, or why it cannot be used. */
  async function readClient({ clientId, secret }: ClientCredentials, ip: string): Promise<FoundKey | BearerFault> {
    const key = await keys.find(secret);
    if (!key || key.clientId !== clientId || key.isAccessToken) return bearerFault.unknown;
    const fault = faultOfKey(key, ip, now());
    const refused = { id: key.id, demandId: key.demandId };
    if (fault) return { ...fault, key: refused };
    return (await sessions.readUser(key.userId)) ? key : { ...bearerFault.ownerInactive, key: refused };
  }

  return [
    implement(oauthContract.metadata, async ({ host, isSecure }) => {
      const issuer = `${isSecure ? 'https' : 'http'}://${host}`;
      return ok({
        issuer,
        token_endpoint: `${issuer}${oauthContract.issueToken.path}`,
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        grant_types_supported: ['client_credentials'],
        response_types_supported: [],
        scopes_supported: [...apiScopes],
        service_documentation: `${issuer}/api/openapi.json`,
      });
    }),
    implement(oauthContract.issueToken, async ({ upload, authorization, ip, author }) => {
      const ofAddress = await callLimiter.count('address', addressGroup(ip));
      if (ofAddress.isExceeded) return tooMany('Too many requests from your network', ofAddress.resetSeconds);
      const form = new URLSearchParams(await textOf(upload));
      const names = [...form.keys()];
      if (new Set(names).size < names.length) return fault(400, 'invalid_request', 'A parameter is repeated');
      const credentials = readCredentials(authorization, form);
      if (credentials === 'twice') return fault(400, 'invalid_request', 'Authenticate in one way only');
      if (typeof credentials === 'string') {
        return refuseClient(authorization !== null, 'Authenticate with the client ID and the token of an API key');
      }
      const noteFailure = (outcome: 'failed' | 'refused') =>
        limitedEvents.note(`client from ${networkOf(addressGroup(ip))}`, author, {
          ...{ type: 'clientFailed', outcome, demandId: null },
        });
      const admission = await attempt(credentials.clientId, ip);
      if (admission.type === 'refused') {
        await noteFailure('refused');
        return tooMany('Too many failed attempts', admission.waitSeconds);
      }
      const key = await readClient(credentials, ip);
      if ('problem' in key) {
        if (!key.key) {
          await noteFailure('failed');
          return refuseClient(credentials.isBasic, 'Wrong client ID or secret');
        }
        await admission.succeed();
        const { code, message } = key.problem;
        const { id } = key.key;
        await limitedEvents.note(`key ${id} ${code}`, { ...author, keyId: id }, keyRefused(key.key, code));
        return refuseClient(credentials.isBasic, message);
      }
      await admission.succeed();
      const ofClient = await callLimiter.count('client', `key ${key.id}`);
      if (ofClient.isExceeded)
        return tooMany('Too many access tokens: use each until it expires', ofClient.resetSeconds);
      if (form.get('grant_type') === null) return fault(400, 'invalid_request', 'grant_type is required');
      if (form.get('grant_type') !== 'client_credentials') {
        return fault(400, 'unsupported_grant_type', 'Only client_credentials is supported');
      }
      const scopes = requestedScopes(form.get('scope'), key.scopes);
      if (!Array.isArray(scopes)) return fault(400, 'invalid_scope', `The API key does not have ${scopes.missing}`);
      const at = now();
      const ends = [
        at.getTime() + tokenSeconds * 1000,
        ...[key.expiresAt, key.endsAt].flatMap((end) => (end === null ? [] : Date.parse(end))),
      ];
      const endsAt = Math.min(...ends);
      const token = await keys.issue(credentials.secret, {
        keyId: key.id,
        scopes,
        now: at.toISOString(),
        endsAt: new Date(endsAt).toISOString(),
      });
      return ok<AccessToken>({
        access_token: token,
        token_type: 'Bearer',
        expires_in: Math.ceil((endsAt - at.getTime()) / 1000),
        scope: scopes.join(' '),
      });
    }),
  ];
}

/** The scopes of an access token: those requested, or all of the key; or the ones that the key does not have. */
function requestedScopes(text: string | null, scopes: readonly ApiScope[]): ApiScope[] | { missing: string } {
  const requested = [...new Set((text ?? '').split(' ').filter((scope) => scope !== ''))];
  if (requested.length === 0) return [...scopes];
  const missing = requested.filter(
    (scope) => !apiScopes.includes(scope as ApiScope) || !hasScope(scopes, scope as ApiScope),
  );
  // The description is in ASCII without quotation marks and backslashes.
  if (missing.length > 0)
    return {
      missing: missing
        .join(' ')
        .replace(/[^\w: -]/g, '?')
        .slice(0, 200),
    };
  return requested as ApiScope[];
}

async function textOf(upload: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of upload) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function errorOf(error: OAuthError['error'], description: string): OAuthError {
  return { error, error_description: description };
}

function tooMany(reason: string, waitSeconds: number): JsonResponse<429, OAuthError> {
  const wait = String(waitSeconds);
  return ok(errorOf('temporarily_unavailable', `${reason}. Try again in ${wait} s`), 429, { 'retry-after': wait });
}

function fault(status: 400, error: OAuthError['error'], description: string): JsonResponse<400, OAuthError> {
  return ok(errorOf(error, description), status);
}

/** Refuses credentials; clients that used the Authorization header are asked for it again (section 5.2). */
function refuseClient(isBasic: boolean, description: string): JsonResponse<401, OAuthError> {
  return ok(
    errorOf('invalid_client', description),
    401,
    isBasic ? { 'www-authenticate': 'Basic realm="Bidhouse"' } : {},
  );
}
