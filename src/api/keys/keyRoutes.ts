import { maxApiKeys, stateOfApiKey } from '#model/account/apiKeys.ts';
import { areasFor, hasScope } from '#model/account/apiScopes.ts';
import type { Fault } from '#model/index.ts';
import type { ApiKeyRow, KeyHolder } from '#storage/keys/apiKeyStore.ts';
import type { ApiDeps } from '../deps.ts';
import { accountOf, isOwnerInPerson } from '../profile/readProfile.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { keyContract, type ShownKey } from './keyContract.ts';

const hourMs = 3_600_000;

/** Days for which revoked keys are listed. */
const revokedDays = 30;

/** Routes of API keys. Users create and rotate their own in person; admins who act as them can only revoke. */
export function keyRoutes({ keys, tokens, now }: Pick<ApiDeps, 'keys' | 'tokens' | 'now'>): Route[] {
  return [
    implement(keyContract.list, async ({ user }) => {
      const at = now();
      const since = new Date(at.getTime() - revokedDays * 24 * hourMs).toISOString();
      const found = await keys.list(managedBy(user), since);
      return ok({
        keys: found.map((key) => shown(key, user, at.toISOString())),
        token: isOwnerInPerson(user) ? await tokens.read(accountOf(user)) : null,
      });
    }),
    implement(keyContract.create, async ({ body, user, author }) => {
      if (user.adminId !== null) return reject(403, [forOwner]);
      // The key would have the rights of the owner.
      if (user.viewedRole !== null) return reject(403, [notAsRole]);
      const at = now().toISOString();
      const faults = faultsOfKey(body, user, at);
      if (faults.length > 0) return reject(422, faults);
      const { id: userId, demandId } = user;
      const scopes = [...new Set(body.scopes)].filter((scope) => !isImplied(scope, body.scopes)).toSorted();
      const created = await keys.create({ ...body, scopes, demandId, userId, createdAt: at }, maxApiKeys, author);
      return created ? ok(created, 201) : reject(422, [tooManyKeys]);
    }),
    implement(keyContract.rotate, async ({ params, body, user, author }) => {
      if (user.adminId !== null) return reject(403, [forOwner]);
      const at = now();
      const times = {
        now: at.toISOString(),
        endsAt: new Date(at.getTime() + body.formerTokenHours * hourMs).toISOString(),
      };
      const token = await keys.rotate({ demandId: user.demandId, userId: user.id }, params.id, times, author);
      return token === null ? notFound() : ok({ token, formerTokenUntil: times.endsAt });
    }),
    implement(keyContract.revoke, async ({ params, user, author }) => {
      const isRevoked = await keys.revoke(managedBy(user), params.id, now().toISOString(), author);
      return isRevoked ? ok({}) : notFound();
    }),
  ];
}

/** The keys that a user lists and revokes. */
function managedBy({ id, role, demandId }: SessionUser): KeyHolder {
  return role === 'demand' || role === 'super' ? { demandId } : { demandId, userId: id };
}

/** Whether a scope to read is part of one to write. */
function isImplied(scope: ShownKey['scopes'][number], scopes: readonly ShownKey['scopes'][number][]): boolean {
  return (
    scope.endsWith(':read') &&
    hasScope(
      scopes.filter((each) => each !== scope),
      scope,
    )
  );
}

function faultsOfKey(
  { scopes, expiresAt }: { scopes: readonly string[]; expiresAt: string | null },
  user: SessionUser,
  now: string,
): Fault[] {
  const areas = new Set<string>(areasFor(user).map(({ area }) => area));
  const foreign = scopes.flatMap((scope, index) =>
    areas.has(scope.split(':')[0] ?? '')
      ? []
      : [{ code: 'not_allowed', message: 'Only admins have this area', path: `scopes.${index}` }],
  );
  const isPast = expiresAt !== null && Date.parse(expiresAt) <= Date.parse(now);
  return [...foreign, ...(isPast ? [{ code: 'past', message: 'Must be in the future', path: 'expiresAt' }] : [])];
}

function shown(
  { secrets, userId, ownerName, isOwnerActive, ...key }: ApiKeyRow,
  user: SessionUser,
  now: string,
): ShownKey {
  const { id, clientId, name, networks, createdAt, expiresAt, revokedAt, lastUsedAt, lastUsedIp } = key;
  return {
    ...{ id, clientId, name, createdAt, expiresAt, revokedAt, lastUsedAt, lastUsedIp },
    scopes: [...key.scopes],
    networks: [...networks],
    owner: { id: userId, name: ownerName },
    isOwn: userId === user.id,
    state: stateOfApiKey({ revokedAt, expiresAt, isOwnerActive }, now),
    hint: secrets.find(({ endsAt }) => endsAt === null)?.hint ?? '',
    formerTokens: secrets.flatMap(({ hint, endsAt }) => (endsAt !== null && endsAt > now ? [{ hint, endsAt }] : [])),
  };
}

const notAsRole = { code: 'viewed_role', message: 'Not while you see the console as a role', path: '' };
const forOwner = { code: 'not_allowed', message: 'Only the signed-in user can do this', path: '' };
const tooManyKeys = {
  code: 'too_many_keys',
  message: `There can be at most ${maxApiKeys} keys. Revoke one first`,
  path: '',
};
