import { addressGroup } from '#runtime/addressGroup.ts';
import { secondsUntil } from '#runtime/secondsUntil.ts';
import type { ApiDeps } from '../deps.ts';

const windowMs = 15 * 60_000;

/** Allowed failed attempts in fifteen minutes from one address: with one client ID, and in all. */
const most = { client: 10, all: 100 } as const;

/** A counted attempt. */
interface Admitted {
  type: 'admitted';
  /** Stops counting the attempt, because its credentials are right. */
  succeed(): Promise<void>;
}

/**
 * Limits failed attempts to authenticate as an OAuth client, like failed sign-ins. Each attempt counts in advance, so
 * that concurrent ones gain nothing; one that is refused does not count. Nothing is limited across addresses: tokens
 * cannot be guessed, and others could lock a client out.
 */
export function limitClientAttempts({ logins, now }: Pick<ApiDeps, 'logins' | 'now'>) {
  return async (clientId: string, ip: string): Promise<Admitted | { type: 'refused'; waitSeconds: number }> => {
    const at = now();
    const address = addressGroup(ip);
    const counted: { key: string; resetsAt: string }[] = [];
    const undo = async () => {
      for (const { key, resetsAt } of counted) await logins.undoAttempt(key, resetsAt);
    };
    const limits = [
      [`client ${clientId} from ${address}`, most.client],
      [`any client from ${address}`, most.all],
    ] as const;
    for (const [key, max] of limits) {
      const { attempts, resetsAt } = await logins.countAttempt(key, { now: at, windowMs });
      counted.push({ key, resetsAt });
      if (attempts > max) {
        await undo();
        return { type: 'refused', waitSeconds: secondsUntil(resetsAt, at) };
      }
    }
    return { type: 'admitted', succeed: undo };
  };
}
