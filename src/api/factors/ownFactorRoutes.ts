import { randomUUID } from 'node:crypto';
import type { NewFactor } from '#storage/factors/factorStore.ts';
import type { ApiDeps } from '../deps.ts';
import { listedDevices } from '../people/listedSessions.ts';
import { type Call, implement, type JsonResponse, notFound, ok, reject, type Rejection, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { openSetup, placeOfApp, sealSetup } from './appSecret.ts';
import { type AddedFactor, factorContract } from './factorContract.ts';
import { challengeMinutes, creationOptions, readAttestation, relyingPartyOf } from './passkeys.ts';
import { newRecoveryCodes } from './recoveryCodes.ts';
import { isOwnFactorRequired } from './requiresFactor.ts';
import { findTotpStep, newTotpSecret, totpUrl } from './totp.ts';

const maxFactors = 10;

/** Routes of the signed-in user's own second factors. An admin who acts as another user has none of them. */
export function ownFactorRoutes(deps: ApiDeps): Route[] {
  const { challenges, config, devices, factors, locate, now, policies, sealer, sessions } = deps;
  const isActing = ({ adminId }: SessionUser) => adminId !== null;

  /** Adds a factor. The session counts as confirmed: its person has just used it. */
  async function add(
    { user, author, sessionToken }: OwnCall,
    factor: NewFactor,
  ): Promise<JsonResponse<201, AddedFactor> | Rejection<409>> {
    const at = now().toISOString();
    const codes = newRecoveryCodes();
    const added = await factors.add(user, factor, { codes, max: maxFactors }, { author, now: at });
    if (!added) return reject(409, [tooMany]);
    if (sessionToken !== null) await sessions.confirm(sessionToken, at);
    return ok({ recoveryCodes: added.hasNewCodes ? codes : null }, 201);
  }

  return [
    implement(factorContract.read, async ({ user }) => {
      if (isActing(user)) return reject(409, [acting]);
      const ownedId = user.role === 'demand' ? user.demandId : null;
      return ok({
        factors: await factors.list(user.id),
        recoveryCodes: await factors.countCodes(user.id),
        isRequired: await isOwnFactorRequired(deps, user.id),
        devices: listedDevices(await devices.list(user.id, now().toISOString()), locate),
        account: ownedId === null ? null : { requiresFactor: await policies.requiresFactor(ownedId) },
      });
    }),
    implement(factorContract.startApp, async ({ user }) => {
      if (isActing(user)) return reject(409, [acting]);
      const secret = newTotpSecret();
      const url = totpUrl({ secret, login: user.login, issuer: 'Bidhouse' });
      return ok({ secret, url, setup: sealSetup(deps, user.id, secret) });
    }),
    implement(factorContract.addApp, async (call) => {
      const { user, body } = call;
      if (isActing(user)) return reject(409, [acting]);
      const secret = openSetup(deps, user.id, body.setup);
      if (secret === null) return reject(409, [setupExpired]);
      const step = findTotpStep(secret, body.code, now());
      if (step === null) return reject(422, [wrongCode]);
      const id = randomUUID();
      const sealedSecret = sealer.seal(secret, placeOfApp(id));
      return add(call, { id, kind: 'app', name: body.name, sealedSecret, lastStep: step });
    }),
    implement(factorContract.startPasskey, async ({ user, host }) => {
      if (isActing(user)) return reject(409, [acting]);
      const options = creationOptions(relyingPartyOf(config, host), user, await factors.listPasskeys(user.id));
      const expiresAt = new Date(now().getTime() + challengeMinutes * 60_000).toISOString();
      await challenges.create(options.challenge, { kind: 'add', userId: user.id }, expiresAt);
      return ok(options);
    }),
    implement(factorContract.addPasskey, async (call) => {
      const { user, body, host } = call;
      if (isActing(user)) return reject(409, [acting]);
      const passkey = await readAttestation(relyingPartyOf(config, host), body.passkey, (challenge) =>
        challenges.take(challenge, { kind: 'add', userId: user.id }, now().toISOString()),
      );
      if (!passkey) return reject(422, [wrongPasskey]);
      return add(call, { id: randomUUID(), kind: 'passkey', name: body.name, ...passkey });
    }),
    implement(factorContract.remove, async ({ user, params, author }) => {
      if (isActing(user)) return reject(409, [acting]);
      const isLast = (await factors.list(user.id)).length === 1;
      if (isLast && (await isOwnFactorRequired(deps, user.id))) return reject(409, [lastRequired]);
      return (await factors.remove(user, params.factorId, author)) ? ok({}) : notFound();
    }),
    implement(factorContract.replaceRecoveryCodes, async ({ user, author }) => {
      if (isActing(user)) return reject(409, [acting]);
      if ((await factors.list(user.id)).length === 0) return reject(409, [noFactor]);
      const recoveryCodes = newRecoveryCodes();
      await factors.replaceCodes(user, recoveryCodes, { author, now: now().toISOString() });
      return ok({ recoveryCodes }, 201);
    }),
    implement(factorContract.endDevice, async ({ user, params }) => {
      if (isActing(user)) return reject(409, [acting]);
      return (await devices.endOne(user.id, params.deviceId)) ? ok({}) : notFound();
    }),
    implement(factorContract.setRequirement, async ({ user, body: { requiresFactor }, author }) => {
      if (isActing(user)) return reject(409, [acting]);
      const { demandId: id, accountName } = user;
      if (id === null) throw new Error('an owner has an account');
      // Otherwise the owner would be the first whom it locks out of everything else.
      if (requiresFactor && (await factors.list(user.id)).length === 0) return reject(409, [noFactor]);
      await policies.setRequiresFactor({ id, name: accountName ?? '' }, requiresFactor, author);
      return ok({ requiresFactor });
    }),
  ];
}

type OwnCall = Pick<Call, 'user' | 'author' | 'sessionToken'>;

const acting = { code: 'acting', message: 'Not while you act as another user', path: '' };
const tooMany = {
  code: 'too_many_factors',
  message: `You can have at most ${maxFactors} second factors, and each passkey once`,
  path: '',
};
const setupExpired = { code: 'setup_expired', message: 'This setup has expired. Start again', path: 'setup' };
const wrongCode = {
  code: 'wrong_code',
  message: 'This code is wrong or has expired. Check the clock of the device with the app',
  path: 'code',
};
const wrongPasskey = {
  code: 'wrong_passkey',
  message: 'The passkey could not be verified. Try again',
  path: 'passkey',
};
const lastRequired = {
  code: 'factor_required',
  message: 'You need a second factor. Add another one before you remove this one',
  path: '',
};
const noFactor = { code: 'no_factor', message: 'Add a second factor to your own sign-in first', path: '' };
