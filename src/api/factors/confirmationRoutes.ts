import type { FactorHolder } from '#storage/factors/factorStore.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { factorContract } from './factorContract.ts';
import { challengeMinutes, relyingPartyOf, requestOptions } from './passkeys.ts';
import { factorMethodsOf, proveFactor } from './proveFactor.ts';
import { tooManyCodes } from './tooManyCodes.ts';
import { confirmingProvider } from '../sso/providerOf.ts';
import { provePassword } from '../people/provePassword.ts';

/**
 * Routes by which the person of a session confirms who they are (step-up): by a second factor, or without one by the
 * password or the identity provider. While an admin acts as a user, it is the admin.
 */
export function confirmationRoutes(deps: ApiDeps): Route[] {
  const { challenges, config, factors, now, sessions } = deps;

  /** The person who signed in. */
  async function personOf({ id, name, demandId, adminId, adminName }: SessionUser): Promise<FactorHolder> {
    return adminId === null ? { id, name, demandId } : { id: adminId, name: adminName ?? '', demandId: null };
  }

  return [
    implement(factorContract.readConfirmation, async ({ user, host }) => {
      const person = await personOf(user);
      const methods = await factorMethodsOf(deps, person.id);
      if (methods.length === 0) {
        const principal = await sessions.readUser(person.id);
        const provider = (await confirmingProvider(deps, user))?.name ?? null;
        return ok({ methods: principal?.user.hasPassword ? ['password'] : [], passkey: null, provider });
      }
      const passkeys = await factors.listPasskeys(person.id);
      if (passkeys.length === 0) return ok({ methods, passkey: null, provider: null });
      const passkey = requestOptions(relyingPartyOf(config, host), passkeys);
      const expiresAt = new Date(now().getTime() + challengeMinutes * 60_000).toISOString();
      await challenges.create(passkey.challenge, { kind: 'confirm', userId: person.id }, expiresAt);
      return ok({ methods, passkey, provider: null });
    }),
    implement(factorContract.confirm, async ({ user, body, author, host, sessionToken }) => {
      if (sessionToken === null) return reject(409, [noSession]);
      const person = await personOf(user);
      if (body.password === undefined) {
        const proof = await proveFactor(deps, person, body, { challenge: 'confirm', host, author });
        if (proof.type === 'limited') return tooManyCodes();
        if (proof.type === 'wrong') return reject(422, [body.passkey ? wrongPasskey : wrongCode]);
      } else {
        if ((await factors.list(person.id)).length > 0) return reject(409, [factorNeeded]);
        const rejection = await provePassword(deps, person, body.password, { author, path: 'password' });
        if (rejection) return rejection;
      }
      await sessions.confirm(sessionToken, now().toISOString());
      return ok({});
    }),
    implement(factorContract.checkConfirmation, async () => ok({})),
  ];
}

const noSession = { code: 'no_session', message: 'There is no session to confirm', path: '' };
const factorNeeded = { code: 'factor_needed', message: 'Confirm with your second factor', path: 'password' };
const wrongCode = { code: 'wrong_code', message: 'This code is wrong, has expired or was used before', path: 'code' };
const wrongPasskey = { code: 'wrong_passkey', message: 'This passkey is not valid here', path: 'passkey' };
