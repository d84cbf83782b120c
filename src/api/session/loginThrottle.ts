import { createHmac } from 'node:crypto';
import type { LoginHolder, LoginStore } from '#storage/logins/loginStore.ts';
import { addressGroup, networkOf } from '#runtime/addressGroup.ts';
import { secondsUntil } from '#runtime/secondsUntil.ts';

const windowMs = 15 * 60_000;

/** Time for which an address with a successful sign-in is known for the login. */
const knownMs = 30 * 86_400_000;

/** An attempt to sign in. */
export interface LoginAttempt {
  /** The login as typed. */
  login: string;
  /** The user with this login; null = unknown login. */
  holder: LoginHolder | null;
  ip: string;
  now: Date;
}

/** A limit of failed attempts in fifteen minutes. */
export interface LoginLimit {
  /** Allowed failed attempts; the next one is refused. */
  max: number;
  /** The text in the log. */
  text: string;
  /** Whether it limits attempts with one login. */
  isOfLogin: boolean;
  keyOf(login: string, address: string): string;
}

/** Limits per address: attempts from elsewhere cannot exhaust them. */
const ownLimits: readonly LoginLimit[] = [
  {
    max: 10,
    text: '10 failed sign-ins with one login from one IP address in 15 minutes',
    isOfLogin: true,
    keyOf: (login, address) => `${login} from ${address}`,
  },
  {
    max: 100,
    text: '100 failed sign-ins from one IP address in 15 minutes',
    isOfLogin: false,
    keyOf: (_login, address) => `any login from ${address}`,
  },
  {
    max: 300,
    text: '300 failed sign-ins from one network in 15 minutes',
    isOfLogin: false,
    keyOf: (_login, address) => `any login from the network ${networkOf(address)}`,
  },
];

/**
 * Limits across addresses. They do not apply to an address from which the login signed in recently: otherwise others
 * could lock it out.
 */
const sharedLimits: readonly LoginLimit[] = [
  {
    max: 50,
    text: '50 failed sign-ins with one login in 15 minutes',
    isOfLogin: true,
    keyOf: (login) => `${login} from anywhere`,
  },
  { max: 1000, text: '1,000 failed sign-ins in 15 minutes', isOfLogin: false, keyOf: () => 'any login' },
];

/** A key under which an attempt was counted, and the end of its window. */
interface Counted {
  key: string;
  resetsAt: string;
}

/** Whether the password of an attempt is checked. */
export type LoginAdmission =
  | { type: 'admitted'; counted: readonly Counted[] }
  /** `isFirst`: the limit is reached for the first time in its window. */
  | { type: 'refused'; limit: LoginLimit; waitSeconds: number; isFirst: boolean };

/** Counts sign-in attempts. Keys of unknown logins are keyed hashes, because users type passwords there by mistake. */
export function createLoginThrottle(logins: LoginStore, secret: string) {
  const partsOf = ({ login, holder, ip }: LoginAttempt) => {
    const typed = () => createHmac('sha256', secret).update(`login:${login.trim().toLowerCase()}`).digest('base64url');
    return { login: holder ? `user ${holder.id}` : `login ${typed()}`, address: addressGroup(ip) };
  };

  /** Counts an attempt against each limit. A refused attempt counts only against the limit that refused it. */
  async function admit(attempt: LoginAttempt): Promise<LoginAdmission> {
    const { login, address } = partsOf(attempt);
    const counted: Counted[] = [];
    const rejection = async (limits: readonly LoginLimit[]): Promise<LoginAdmission | null> => {
      for (const limit of limits) {
        const key = limit.keyOf(login, address);
        const { attempts, resetsAt } = await logins.countAttempt(key, { now: attempt.now, windowMs });
        if (attempts > limit.max) {
          await undoAttempts(counted);
          const waitSeconds = secondsUntil(resetsAt, attempt.now);
          return { type: 'refused', limit, waitSeconds, isFirst: attempts === limit.max + 1 };
        }
        counted.push({ key, resetsAt });
      }
      return null;
    };
    const refused = await rejection(ownLimits);
    if (refused) return refused;
    const isKnown = await logins.isKnownAddress(attempt.holder?.id ?? 0, address, attempt.now.toISOString());
    return (isKnown ? null : await rejection(sharedLimits)) ?? { type: 'admitted', counted };
  }

  async function undoAttempts(counted: readonly Counted[]): Promise<void> {
    for (const { key, resetsAt } of counted) await logins.undoAttempt(key, resetsAt);
  }

  return {
    admit,
    /** Reverses an attempt that is neither a success nor a failure yet. */
    undo: undoAttempts,
    /**
     * After a correct password: the attempt and the failures before it from this address no longer count, and the
     * address is known.
     */
    async succeed(attempt: LoginAttempt, counted: readonly Counted[], userId: number): Promise<void> {
      const { address } = partsOf(attempt);
      const [ofPair, ...others] = counted;
      if (ofPair) await logins.clearAttempts(ofPair.key);
      await undoAttempts(others);
      await logins.noteAddress(userId, address, new Date(attempt.now.getTime() + knownMs).toISOString());
    },
    /** The window of a log entry that counts failures from one address: with one login, or with unknown logins. */
    failureWindow(attempt: LoginAttempt) {
      const { login, address } = partsOf(attempt);
      return { key: `failed ${attempt.holder ? login : 'unknown login'} from ${address}`, now: attempt.now, windowMs };
    },
  };
}
