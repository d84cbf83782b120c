import type { SecretPlace } from '#runtime/sealing/secretSealer.ts';
import { UnreadableSecret } from '#runtime/sealing/secretSealer.ts';
import type { StoredApp } from '#storage/factors/factorStore.ts';
import type { ApiDeps } from '../deps.ts';

const hourMs = 3_600_000;

/** Where the secret of an authenticator app is stored. */
export function placeOfApp(id: string): SecretPlace {
  return { table: 'sign_in_factors', column: 'sealed_secret', row: id };
}

/** The secret of an app; null, and a line in the log, when it was sealed under a SECRET that is no longer accepted. */
export function openAppSecret(
  { sealer, logger }: Pick<ApiDeps, 'sealer' | 'logger'>,
  { id, sealedSecret }: StoredApp,
): string | null {
  try {
    return sealer.open(sealedSecret, placeOfApp(id));
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    logger.error(error);
    return null;
  }
}

/** A new secret that its user has not entered a code for: it is stored nowhere, but in the user's form. */
export function sealSetup({ sealer, now }: Pick<ApiDeps, 'sealer' | 'now'>, userId: number, secret: string): string {
  return sealer.seal(`${now().getTime() + hourMs} ${secret}`, placeOfSetup(userId));
}

/** The secret of a setup; null when it is not valid, has expired, or is another user's. */
export function openSetup(
  { sealer, now }: Pick<ApiDeps, 'sealer' | 'now'>,
  userId: number,
  setup: string,
): string | null {
  try {
    const [endsAt, secret = ''] = sealer.open(setup, placeOfSetup(userId)).split(' ');
    return Number(endsAt) > now().getTime() ? secret : null;
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}

function placeOfSetup(userId: number): SecretPlace {
  return { table: 'sign_in_factors', column: 'setup of user', row: userId };
}
