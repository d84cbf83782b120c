import { scopesOfRole } from '#model/account/rolePermissions.ts';
import { type ManagerRole, managerRoles, type Role } from '#model/index.ts';
import type { Principal } from '#storage/logins/sessionStore.ts';
import { tagParameters } from '../entities/tagParameters.ts';
import { limitedTo } from './limitedTo.ts';
import type { SessionConfig, SessionUser } from './sessionContract.ts';

/** The parameters of a channel's tag, all of which serving reads. */
const vastParams: string[] = tagParameters.map(({ param }) => param);

/** The parameters of a channel's tag, followed by the account's own. */
function vast2ParamsOf(tagParams: readonly string[]): string[] {
  return [...new Set([...vastParams, ...tagParams])];
}

/**
 * The user of a session as the console knows it, with the key of encrypted responses when they are on. `needsFactor`:
 * whether it has to add a second factor first.
 */
export function sessionUser(
  { user, account, customRole, admin, viewedRole }: Principal,
  config: SessionConfig,
  { encryptKey, needsFactor = false }: { encryptKey?: string | undefined; needsFactor?: boolean } = {},
): SessionUser {
  const isAdmin = user.type === 'admin';
  const isSuper = isAdmin && user.isSuper;
  const isManager = user.type === 'demand' && user.managerId !== null;
  const viewed = user.type === 'demand' && !isManager ? viewedRole : null;
  const isOfAccount = user.type === 'demand' || user.type === 'sdk';
  const found: SessionUser = {
    id: user.id,
    type: user.type,
    role: roleOf(user.type, { isSuper, managerRole: isManager ? user.managerRole : managerRoleOf(viewed) }),
    login: user.login,
    name: user.name,
    demandId: user.demandId,
    accountName: account?.name ?? null,
    subpublisherId: user.subpublisherId,
    advertiserId: user.advertiserId,
    // An owner who sees the console as a role is its own manager.
    managerId: viewed === null ? user.managerId : user.id,
    customRole: customRole && { id: customRole.id, name: customRole.name },
    viewedRole: viewed,
    scope: {
      advertiserIds: isManager && user.scopeAdvertiserIds.length > 0 ? user.scopeAdvertiserIds : null,
      subpublisherIds: isManager && user.scopeSubpublisherIds.length > 0 ? user.scopeSubpublisherIds : null,
    },
    timezone: account && isOfAccount ? account.timezone : user.timezone,
    tagParams: account && account.tagParams.length > 0 ? account.tagParams : null,
    showDsp: user.type === 'demand' && (account?.showDsp ?? false),
    showPostbidPix: account?.showPostbidPix ?? false,
    showPostbidWh: account?.showPostbidWh ?? false,
    showCheckIVT: account?.showCheckIVT ?? false,
    showSystemCost: user.type === 'demand' && (account?.showSystemCost ?? false),
    vastParams: account ? vastParams : null,
    vast2Params: account ? vast2ParamsOf(account.tagParams) : null,
    config,
    adminId: admin?.id ?? null,
    adminName: admin?.name ?? null,
    ...(encryptKey === undefined ? {} : { encryptKey }),
    ...(needsFactor ? { needsFactor } : {}),
    ...(customRole?.seesMoney === false ? { hidesMoney: true as const } : {}),
    ...(isAdmin ? { uid: isSuper ? 'super' : String(user.id), isDisabled: !isSuper } : {}),
  };
  if (customRole) return limitedTo(found, scopesOfRole(customRole));
  return viewed === null || isBuiltIn(viewed) ? found : limitedTo(found, []);
}

function roleOf(
  type: SessionUser['type'],
  { isSuper, managerRole }: { isSuper: boolean; managerRole: Role | null },
): Role {
  if (isSuper) return 'super';
  return managerRole ?? type;
}

/** The built-in role of a viewed one: itself, or the full one, which a custom role limits. Null = none is viewed. */
function managerRoleOf(viewed: string | null): ManagerRole | null {
  if (viewed === null) return null;
  return isBuiltIn(viewed) ? viewed : 'full';
}

function isBuiltIn(role: string): role is ManagerRole {
  return managerRoles.some(({ value }) => value === role);
}
