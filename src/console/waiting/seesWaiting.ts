import type { SessionUser } from '#api/session/sessionContract.ts';

/** Whether a user sees changes that wait for a second person: where they do, admins and owners of accounts. */
export function seesWaiting({ config, role }: Pick<SessionUser, 'config' | 'role'>): boolean {
  return config.fourEyes === true && ['super', 'admin', 'demand'].includes(role);
}
