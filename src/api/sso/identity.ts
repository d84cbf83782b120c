import type { ServerMetadata } from 'openid-client';
import { groupsIn } from './groupsIn.ts';

/** The values that bind a response of the provider to a sign-in. */
export interface AttemptValues {
  state: string;
  nonce: string;
  /** The verifier of PKCE (RFC 7636). */
  verifier: string;
}

/** The user as the provider knows it. */
export interface Identity {
  type: 'identified';
  /** `sub`: identifies the user at the provider, and never changes. */
  subject: string;
  /** Null = not sent. */
  email: string | null;
  /** Whether the provider has verified the address; null = it does not send that. */
  isEmailVerified: boolean | null;
  /** Empty = not sent. */
  name: string;
  /** Null = not sent; [] = the user is in no group. */
  groups: string[] | null;
  /** When the person signed in at the provider (`auth_time`), in ms; null = not sent. */
  authenticatedAt: number | null;
  /** The URL that ends the session at the provider; null = it offers none. */
  signOutUrl: string | null;
}

/** The facts of a discovery document that people see who set up a provider. */
export interface DiscoveredProvider {
  type: 'discovered';
  authorizationEndpoint: string;
  tokenEndpoint: string;
  offersSignOut: boolean;
  /** Whether it names `auth_time` among its claims; null = it names no claims. */
  namesAuthTime: boolean | null;
}

const maxName = 100;
const maxAddress = 254;

/** Whether a text can be the `sub` of a user: at most 255 characters (OpenID Connect Core, section 2), none of control. */
export function isSubject(text: string): boolean {
  return /^[^\p{Cc}]{1,255}$/u.test(text) && text.isWellFormed();
}

/** The user in the claims of an ID token and of the userinfo endpoint. */
export function identityOf(
  claims: Readonly<Record<string, unknown>>,
  { groupsClaim, signOutUrl }: { groupsClaim: string; signOutUrl: string | null },
): Identity {
  const { sub, email, email_verified: verified, name, auth_time: authenticated } = claims;
  return {
    type: 'identified',
    subject: String(sub),
    email: typeof email === 'string' && email !== '' && email.length <= maxAddress ? email.trim() : null,
    isEmailVerified: verified === undefined ? null : verified === true || verified === 'true',
    name:
      typeof name === 'string'
        ? name
            .replace(/\p{Cc}+/gu, ' ')
            .trim()
            .slice(0, maxName)
            .toWellFormed()
        : '',
    groups: groupsIn(claims, groupsClaim),
    authenticatedAt: typeof authenticated === 'number' ? authenticated * 1000 : null,
    signOutUrl,
  };
}

/** Why a provider cannot be used; null if it can. */
export function metadataFault(metadata: ServerMetadata): string | null {
  const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  const missing = needed.filter((name) => metadata[name] === undefined);
  if (missing.length > 0) return `the discovery document does not have ${missing.join(', ')}`;
  if (metadata.response_types_supported?.includes('code') === false) return 'the provider does not offer the code flow';
  if (metadata.code_challenge_methods_supported?.includes('S256') === false)
    return 'the provider does not offer PKCE with S256';
  return null;
}
