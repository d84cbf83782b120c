import { totpCode, totpStep } from '#api/factors/totp.ts';

/** Creates an authenticator app: each call returns a code that the server has not accepted yet, three at a time at most. */
export function createAppCodes(secret: string): () => string {
  let last = 0;
  return () => {
    // Of the previous step, this one or the next.
    last = Math.max(last + 1, totpStep(new Date()) - 1);
    return totpCode(secret, last);
  };
}
