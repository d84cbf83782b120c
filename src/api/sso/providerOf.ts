import type { UserRow } from '#model/index.ts';
import type { IdentityProvider } from '#storage/sso/identityProviderStore.ts';
import type { ApiDeps } from '../deps.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { canUse } from './admitIdentity.ts';

/** The enabled provider that a user can sign in with; null = none. */
export async function providerOf(
  { identityProviders }: Pick<ApiDeps, 'identityProviders'>,
  user: Pick<UserRow, 'type' | 'demandId'>,
): Promise<IdentityProvider | null> {
  const provider = await identityProviders.find(user.demandId);
  return provider?.isEnabled && canUse(user, provider) ? provider : null;
}

/**
 * The provider with which a signed-in user confirms who they are: one that it is linked to, if it has no second factor
 * here. Null while an admin acts as the user.
 */
export async function confirmingProvider(
  deps: Pick<ApiDeps, 'factors' | 'identityProviders' | 'ssoIdentities'>,
  user: SessionUser,
): Promise<IdentityProvider | null> {
  if (user.adminId !== null || (await deps.factors.list(user.id)).length > 0) return null;
  const provider = await providerOf(deps, user);
  return provider && (await deps.ssoIdentities.linkedAt(provider.id, user.id)) !== null ? provider : null;
}
