import type { Author, ChangeLog, NewEntry } from '#storage/entities/changeLog.ts';
import type { LoginStore } from '#storage/logins/loginStore.ts';
import type { SecurityLog } from '#storage/security/securityLog.ts';
import { limitLines } from '#runtime/log/limitLines.ts';
import type { createLoginThrottle, LoginAttempt, LoginLimit } from './loginThrottle.ts';

interface ReportDeps {
  logins: LoginStore;
  log: ChangeLog;
  security: Pick<SecurityLog, 'record'>;
  throttle: ReturnType<typeof createLoginThrottle>;
  warn: (text: string) => void;
  now: () => Date;
}

/**
 * Reports failed sign-ins to the users' log and the server's log. Entries about an existing login belong to its
 * account, all others to the platform. Unknown logins are never written: they may be passwords.
 */
export function createFailureReport({ logins, log, security, throttle, warn, now }: ReportDeps) {
  const writeLine = limitLines(warn, now);
  return {
    /** Records a wrong login or password: an event, and one entry per login and address in fifteen minutes with a count. */
    async failed(author: Author, attempt: LoginAttempt): Promise<void> {
      const entry = entryOf('loginFailed', attempt, true);
      const { demandId, rowId, name } = entry;
      const subject = { entity: 'user', id: rowId, name };
      await security.record(withoutUser(author), { type: 'signIn', outcome: 'failed', demandId, subject });
      const count = await logins.recordFailure(withoutUser(author), entry, throttle.failureWindow(attempt));
      if (count === 1) writeLine(`failed sign-in ${wordsOf(attempt)}`);
    },
    /** Records a reached limit: one entry per window of its key. */
    async refused(author: Author, attempt: LoginAttempt, { isOfLogin, text }: LoginLimit): Promise<void> {
      const fields = [{ field: 'limit', from: null, to: text }];
      await log.record(withoutUser(author), { ...entryOf('loginRefused', attempt, isOfLogin), fields });
      writeLine(`sign-in limit reached ${wordsOf(attempt)}: ${text}`);
    },
  };
}

function wordsOf({ ip, holder }: LoginAttempt): string {
  return `from ${ip} with ${holder ? `the login of user ${holder.id}` : 'an unknown login'}`;
}

/** The author without a user: the person signing in is not the signed-in user. */
function withoutUser(author: Author): Author {
  return { ...author, userId: null, adminId: null };
}

function entryOf(action: 'loginFailed' | 'loginRefused', { holder }: LoginAttempt, isOfLogin: boolean): NewEntry {
  if (!isOfLogin) return { action, entity: 'user', rowId: null, name: 'Any login', demandId: null };
  if (!holder) return { action, entity: 'user', rowId: null, name: 'Unknown login', demandId: null };
  return { action, entity: 'user', rowId: holder.id, name: holder.name, demandId: holder.demandId };
}
