import type { UserRow } from '#model/index.ts';
import type { SessionUser } from '../contract.ts';

/** The user of a session as the console knows it. Flags of features that the product does not have yet are off. */
export function sessionUser(user: UserRow, host: string): SessionUser {
  const isAdmin = user.type === 'admin';
  const isSuper = isAdmin && user.isSuper;
  return {
    id: user.id,
    type: user.type,
    role: isSuper ? 'super' : user.type,
    login: user.login,
    name: user.name,
    demandId: user.demandId,
    subpublisherId: user.subpublisherId,
    advertiserId: user.advertiserId,
    managerId: null,
    timezone: user.timezone,
    tagParams: null,
    showDsp: false,
    showPostbidPix: false,
    showPostbidWh: false,
    showCheckIVT: false,
    showSystemCost: false,
    vastParams: null,
    vast2Params: null,
    config: { host, landing: null, database: null },
    ...(isAdmin ? { uid: isSuper ? 'super' : String(user.id), isDisabled: !isSuper } : {}),
  };
}
