import type { SessionStore } from '#storage/logins/sessionStore.ts';
import type { Config } from '../../config.ts';
import { sessionConfig } from './sessionConfig.ts';
import type { SessionUser } from './sessionContract.ts';
import { sessionUser } from './sessionUser.ts';

/** The reason why requested work is no longer done. */
export const inactiveText =
  'Your user or account is no longer active, or your role does not include this. Contact the owner of the account';

/** Reads a user with current rights, for work in the user's name; null when the user may no longer sign in. */
export async function readCurrentUser(
  { sessions, config }: { sessions: Pick<SessionStore, 'readUser'>; config: Config },
  id: number,
): Promise<SessionUser | null> {
  const principal = await sessions.readUser(id);
  return principal && sessionUser(principal, sessionConfig(config, ''));
}

/** Reads the users of an account with their current rights. */
export async function readCurrentPeople(
  { sessions, config }: { sessions: Pick<SessionStore, 'readPeople'>; config: Config },
  demandId: number | null,
): Promise<SessionUser[]> {
  const people = await sessions.readPeople(demandId);
  return people.map((each) => sessionUser(each, sessionConfig(config, '')));
}
