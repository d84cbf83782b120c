import { createHmac } from 'node:crypto';
import type { LoginHolder, LoginStore } from '#storage/entities/loginStore.ts';
import { addressGroup, networkOf } from './addressGroup.ts';

const windowMs = 15 * 60_000;

/** How long an address is known from which a login signed in. */
const knownMs = 30 * 86_400_000;

/** An attempt to sign in. */
export interface LoginAttempt {
  /** The login as it was typed. */
  login: string;
  /** Whose it is; null = nobody has it. */
  holder: LoginHolder | null;
  ip: string;
  now: Date;
}

/** Failed attempts that are too many in fifteen minutes. */
export interface LoginLimit {
  /** Failed attempts that are allowed; the next one is refused. */
  max: number;
  /** As the log shows it. */
  text: string;
  /** Whether it counts attempts on one login. */
  isOfLogin: boolean;
  keyOf(login: string, address: string): string;
}

/** The limits of an address: nobody elsewhere can use them up. */
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

/** The limits across addresses. An address from which the login signed in lately is not bound by them, or others could lock it out. */
const sharedLimits: readonly LoginLimit[] = [
  {
    max: 50,
    text: '50 failed sign-ins with one login in 15 minutes',
    isOfLogin: true,
    keyOf: (login) => `${login} from anywhere`,
  },
  { max: 1000, text: '1,000 failed sign-ins in 15 minutes', isOfLogin: false, keyOf: () => 'any login' },
];

/** A key that an attempt was counted with, and the end of that window. */
interface Counted {
  key: string;
  resetsAt: string;
}

/** Whether the password of an attempt is looked at. */
export type LoginAdmission =
  | { type: 'admitted'; counted: readonly Counted[] }
  /** `isFirst`: the limit is reached for the first time in its window. */
  | { type: 'refused'; limit: LoginLimit; waitSeconds: number; isFirst: boolean };

/** Counts attempts to sign in; keys of logins that nobody has are keyed hashes, because people type passwords there. */
export function createLoginThrottle(logins: LoginStore, secret: string) {
  const partsOf = ({ login, holder, ip }: LoginAttempt) => {
    const typed = () => createHmac('sha256', secret).update(`login:${login.trim().toLowerCase()}`).digest('base64url');
    return { login: holder ? `user ${holder.id}` : `login ${typed()}`, address: addressGroup(ip) };
  };

  /** Counts an attempt with each limit. One that a limit refuses counts with that alone. */
  async function admit(attempt: LoginAttempt): Promise<LoginAdmission> {
    const { login, address } = partsOf(attempt);
    const counted: Counted[] = [];
    const refusal = async (limits: readonly LoginLimit[]): Promise<LoginAdmission | null> => {
      for (const limit of limits) {
        const key = limit.keyOf(login, address);
        const { attempts, resetsAt } = await logins.countAttempt(key, ...windowFrom(attempt.now));
        if (attempts > limit.max) {
          await undoAttempts(counted);
          const waitSeconds = Math.max(1, Math.ceil((Date.parse(resetsAt) - attempt.now.getTime()) / 1000));
          return { type: 'refused', limit, waitSeconds, isFirst: attempts === limit.max + 1 };
        }
        counted.push({ key, resetsAt });
      }
      return null;
    };
    const refused = await refusal(ownLimits);
    if (refused) return refused;
    const isKnown = await logins.isKnownAddress(attempt.holder?.id ?? 0, address, attempt.now.toISOString());
    return (isKnown ? null : await refusal(sharedLimits)) ?? { type: 'admitted', counted };
  }

  async function undoAttempts(counted: readonly Counted[]): Promise<void> {
    for (const { key, resetsAt } of counted) await logins.undoAttempt(key, resetsAt);
  }

  return {
    admit,
    /** After a right password: the attempt counts no more, nor do the wrong ones before it from there, and the address is known. */
    async succeed(attempt: LoginAttempt, counted: readonly Counted[], userId: number): Promise<void> {
      const { address } = partsOf(attempt);
      const [ofPair, ...others] = counted;
      if (ofPair) await logins.clearAttempts(ofPair.key);
      await undoAttempts(others);
      await logins.noteAddress(userId, address, new Date(attempt.now.getTime() + knownMs).toISOString());
    },
    /** The failures that one entry of the log counts: on one login, or on logins that nobody has, from one address. */
    failureWindow(attempt: LoginAttempt) {
      const { login, address } = partsOf(attempt);
      const [now, resetsAt] = windowFrom(attempt.now);
      return { key: `failed ${attempt.holder ? login : 'unknown login'} from ${address}`, now, resetsAt };
    },
  };
}

function windowFrom(now: Date): [now: string, resetsAt: string] {
  return [now.toISOString(), new Date(now.getTime() + windowMs).toISOString()];
}
