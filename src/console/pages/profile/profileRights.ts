import type { SessionUser } from '#api/session/sessionContract.ts';
import { canUse, isScoped } from '#model/index.ts';

/** The user's rights to its own profile. */
export interface ProfileRights {
  /** Whether the user only views: partners, managers without full rights, and managers of some partners. */
  isReadOnly: boolean;
  /** Whether account fields are read-only. */
  isAccountFixed: boolean;
  /** Whether prices are read-only: only an admin who acts as the user may change them. */
  arePricesFixed: boolean;
  /** Whether an admin acts as the user. */
  isImpersonated: boolean;
  areVerificationOptionsShown: boolean;
  areIvtOptionsShown: boolean;
}

/** Mirrors the server's rules of PUT /api/demand/info, so that the form offers no change that would be rejected. */
export function profileRights(user: SessionUser): ProfileRights {
  const mayWrite =
    (user.role === 'demand' || user.role === 'full' || user.type === 'sdk') && canUse(user, 'account:write');
  const isReadOnly = !mayWrite || isScoped(user);
  const isImpersonated = user.adminId !== null;
  return {
    isReadOnly,
    isAccountFixed: isReadOnly || user.type === 'sdk',
    arePricesFixed: isReadOnly || !isImpersonated,
    isImpersonated,
    areVerificationOptionsShown: user.showPostbidPix || user.showPostbidWh,
    areIvtOptionsShown: user.showCheckIVT,
  };
}
