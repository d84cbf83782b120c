import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminLink } from '#runtime/control/adminLink.ts';
import { openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { readConfig, readEnvironment } from '../../config.ts';
import type { Operation } from '../operations.ts';

const notRunningText = 'The management API is not running. Start Bidhouse first, with the same settings.';

/**
 * `reset-admin [login]`: prints a one-time link with which a super admin sets a new password. Bidhouse must be running;
 * a suspended super admin is active again.
 */
export const resetAdmin: Operation = async (args, env) => {
  const [login = null, ...others] = args;
  if (others.length > 0 || login?.startsWith('-')) throw new Error('Usage: npm start -- reset-admin [login]');
  const { DATA_DIR, SECRET } = readEnvironment(env, { isDemo: false });
  // Reading all settings would create a secret, in the folder of no installation.
  if (SECRET === undefined && !existsSync(join(DATA_DIR, 'secret'))) throw new Error(notRunningText);
  const { CONTROL_URL, secret } = readConfig(env, { isDemo: false });
  const plane = openControlPlane(CONTROL_URL, secret);
  try {
    const made = await plane.post<AdminLink>('/internal/adminLink', { login }).catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error;
      throw new Error(notRunningText, { cause: error });
    });
    if (made.type === 'unknown') throw new Error(whichText(login, made.logins));
    process.stdout.write(`Set a new password for ${made.login}, once and within an hour:\n${made.url}\n`);
    return 0;
  } finally {
    await plane.close();
  }
};

function whichText(login: string | null, logins: readonly string[]): string {
  if (logins.length === 0) return 'There is no super admin yet: the first start of the management API creates one.';
  const which = `Super admins are ${logins.join(', ')}.`;
  return login === null ? `${which} Usage: npm start -- reset-admin LOGIN` : `${login} is no super admin. ${which}`;
}
