import type { UserRow } from '#model/index.ts';
import type { ValidSession } from '#storage/logins/sessionStore.ts';
import type { Config } from '../../config.ts';
import type { ApiDeps } from '../deps.ts';

/** Whether a user is an admin or manages finance: devices are not remembered for them. */
export function isPrivileged({ type, managerId, managerRole }: Pick<UserRow, 'type' | 'managerId' | 'managerRole'>) {
  return type === 'admin' || (type === 'demand' && managerId !== null && managerRole === 'finance');
}

/** Whether the person of a session needs a second factor: for an admin who acts as a user, the admin. */
export function requiresFactor(
  { SECOND_FACTOR }: Pick<Config, 'SECOND_FACTOR'>,
  { user, admin, isFactorRequired }: Pick<ValidSession, 'user' | 'admin' | 'isFactorRequired'>,
): boolean {
  if (SECOND_FACTOR === 'all') return true;
  if (SECOND_FACTOR === 'admins' && (admin !== null || isPrivileged(user))) return true;
  return admin === null && isFactorRequired;
}

/**
 * Whether the person of a session has to add a second factor before anything else. An identity provider checks its own, so
 * that sessions that were opened with one need none.
 */
export function needsFactor(config: Pick<Config, 'SECOND_FACTOR'>, session: ValidSession): boolean {
  return !session.hasFactor && !session.isOfProvider && requiresFactor(config, session);
}

/** Whether a user needs a second factor, so that the last one cannot be removed. */
export async function isOwnFactorRequired(
  { config, policies, sessions }: Pick<ApiDeps, 'config' | 'policies' | 'sessions'>,
  userId: number,
): Promise<boolean> {
  const principal = await sessions.readUser(userId);
  if (!principal) return false;
  const { demandId } = principal.user;
  const isFactorRequired = demandId !== null && (await policies.requiresFactor(demandId));
  return requiresFactor(config, { ...principal, isFactorRequired });
}
