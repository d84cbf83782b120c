import { UnreadableSecret } from '#runtime/sealing/secretSealer.ts';
import type { ApiDeps } from '../deps.ts';
import { signOutUrlPlace } from './secretPlaces.ts';

/** The URL with which a session also ends at the identity provider; null if it was opened with a password. */
export async function signOutUrl(
  { sealer, sessions }: Pick<ApiDeps, 'sealer' | 'sessions'>,
  token: string,
): Promise<string | null> {
  const provider = await sessions.providerOf(token);
  if (!provider || provider.sealedSignOutUrl === null) return null;
  try {
    return sealer.open(provider.sealedSignOutUrl, signOutUrlPlace(provider.sessionId));
  } catch (error) {
    // After a change of SECRET without the former one: signing out here still works.
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}
