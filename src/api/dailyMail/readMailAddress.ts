import { z } from 'zod';
import type { ApiDeps } from '../deps.ts';
import { readProfile } from '../profile/readProfile.ts';
import type { SessionUser } from '../session/sessionContract.ts';

const emailSchema = z.email();

/**
 * Reads the email address of a user: the login, if it is one, or else that of the general contact in the user's
 * profile; null without either. Managers share the contacts of the account, which are not theirs.
 */
export async function readMailAddress(
  deps: Pick<ApiDeps, 'entities' | 'tokens'>,
  user: SessionUser,
): Promise<string | null> {
  if (emailSchema.safeParse(user.login).success) return user.login;
  if (user.type === 'admin' || user.managerId !== null) return null;
  const { contacts } = await readProfile(deps, user);
  const { contactEmail = '' } = contacts.find(({ type }) => type === 'general') ?? {};
  return emailSchema.safeParse(contactEmail).success ? contactEmail : null;
}
