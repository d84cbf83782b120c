import { createHmac, randomBytes } from 'node:crypto';
import type { ApiDeps } from '../deps.ts';
import type { AttemptValues } from './identity.ts';
import { createValueSigner } from './signedValue.ts';

/** A sign-in on its way to the identity provider and back. Only the browser that started it has it, in a cookie. */
interface Attempt {
  providerId: string;
  /** 256 random bits, from which the values that bind the response are derived. */
  token: string;
  /** When it was started, in ms. */
  startedAt: number;
  /** The page of the console to open afterwards. */
  next: string;
  /** A sign-in, or what the signed-in user `userId` does: links the own login, or confirms who they are. */
  purpose: 'signIn' | 'link' | 'confirm';
  /** Null for a sign-in. */
  userId: number | null;
}

/** An attempt with the values that bind the response of the provider to it. */
export interface BoundAttempt extends Attempt, AttemptValues {}

const attemptMs = 10 * 60_000;

/** Name of the cookie with an attempt, which only the routes of single sign-on receive. */
export const attemptCookie = 'bidhouse_sso';

/** Starts sign-ins, and recognizes those that come back: each once, in the same browser, within ten minutes. */
export function openAttempts({ config, logins, now }: Pick<ApiDeps, 'config' | 'logins' | 'now'>) {
  const signer = createValueSigner<Attempt>(config, 'single sign-on');
  return {
    start(attempt: Omit<Attempt, 'token' | 'startedAt'>): {
      attempt: BoundAttempt;
      cookieValue: string;
      seconds: number;
    } {
      const startedAt = now().getTime();
      const started = { ...attempt, token: randomBytes(32).toString('base64url'), startedAt };
      const expiresAt = new Date(startedAt + attemptMs);
      return { attempt: bound(started), cookieValue: signer.sign(started, expiresAt), seconds: attemptMs / 1000 };
    },
    /** The attempt in a cookie; null when there is none, or it has expired. */
    read(cookieValue: string | undefined): BoundAttempt | null {
      const attempt = signer.read(cookieValue, now());
      return attempt && bound(attempt);
    },
    /** Uses an attempt up; false when it was used before. */
    async use({ state }: BoundAttempt): Promise<boolean> {
      const { attempts } = await logins.countAttempt(`sso ${state}`, { now: now(), windowMs: attemptMs });
      return attempts === 1;
    },
  };
}

function bound(attempt: Attempt): BoundAttempt {
  const derive = (use: string) => createHmac('sha256', attempt.token).update(use).digest('base64url');
  return { ...attempt, state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
