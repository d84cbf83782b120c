import type { UserRow } from '#model/index.ts';
import type { NewEntry } from '#storage/entities/changeLog.ts';
import type { SessionProvider } from '#storage/logins/sessionStore.ts';
import type { ApiDeps } from '../deps.ts';
import { responseKey } from '../encryption/responseKey.ts';
import { needsFactor } from '../factors/requiresFactor.ts';
import type { Call } from '../route.ts';
import { noteCountry } from '../security/noteCountry.ts';
import { enterSession, openSession } from './openSession.ts';
import { sessionConfig } from './sessionConfig.ts';
import type { SessionUser } from './sessionContract.ts';
import { setSessionCookie } from './sessionCookie.ts';
import { sessionUser } from './sessionUser.ts';

/** An identity provider with which a user signs in. */
export interface UsedProvider extends SessionProvider {
  name: string;
}

/** The parts of a call that signs in. */
export type SigningCall = Pick<Call, 'ip' | 'author' | 'sessionToken' | 'isSecure' | 'host'>;

/**
 * Starts the session of a user who proved who it is, to us or to an identity provider, in place of that of the call, and
 * records the sign-in.
 * `isConfirmed`: whether by all its factors, so that no call has to be confirmed for now. Returns the user and the
 * session's Set-Cookie header; null if the user was suspended, or its password changed, in the meantime.
 */
export async function startSession(
  deps: ApiDeps,
  { ip, author, sessionToken, isSecure, host }: SigningCall,
  user: UserRow,
  { isConfirmed, provider }: { isConfirmed: boolean; provider?: UsedProvider },
): Promise<{ user: SessionUser; cookie: string } | null> {
  const { config, log, logins, security, sessions } = deps;
  const at = deps.now();
  if (sessionToken !== null) await sessions.end(sessionToken);
  const visit = { now: at, ip, userAgent: author.userAgent ?? '' };
  const opened = await openSession(sessions, user, { ...visit, isConfirmed }, config, provider);
  if (!opened) return null;
  const { token, seconds } = opened;
  await logins.recordLogin(user.id, at.toISOString());
  const signedIn = { ...author, userId: user.id, adminId: null };
  const fields = provider ? [{ field: 'provider', from: null, to: provider.name }] : [];
  await log.record(signedIn, { ...personalEntry('login', user), fields });
  await noteCountry(deps, signedIn, user);
  const session = await enterSession(sessions, token, visit, config);
  if (!session) return null;
  const isIncomplete = needsFactor(config, session);
  if (isIncomplete) {
    const { id, name, demandId } = user;
    await security.record(signedIn, { type: 'factorMissing', demandId, subject: { entity: 'user', id, name } });
  }
  return {
    user: sessionUser(session, sessionConfig(config, host), {
      encryptKey: responseKey(config, token),
      needsFactor: isIncomplete,
    }),
    cookie: setSessionCookie(token, seconds, isSecure),
  };
}

/** The log entry for a user who signed in or out. */
export function personalEntry(
  action: 'login' | 'logout',
  user: { id: number; name: string; demandId: number | null },
): NewEntry {
  return { action, entity: 'user', rowId: user.id, name: user.name, demandId: user.demandId };
}
