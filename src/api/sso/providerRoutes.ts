import { domainOfAddress, isRoleOf, maxSsoDomains } from '#model/account/identityProvider.ts';
import type { Fault } from '#model/index.ts';
import type { IdentityProvider, ProviderValues } from '#storage/sso/identityProviderStore.ts';
import type { ApiDeps } from '../deps.ts';
import { type Call, implement, notFound, ok, reject, type Route } from '../route.ts';
import { ownUrl } from '../session/ownUrl.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { providerContract, type ProviderSettings } from './providerContract.ts';
import { recordNameOf } from './readDomainRecords.ts';
import { clientSecretPlace } from './secretPlaces.ts';
import { shownProvider } from './shownProvider.ts';
import { textOfSsoFault } from './ssoFaults.ts';

const windowMs = 15 * 60_000;
/** Calls to servers that a user names, in a window. */
const maxLookups = 60;

/** Routes of the identity provider of an account, for its owner, and of that of the platform, for super admins. */
export function providerRoutes(deps: ApiDeps): Route[] {
  const { config, domainRecords, entities, identityProviders, logins, now, oidc, sealer, ssoIdentities } = deps;

  const find = ({ demandId }: SessionUser) => identityProviders.find(demandId);

  /** The provider of the caller as it is now. */
  async function read(call: Pick<Call, 'user' | 'isSecure' | 'host'>) {
    const provider = await find(call.user);
    if (!provider) throw new Error('the provider was removed meanwhile');
    return shownProvider(provider, await ssoIdentities.list(provider.id), ownUrl(config, call));
  }

  /** Counts a call to a server that a user names; false beyond the limit. */
  async function mayLookUp({ id }: SessionUser): Promise<boolean> {
    const { attempts } = await logins.countAttempt(`sso look-ups of user ${id}`, { now: now(), windowMs });
    return attempts <= maxLookups;
  }

  return [
    implement(providerContract.read, async (call) => {
      const provider = await find(call.user);
      return ok({ provider: provider && (await read(call)) });
    }),
    implement(providerContract.create, async (call) => {
      const { user, author } = call;
      const created = await identityProviders.create(
        { id: crypto.randomUUID(), demandId: user.demandId, name: 'Single sign-on', createdAt: now().toISOString() },
        author,
      );
      return created ? ok({ provider: await read(call) }, 201) : reject(409, [exists]);
    }),
    implement(providerContract.change, async (call) => {
      const { user, body, author } = call;
      const provider = await find(user);
      if (!provider) return notFound();
      const faults = faultsOf(body, user.demandId);
      if (faults.length > 0) return reject(422, faults);
      const { clientSecret, ...settings } = body;
      const place = clientSecretPlace(provider.id);
      const sealedClientSecret =
        clientSecret === undefined
          ? provider.sealedClientSecret
          : clientSecret === null || clientSecret === ''
            ? null
            : sealer.seal(clientSecret, place);
      const values: ProviderValues = { ...settings, sealedClientSecret };
      await identityProviders.update(provider, values, author);
      return ok({ provider: await read(call) });
    }),
    implement(providerContract.remove, async ({ user, author }) => {
      const provider = await find(user);
      if (!provider) return notFound();
      await identityProviders.remove(provider, author);
      return ok({});
    }),
    implement(providerContract.test, async ({ user, body }) => {
      if (!(await mayLookUp(user))) return reject(429, [tooMany], { 'retry-after': String(windowMs / 1000) });
      const found = await oidc.discover(body.issuer);
      if (found.type === 'failed')
        return ok({
          fault: textOfSsoFault(found, { isForOwner: true }),
          ...{ authorizationEndpoint: null, tokenEndpoint: null, offersSignOut: false, namesAuthTime: null },
        });
      const { type: _type, ...endpoints } = found;
      return ok({ fault: null, ...endpoints });
    }),
    implement(providerContract.addDomain, async (call) => {
      const { user, author } = call;
      const provider = await find(user);
      if (!provider) return notFound();
      const domain = domainOfAddress(`name@${call.body.domain}`);
      if (domain === null) return reject(422, [noDomain]);
      if (provider.domains.length >= maxSsoDomains) return reject(422, [tooManyDomains]);
      await identityProviders.addDomain(provider, domain, author);
      return ok({ provider: await read(call) }, 201);
    }),
    implement(providerContract.verifyDomain, async (call) => {
      const { user, params, author } = call;
      const provider = await find(user);
      const domain = domainIn(provider, params.domain);
      if (!provider || !domain) return notFound();
      const isAdmin = user.role === 'super' || user.adminId !== null;
      if (!isAdmin) {
        if (!(await mayLookUp(user))) return reject(429, [tooMany], { 'retry-after': String(windowMs / 1000) });
        const records = await domainRecords(recordNameOf(domain.domain));
        if (!records?.includes(domain.record)) return reject(422, [recordFault(domain.domain, records)]);
      }
      const verified = { by: isAdmin ? ('admin' as const) : ('record' as const), at: now().toISOString() };
      const isVerified = await identityProviders.verifyDomain(provider, domain.domain, verified, author);
      return isVerified ? ok({ provider: await read(call) }) : reject(409, [foreignDomain]);
    }),
    implement(providerContract.removeDomain, async (call) => {
      const { user, params, author } = call;
      const provider = await find(user);
      const domain = domainIn(provider, params.domain);
      if (!provider || !domain) return notFound();
      await identityProviders.removeDomain(provider, domain.domain, author);
      return ok({ provider: await read(call) });
    }),
    implement(providerContract.unlinkUser, async (call) => {
      const { user, params, author } = call;
      const provider = await find(user);
      const linked =
        provider && (await entities.get('user', params.id, user.demandId === null ? 'all' : [user.demandId]));
      if (!provider || !linked) return notFound();
      const isUnlinked = await ssoIdentities.unlink(provider.id, linked, author);
      return isUnlinked ? ok({ provider: await read(call) }) : notFound();
    }),
  ];
}

function domainIn(provider: IdentityProvider | null, domain: string) {
  return provider?.domains.find((each) => each.domain === domain.toLowerCase());
}

/** Faults of settings that their schema cannot find. */
function faultsOf({ groupRoles, defaultRole }: ProviderSettings, demandId: number | null): Fault[] {
  const message = demandId === null ? 'Must be admin' : 'Must be a role of managers';
  const wrong = groupRoles.flatMap(({ role }, index) =>
    isRoleOf(demandId, role) ? [] : [{ code: 'not_allowed', message, path: `groupRoles.${index}.role` }],
  );
  const isWrong = defaultRole !== null && !isRoleOf(demandId, defaultRole);
  return [...wrong, ...(isWrong ? [{ code: 'not_allowed', message, path: 'defaultRole' }] : [])];
}

function recordFault(domain: string, records: readonly string[] | null): Fault {
  const name = recordNameOf(domain);
  if (records === null)
    return { code: 'not_verified', message: `DNS does not respond for ${name}. Try again in some minutes`, path: '' };
  const message =
    records.length === 0
      ? `There is no TXT record ${name} yet. DNS can take some minutes`
      : `The TXT record ${name} has another text. DNS can take some minutes`;
  return { code: 'not_verified', message, path: '' };
}

const exists = { code: 'exists', message: 'There is an identity provider already', path: '' };
const noDomain = { code: 'invalid', message: 'Must be a domain such as company.example', path: 'domain' };
const tooManyDomains = {
  code: 'too_many',
  message: `There can be at most ${maxSsoDomains} domains. Remove one first`,
  path: 'domain',
};
const foreignDomain = {
  code: 'taken',
  message: 'This domain is verified for another account. Ask the operator of the platform',
  path: '',
};
const tooMany = { code: 'too_many_attempts', message: 'Too many attempts; try again in 15 minutes', path: '' };
