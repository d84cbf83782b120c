import { canUse, isScoped, mayRead, type Reader, seesMoney } from '#model/index.ts';
import type { PartnerLimits } from '#model/entity/permissions.ts';

/**
 * Whether a user may run what-ifs. Managers of some partners may not: the result is of the whole channel, and about
 * money. */
export function mayAskWhatIf(user: Reader & { scope: PartnerLimits }): boolean {
  return mayRead(user, 'channel') && canUse(user, 'tools:read') && seesMoney(user) && !isScoped(user);
}
