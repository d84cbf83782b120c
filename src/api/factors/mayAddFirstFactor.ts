import type { ValidSession } from '#storage/logins/sessionStore.ts';
import { confirmedMinutes } from './factorRejection.ts';

/**
 * Whether the person of a session may add the first second factor without a confirmation: after a sign-in with an identity
 * provider within ten minutes, without a password. Some providers do not send when people signed in there (`auth_time`), so
 * that such a person could never confirm.
 */
export function mayAddFirstFactor(
  {
    user,
    admin,
    createdAt,
    hasFactor,
    isOfProvider,
  }: Pick<ValidSession, 'admin' | 'createdAt' | 'hasFactor' | 'isOfProvider'> & {
    user: Pick<ValidSession['user'], 'hasPassword'>;
  },
  now: Date,
): boolean {
  const isNew = now.getTime() - Date.parse(createdAt) <= confirmedMinutes * 60_000;
  return isOfProvider && isNew && admin === null && !hasFactor && !user.hasPassword;
}
