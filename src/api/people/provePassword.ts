import type { Author } from '#storage/entities/changeLog.ts';
import type { UserRow } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { reject, type Rejection } from '../route.ts';

const windowMs = 15 * 60_000;

/** Wrong passwords of a signed-in user in a window. */
const maxWrong = 10;

/** Checks the password of a signed-in user, in a field at `path`. Null when it is right; wrong ones are limited. */
export async function provePassword(
  { limitedEvents, logins, now, passwords }: Pick<ApiDeps, 'limitedEvents' | 'logins' | 'now' | 'passwords'>,
  { id, demandId }: Pick<UserRow, 'id' | 'demandId'>,
  password: string,
  { author, path }: { author: Author; path: string },
): Promise<Rejection<422 | 429> | null> {
  const key = `password of user ${id}`;
  const { attempts } = await logins.countAttempt(key, { now: now(), windowMs });
  if (attempts > maxWrong) return reject(429, [tooMany], { 'retry-after': String(windowMs / 1000) });
  if (!(await passwords.isPassword(id, password))) {
    await limitedEvents.note(key, author, { type: 'passwordWrong', outcome: 'failed', demandId });
    return reject(422, [{ code: 'wrong_password', message: 'This is not your password', path }]);
  }
  await logins.clearAttempts(key);
  return null;
}

const tooMany = { code: 'too_many_attempts', message: 'Too many wrong passwords; try again in 15 minutes', path: '' };
