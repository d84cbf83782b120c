import type { AdminLink } from '#runtime/control/adminLink.ts';
import { callControl } from '../callControl.ts';
import type { Operation } from '../operations.ts';

const usage = 'npm start -- reset-admin [login] [--factors] [--super]';
const factorsFlag = '--factors';
const superFlag = '--super';

/**
 * `reset-admin [login] [--factors] [--super]`: prints a one-time link with which a super admin sets a new password, and removes the
 * second factors with `--factors`. With `--super`, an admin becomes a super admin. Bidhouse must be running; a suspended
 * super admin is active again.
 */
export const resetAdmin: Operation = async (args, env) => {
  const [login = null, ...others] = args.filter((arg) => arg !== factorsFlag && arg !== superFlag);
  if (others.length > 0 || login?.startsWith('-')) throw new Error(`Usage: ${usage}`);
  const resetsFactors = args.includes(factorsFlag);
  const makesSuper = args.includes(superFlag);
  if (makesSuper && login === null) throw new Error(`Usage: ${usage}`);
  const made = await callControl(env, (plane) =>
    plane.post<AdminLink>('/internal/adminLink', { login, resetsFactors, makesSuper }),
  );
  if (made.type === 'unknown') throw new Error(whichText(login, made.logins));
  if (makesSuper) process.stdout.write(`${made.login} is a super admin.\n`);
  if (resetsFactors) process.stdout.write(`The second factors of ${made.login} are removed.\n`);
  process.stdout.write(`Set a new password for ${made.login}, once and within an hour:\n${made.url}\n`);
  return 0;
};

function whichText(login: string | null, logins: readonly string[]): string {
  if (logins.length === 0) return 'There is no super admin yet: the first start of the management API creates one.';
  const which = `Super admins are ${logins.join(', ')}.`;
  return login === null ? `${which} Usage: npm start -- reset-admin LOGIN` : `${login} is no super admin. ${which}`;
}
