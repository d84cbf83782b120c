import * as oidc from 'openid-client';
import { createGuardedFetch } from '#outbound/guardedFetch.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { IdentityProvider } from '#storage/sso/identityProviderStore.ts';
import { faultOfOidc } from './faultOfOidc.ts';
import { groupsIn } from './groupsIn.ts';
import {
  type AttemptValues,
  type DiscoveredProvider,
  type Identity,
  identityOf,
  isSubject,
  metadataFault,
} from './identity.ts';
import { clientSecretPlace } from './secretPlaces.ts';
import { type SsoFault, ssoFault } from './ssoFaults.ts';

/** A client of identity providers: OpenID Connect with the authorization code flow and PKCE. */
export interface Oidc {
  /**
   * The URL at the provider to which a browser is sent. `signsInAgain`: the person has to, also with a session there
   * (OpenID Connect Core, section 3.1.2.1).
   */
  authorizationUrl(
    provider: IdentityProvider,
    values: AttemptValues & { redirectUri: string; signsInAgain?: boolean },
  ): Promise<URL | SsoFault>;
  /**
   * Redeems the code of a callback and verifies the whole response. `callback`: the redirect URI as it was called;
   * `afterSignOut`: the page after the end of the provider's session.
   */
  identify(
    provider: IdentityProvider,
    values: AttemptValues & { callback: URL; afterSignOut: string },
  ): Promise<Identity | SsoFault>;
  /** Reads the discovery document of an issuer. */
  discover(issuer: string): Promise<DiscoveredProvider | SsoFault>;
}

const timeoutMs = 10_000;
const maxBytes = 512 * 1024;
const cachedMs = 10 * 60_000;
const clockToleranceSeconds = 30;

/** Opens the client. Discovery documents are read again after ten minutes, or when the settings change. */
export function openOidc({
  sealer,
  internalHosts,
  now,
}: {
  sealer: SecretSealer;
  /** Hosts that may have private addresses (`SSO_INTERNAL_HOSTS`). */
  internalHosts: readonly string[];
  now: () => Date;
}): Oidc {
  const { fetch } = createGuardedFetch({ internalHosts, maxBytes, timeoutMs });
  const known = new Map<string, { settings: string; endsAt: number; client: oidc.Configuration }>();

  async function metadataOf(issuer: string): Promise<oidc.ServerMetadata> {
    const url = new URL(issuer);
    const found = await oidc.discovery(url, 'discovery', undefined, undefined, {
      [oidc.customFetch]: fetch,
      timeout: timeoutMs / 1000,
      // Protocols and hosts are checked by `fetch`.
      execute: [oidc.allowInsecureRequests],
    });
    const metadata = found.serverMetadata();
    // The library accepts the issuers of other tenants at some hosts.
    if (new URL(metadata.issuer).href !== url.href)
      throw new oidc.ClientError(`the discovery document is of the issuer ${metadata.issuer}`);
    const fault = metadataFault(metadata);
    if (fault !== null) throw new oidc.ClientError(fault);
    return metadata;
  }

  async function clientOf({ id, issuer, clientId, sealedClientSecret }: IdentityProvider): Promise<oidc.Configuration> {
    const settings = JSON.stringify([issuer, clientId, sealedClientSecret]);
    const cached = known.get(id);
    if (cached && cached.settings === settings && cached.endsAt > now().getTime()) return cached.client;
    const metadata = await metadataOf(issuer);
    const secret = sealedClientSecret === null ? null : sealer.open(sealedClientSecret, clientSecretPlace(id));
    const client = new oidc.Configuration(
      metadata,
      clientId,
      { [oidc.clockTolerance]: clockToleranceSeconds },
      authenticationOf(metadata, secret),
    );
    client[oidc.customFetch] = fetch;
    client.timeout = timeoutMs / 1000;
    oidc.allowInsecureRequests(client);
    // Signatures of ID tokens are verified, too.
    oidc.enableNonRepudiationChecks(client);
    known.set(id, { settings, endsAt: now().getTime() + cachedMs, client });
    return client;
  }

  return {
    async authorizationUrl(provider, { redirectUri, state, nonce, verifier, signsInAgain = false }) {
      try {
        const client = await clientOf(provider);
        const { scopes_supported: scopes = [] } = client.serverMetadata();
        return oidc.buildAuthorizationUrl(client, {
          redirect_uri: redirectUri,
          scope: ['openid', 'email', 'profile', ...scopes.filter((scope) => scope === 'groups')].join(' '),
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...{ state, nonce },
          ...(signsInAgain ? { prompt: 'login', max_age: '0' } : {}),
        });
      } catch (error) {
        return faultOfOidc(error);
      }
    },
    async identify(provider, { callback, afterSignOut, state, nonce, verifier }) {
      try {
        const client = await clientOf(provider);
        const tokens = await oidc.authorizationCodeGrant(client, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || tokens.id_token === undefined) return ssoFault('invalid', 'it has no ID token');
        if (!isSubject(claims.sub)) return ssoFault('invalid', 'its user ID (sub) is not valid');
        const { userinfo_endpoint: userinfo, end_session_endpoint: endSession } = client.serverMetadata();
        const isComplete = claims['email'] !== undefined && groupsIn(claims, provider.groupsClaim) !== null;
        const more =
          userinfo === undefined || isComplete ? {} : await oidc.fetchUserInfo(client, tokens.access_token, claims.sub);
        const signOutUrl =
          endSession === undefined
            ? null
            : oidc.buildEndSessionUrl(client, {
                id_token_hint: tokens.id_token,
                post_logout_redirect_uri: afterSignOut,
              }).href;
        return identityOf({ ...more, ...claims }, { groupsClaim: provider.groupsClaim, signOutUrl });
      } catch (error) {
        return faultOfOidc(error);
      }
    },
    async discover(issuer) {
      try {
        const metadata = await metadataOf(issuer);
        return {
          type: 'discovered',
          authorizationEndpoint: metadata.authorization_endpoint ?? '',
          tokenEndpoint: metadata.token_endpoint ?? '',
          offersSignOut: metadata.end_session_endpoint !== undefined,
          namesAuthTime: metadata.claims_supported?.includes('auth_time') ?? null,
        };
      } catch (error) {
        return faultOfOidc(error);
      }
    },
  };
}

/** How the client authenticates: in a way that the provider offers, by HTTP Basic if it offers both. */
function authenticationOf(metadata: oidc.ServerMetadata, secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const offered = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return offered.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}
