import type { SessionUser } from '#api/session/sessionContract.ts';
import { isScoped } from '#model/index.ts';

/** What a user may do with its profile. */
export interface ProfileRights {
  /** Partners only look, and so do managers without full rights, or of some partners. */
  isReadOnly: boolean;
  /** What belongs to the account is not the user's to change. */
  isAccountFixed: boolean;
  /** Prices are the operator's: an admin who acts as the user changes them. */
  arePricesFixed: boolean;
  /** Whether an admin acts as the user. */
  isImpersonated: boolean;
  areVerificationOptionsShown: boolean;
  areIvtOptionsShown: boolean;
}

/** The server's rules of PUT /api/demand/info, so that the form offers nothing that would be refused. */
export function profileRights(user: SessionUser): ProfileRights {
  const mayWrite = user.role === 'demand' || user.role === 'full' || user.type === 'sdk';
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
