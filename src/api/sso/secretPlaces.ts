import type { SecretPlace } from '#runtime/sealing/secretSealer.ts';

/** The place of the client secret of an identity provider. */
export function clientSecretPlace(providerId: string): SecretPlace {
  return { table: 'identity_providers', column: 'sealed_client_secret', row: providerId };
}

/** The place of the URL with which a session also ends at the provider: it contains the ID token. */
export function signOutUrlPlace(sessionId: string): SecretPlace {
  return { table: 'sessions', column: 'sealed_sign_out_url', row: sessionId };
}
