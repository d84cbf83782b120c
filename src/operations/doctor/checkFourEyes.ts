import { openSessionStore } from '#storage/logins/sessionStore.ts';
import type { Postgres } from '#storage/postgres.ts';
import { passed, warning, type Finding } from './finding.ts';

/** Whether there are two super admins, which FOUR_EYES needs. Reads only. */
export async function checkFourEyes({ db }: Pick<Postgres, 'db'>): Promise<Finding> {
  const people = await openSessionStore(db).readPeople(null);
  const superAdmins = people.filter(({ user }) => user.isSuper).length;
  if (superAdmins > 1) return passed('FOUR_EYES', `${superAdmins} super admins`);
  return warning(
    'FOUR_EYES',
    'there is no second super admin, so prices and roles cannot be changed',
    'Run npm start -- reset-admin LOGIN --super with the login of another admin.',
  );
}
