import type { LoginStore } from '#storage/entities/loginStore.ts';
import { addressGroup } from '../session/addressGroup.ts';

const windowMs = 60_000;

/** Calls for shared reports per minute and address: enough for an office behind one address, too few for a flood. */
export const sharedCallsPerMinute = 120;

/** Counts a call for a shared report. Returns the seconds to wait when there were too many, else null. */
export async function throttleShared(
  logins: Pick<LoginStore, 'countAttempt'>,
  { ip, now }: { ip: string; now: Date },
): Promise<number | null> {
  const resetsAt = new Date(now.getTime() + windowMs).toISOString();
  const counted = await logins.countAttempt(`shared report from ${addressGroup(ip)}`, now.toISOString(), resetsAt);
  if (counted.attempts <= sharedCallsPerMinute) return null;
  return Math.max(1, Math.ceil((Date.parse(counted.resetsAt) - now.getTime()) / 1000));
}
