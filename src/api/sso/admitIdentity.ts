import type { UserRow } from '#model/index.ts';
import { domainOfAddress, isManagedRole, roleOfGroups } from '#model/account/identityProvider.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { IdentityProvider } from '#storage/sso/identityProviderStore.ts';
import type { ApiDeps } from '../deps.ts';
import { sessionsEnded } from '../people/sessionsEnded.ts';
import type { Identity } from './identity.ts';
import { createProvidedUser } from './createProvidedUser.ts';
import { setManagerRole } from './setManagerRole.ts';
import { type SsoFault, ssoFault } from './ssoFaults.ts';

/** The user whom an identity belongs to. */
export interface AdmittedUser {
  type: 'admitted';
  user: UserRow;
}

type Deps = Pick<
  ApiDeps,
  'entities' | 'logins' | 'now' | 'passwords' | 'scimUsers' | 'security' | 'sessions' | 'ssoIdentities'
>;

/**
 * Finds the user of an identity, or creates and binds it, as the provider's settings allow, and gives it the role of its
 * groups. Only a verified address in a verified domain of the provider binds a user, and no super admin. The identity of an
 * archived user is bound to the one that the person has got since. `linksUserId`: the signed-in user who links the own
 * login, whatever the address.
 */
export async function admitIdentity(
  deps: Deps,
  provider: IdentityProvider,
  identity: Identity,
  { author, linksUserId }: { author: Author; linksUserId: number | null },
): Promise<AdmittedUser | SsoFault> {
  const { entities, now, sessions, ssoIdentities } = deps;
  const at = now().toISOString();
  const holderId = await ssoIdentities.userOf(provider.id, identity.subject);
  const holder = holderId === null ? null : await entities.get('user', holderId, 'all');
  const archived = holder?.status === 2 ? holder : null;
  const boundId = archived ? null : holderId;
  if (boundId !== null && linksUserId !== null && boundId !== linksUserId) return ssoFault('otherIdentity');
  const id = boundId ?? linksUserId;
  const found =
    id === null
      ? await userByAddress(deps, provider, identity, { author, mayCreate: archived === null })
      : await entities.get('user', id, 'all');
  if (found === null) return ssoFault('suspended');
  if ('code' in found) return found;
  if (!canUse(found, provider)) return ssoFault('otherLogin');
  if (!(await sessions.readUser(found.id))) return ssoFault('suspended');
  if (boundId === null && (await ssoIdentities.linkedAt(provider.id, found.id)) !== null)
    return ssoFault('otherIdentity');
  const fault = linksUserId === null ? await applyRole(deps, provider, found, { identity, author }) : null;
  if (fault) return fault;
  if (boundId === null) {
    const isLinked = await ssoIdentities.link(
      { providerId: provider.id, subject: identity.subject, user: found, archived, at },
      { ...author, userId: found.id },
    );
    if (!isLinked) return ssoFault('otherIdentity');
  } else await ssoIdentities.noteUse(provider.id, identity.subject, at);
  // With the role that it has now.
  const user = await entities.get('user', found.id, 'all');
  return user ? { type: 'admitted', user } : ssoFault('suspended');
}

/** Whether a user signs in with a provider: users of its account itself, or admins with that of the platform. */
export function canUse(
  user: Pick<UserRow, 'type' | 'demandId'>,
  { demandId }: Pick<IdentityProvider, 'demandId'>,
): boolean {
  return user.demandId === demandId && user.type === (demandId === null ? 'admin' : 'demand');
}

/**
 * The user with the address of an identity as its login, who may be new. `mayCreate` = false: the person had a user who
 * is archived, so only the account gives it a new one.
 */
async function userByAddress(
  deps: Deps,
  provider: IdentityProvider,
  { email, isEmailVerified, name, groups }: Identity,
  { author, mayCreate }: { author: Author; mayCreate: boolean },
): Promise<UserRow | SsoFault> {
  if (email === null) return ssoFault('noEmail');
  const domain = domainOfAddress(email);
  const isVerified = provider.domains.some((each) => each.domain === domain && each.verifiedAt !== null);
  if (!isVerified) return ssoFault('foreignDomain');
  if (!(isEmailVerified ?? provider.trustsEmail)) return ssoFault('unverifiedEmail');
  const holder = await deps.logins.find(email);
  const user = holder && (await deps.entities.get('user', holder.id, 'all'));
  if (user) return user.isSuper ? ssoFault('superAdmin') : user;
  if (!mayCreate) return ssoFault('suspended');
  if (!provider.createsUsers) return ssoFault('unknownUser');
  const role = roleOfGroups(groups ?? [], provider);
  if (role === null) return ssoFault('noRole', groups?.join(', '));
  const created = await createProvidedUser(
    deps,
    provider.demandId,
    { login: email, name: name || email, role },
    { ...author, source: 'system' },
  );
  if (created.type === 'faults') return ssoFault('notCreated', created.faults[0]?.message);
  return (await deps.entities.get('user', created.id, 'all')) ?? ssoFault('suspended');
}

/**
 * Gives a user the role of its groups, which ends its sessions when it is another one. A user without any such group is
 * refused, and its sessions end. Owners and super admins always stay as they are.
 */
async function applyRole(
  deps: Deps,
  provider: IdentityProvider,
  user: UserRow,
  { identity, author }: { identity: Identity; author: Author },
): Promise<SsoFault | null> {
  const { scimUsers, security, sessions } = deps;
  if (provider.groupRoles.length === 0 || !isManagedRole(user)) return null;
  // Groups that the provider has provisioned, if it sends none.
  const groups = identity.groups ?? (await scimUsers.groupsOf(user.id));
  const role = roleOfGroups(groups, provider);
  if (role === null) {
    await sessions.endAllOf({ userIds: [user.id] });
    await security.record(author, { ...sessionsEnded('user', user), details: { causes: ['groups'] } });
    return ssoFault('noRole', groups.join(', '));
  }
  if (role === 'admin' || role === user.managerRole) return null;
  return (await setManagerRole(deps, user.id, role, { ...author, source: 'system' })) ? null : ssoFault('suspended');
}
