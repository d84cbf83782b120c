import type { SessionStore } from '#storage/entities/sessionStore.ts';
import type { Config } from '../../config.ts';
import { sessionConfig } from './sessionConfig.ts';
import type { SessionUser } from './sessionContract.ts';
import { sessionUser } from './sessionUser.ts';

/** Why what somebody had asked for is not done any more. */
export const inactiveText = 'Your user or account is no longer active. Contact the owner of the account';

/** Reads a user with the rights that it has now, for work in its name; null when it may not sign in any more. */
export async function readCurrentUser(
  { sessions, config }: { sessions: Pick<SessionStore, 'readUser'>; config: Config },
  id: number,
): Promise<SessionUser | null> {
  const principal = await sessions.readUser(id);
  return principal && sessionUser(principal, sessionConfig(config, ''));
}

/** Reads the people of an account with the rights that they have now. */
export async function readCurrentPeople(
  { sessions, config }: { sessions: Pick<SessionStore, 'readPeople'>; config: Config },
  demandId: number | null,
): Promise<SessionUser[]> {
  const people = await sessions.readPeople(demandId);
  return people.map((each) => sessionUser(each, sessionConfig(config, '')));
}
