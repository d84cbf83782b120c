import { domainOfAddress, isManagedRole } from '#model/account/identityProvider.ts';
import type { UserRow } from '#model/index.ts';
import type { IdentityProvider } from '#storage/sso/identityProviderStore.ts';
import type { ApiDeps } from '../deps.ts';
import { canUse } from './admitIdentity.ts';

/**
 * The identity provider with which a user has to sign in instead of a password; null if passwords are allowed. It
 * applies to managers and admins with a login in a verified domain, and to those who are linked; never to owners and super
 * admins, so that a faulty provider locks no account out.
 */
export async function providerInstead(
  { identityProviders, ssoIdentities }: Pick<ApiDeps, 'identityProviders' | 'ssoIdentities'>,
  user: UserRow,
): Promise<IdentityProvider | null> {
  if (!isManagedRole(user)) return null;
  const provider = await identityProviders.find(user.demandId);
  if (!provider?.isEnabled || provider.allowsPasswords || !canUse(user, provider)) return null;
  const domain = domainOfAddress(user.login);
  const isInDomain = provider.domains.some((each) => each.domain === domain && each.verifiedAt !== null);
  const isCovered = isInDomain || (await ssoIdentities.linkedAt(provider.id, user.id)) !== null;
  return isCovered ? provider : null;
}
