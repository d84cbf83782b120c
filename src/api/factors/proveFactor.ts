import type { Author } from '#storage/entities/changeLog.ts';
import type { FactorHolder } from '#storage/factors/factorStore.ts';
import type { ApiDeps } from '../deps.ts';
import type { Assertion, FactorMethod } from './factorSchemas.ts';
import { openAppSecret } from './appSecret.ts';
import { readAssertion, relyingPartyOf } from './passkeys.ts';
import { readRecoveryCode } from './recoveryCodes.ts';
import { findTotpStep } from './totp.ts';

/** Wrong codes of a user in an hour, from any address: a code has six digits only. */
const maxWrongCodes = 10;
const hourMs = 3_600_000;

/** A proof: a code of an app or a recovery code, or a passkey. */
export interface GivenProof {
  code?: string | undefined;
  passkey?: Assertion | undefined;
}

/** The outcome of a proof; `limited` = too many wrong codes, none is checked. */
export type ProofOutcome = { type: 'proved'; by: FactorMethod } | { type: 'wrong' } | { type: 'limited' };

type ProofDeps = Pick<
  ApiDeps,
  'config' | 'challenges' | 'factors' | 'logins' | 'limitedEvents' | 'logger' | 'now' | 'sealer'
>;

/** The ways in which a user can prove who it is, beside the password; none without a second factor. */
export async function factorMethodsOf({ factors }: Pick<ApiDeps, 'factors'>, userId: number): Promise<FactorMethod[]> {
  const kinds = new Set((await factors.list(userId)).map(({ kind }) => kind));
  if (kinds.size === 0) return [];
  const hasCodes = (await factors.countCodes(userId)) > 0;
  return [
    ...(kinds.has('passkey') ? (['passkey'] as const) : []),
    ...(kinds.has('app') ? (['app'] as const) : []),
    ...(hasCodes ? (['recoveryCode'] as const) : []),
  ];
}

/**
 * Checks a second factor of a user. `challenge` is the kind of challenge that a passkey has signed. Wrong ones are
 * security events; wrong codes are limited.
 */
export async function proveFactor(
  deps: ProofDeps,
  holder: FactorHolder,
  given: GivenProof,
  { challenge, host, author }: { challenge: 'signIn' | 'confirm'; host: string; author: Author },
): Promise<ProofOutcome> {
  const { limitedEvents, logins, now } = deps;
  const event = { type: 'factorWrong', demandId: holder.demandId, subject: subjectOf(holder) } as const;
  const wrong = async (): Promise<ProofOutcome> => {
    await limitedEvents.note(`factor of user ${holder.id}`, author, { ...event, outcome: 'failed' });
    return { type: 'wrong' };
  };
  if (given.passkey) {
    const isRight = await isPasskeyOf(deps, holder.id, given.passkey, { challenge, host });
    return isRight ? { type: 'proved', by: 'passkey' } : wrong();
  }
  const key = `codes of user ${holder.id}`;
  const { attempts } = await logins.countAttempt(key, { now: now(), windowMs: hourMs });
  if (attempts > maxWrongCodes) {
    await limitedEvents.note(`limit of user ${holder.id}`, author, { ...event, outcome: 'refused' });
    return { type: 'limited' };
  }
  const by = await methodOfCode(deps, holder, given.code ?? '', author);
  if (by === null) return wrong();
  await logins.clearAttempts(key);
  return { type: 'proved', by };
}

/** The way in which a code proves who a user is; null when it is wrong. */
async function methodOfCode(
  deps: ProofDeps,
  holder: FactorHolder,
  code: string,
  author: Author,
): Promise<FactorMethod | null> {
  const { factors, now } = deps;
  const recoveryCode = readRecoveryCode(code);
  if (recoveryCode !== null) return (await factors.useCode(holder, recoveryCode, author)) ? 'recoveryCode' : null;
  const typed = code.replace(/\s/g, '');
  for (const app of await factors.listApps(holder.id)) {
    const secret = openAppSecret(deps, app);
    const step = secret === null ? null : findTotpStep(secret, typed, now());
    if (step !== null) return (await factors.acceptStep(app.id, step, now().toISOString())) ? 'app' : null;
  }
  return null;
}

/** Whether a passkey of the user has signed a challenge of this kind for the user. */
async function isPasskeyOf(
  { config, challenges, factors, now }: ProofDeps,
  userId: number,
  given: Assertion,
  { challenge: kind, host }: { challenge: 'signIn' | 'confirm'; host: string },
): Promise<boolean> {
  const passkey = await factors.findPasskey(given.id);
  if (passkey?.userId !== userId) return false;
  const at = now().toISOString();
  const counter = await readAssertion(
    relyingPartyOf(config, host),
    { passkey, isVerified: false },
    given,
    (challenge) => challenges.take(challenge, { kind, userId }, at),
  );
  return counter !== null && factors.acceptCounter(passkey.id, counter, at);
}

function subjectOf({ id, name }: FactorHolder) {
  return { entity: 'user', id, name };
}
