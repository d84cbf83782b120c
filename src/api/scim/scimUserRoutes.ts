import { domainOfAddress } from '#model/account/identityProvider.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import { entities as model, type Fault, faultsOf, updateSchema } from '#model/index.ts';
import type { ScimUser, ScimUserFilter } from '#storage/scim/scimUserStore.ts';
import type { ApiDeps } from '../deps.ts';
import type { Call, Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { createProvidedUser } from '../sso/createProvidedUser.ts';
import { parseScimFilter } from './parseScimFilter.ts';
import { jsonOf, listOf, type ScimAnswer, scimRoute } from './scimAnswers.ts';
import { pageOfQuery, scimContract } from './scimContract.ts';
import { invalidValue, ScimFault } from './scimFault.ts';
import { scimBaseUrl } from './scimBaseUrl.ts';
import { userResource } from './scimResources.ts';
import { userIdOf } from './userIdOf.ts';
import { patchedScimUser, scimUserOf, type ScimUserValues } from './scimUserValues.ts';

type ScimCall = Pick<Call, 'user' | 'author' | 'isSecure' | 'host'>;

/** Routes by which an identity provider provisions users: managers of an account, or admins without super admins. */
export function scimUserRoutes(deps: ApiDeps): Route[] {
  const { config, identityProviders, scimUsers } = deps;

  async function find({ demandId }: SessionUser, id: string): Promise<ScimUser> {
    const userId = userIdOf(id);
    const found = userId === null ? null : await scimUsers.get(demandId, userId);
    if (!found) throw new ScimFault(404, 'There is no such user');
    return found;
  }

  async function answerWith(call: ScimCall, id: number, status: 200 | 201): Promise<ScimAnswer> {
    const base = scimBaseUrl(config, call);
    const resource = userResource(await find(call.user, String(id)), base);
    return { status, body: resource, ...(status === 201 ? { location: resource.meta.location } : {}) };
  }

  /** Changes a user to values. */
  async function change(
    before: ScimUser,
    { userName, displayName, externalId, isActive }: ScimUserValues,
    author: Author,
  ) {
    const { id, login, name, status, type } = before.user;
    const changes: { login?: string; name?: string; status?: number } = {
      ...(userName === login ? {} : { login: userName }),
      ...(displayName === '' || displayName === name ? {} : { name: displayName }),
      ...(isActive === (status === 1) ? {} : { status: isActive ? 1 : 0 }),
    };
    if (changes.login !== undefined) await requireOwnDomain(before.user.demandId, userName);
    if (Object.keys(changes).length > 0) await write(type === 'admin' ? 'user' : 'manager', id, changes, author);
    if (externalId !== before.externalId) await scimUsers.setExternalId(id, externalId);
  }

  /** An address as login has to be in a verified domain of the account: links that set a password are mailed to it. */
  async function requireOwnDomain(demandId: number | null, login: string): Promise<void> {
    if (!login.includes('@')) return;
    const domain = domainOfAddress(login);
    const provider = await identityProviders.find(demandId);
    const isOwn = provider?.domains.some((each) => each.domain === domain && each.verifiedAt !== null) ?? false;
    if (!isOwn) throw invalidValue('userName must be in a verified domain of your identity provider');
  }

  async function write(
    entity: 'user' | 'manager',
    id: number,
    changes: { login?: string; name?: string; status?: number },
    author: Author,
  ): Promise<void> {
    const parsed = updateSchema(model[entity]).safeParse(changes);
    if (!parsed.success) throw faultFor(faultsOf(parsed.error));
    const outcome = await deps.entities.update(entity, id, parsed.data, 'all', { author });
    if (outcome.type === 'missing') throw new ScimFault(404, 'There is no such user');
    if (outcome.type === 'faults') throw faultFor(outcome.faults);
  }

  return [
    scimRoute(scimContract.listUsers, async (call) => {
      const { query, user } = call;
      const page = pageOfQuery(query);
      const filter = parseScimFilter(query.filter, ['userName', 'externalId', 'id']);
      const { users, total } = await scimUsers.list(user.demandId, filterOf(filter), page);
      const base = scimBaseUrl(config, call);
      return listOf(
        users.map((each) => userResource(each, base)),
        total,
        page.offset,
      );
    }),
    scimRoute(scimContract.readUser, async (call) => {
      const found = await find(call.user, call.params.id);
      return answerWith(call, found.user.id, 200);
    }),
    scimRoute(scimContract.createUser, async (call) => {
      const { user, author, upload } = call;
      const { userName: login, displayName, externalId, isActive } = scimUserOf(await jsonOf(upload), true);
      await requireOwnDomain(user.demandId, login);
      const provider = await identityProviders.find(user.demandId);
      const role = provider?.defaultRole ?? 'readonly';
      const created = await createProvidedUser(
        deps,
        user.demandId,
        { login, name: displayName || login, role, isActive },
        author,
      );
      if (created.type === 'faults') throw faultFor(created.faults);
      if (externalId !== null) await scimUsers.setExternalId(created.id, externalId);
      return answerWith(call, created.id, 201);
    }),
    scimRoute(scimContract.replaceUser, async (call) => {
      const before = await find(call.user, call.params.id);
      await change(before, scimUserOf(await jsonOf(call.upload), before.user.status === 1), call.author);
      return answerWith(call, before.user.id, 200);
    }),
    scimRoute(scimContract.patchUser, async (call) => {
      const before = await find(call.user, call.params.id);
      const { login: userName, name: displayName, status } = before.user;
      const values = { userName, displayName, externalId: before.externalId, isActive: status === 1 };
      await change(before, patchedScimUser(values, await jsonOf(call.upload)), call.author);
      return answerWith(call, before.user.id, 200);
    }),
    scimRoute(scimContract.deleteUser, async (call) => {
      const { user } = await find(call.user, call.params.id);
      await write(user.type === 'admin' ? 'user' : 'manager', user.id, { status: 2 }, call.author);
      return { status: 204, body: null };
    }),
  ];
}

function filterOf(filter: ReturnType<typeof parseScimFilter>): ScimUserFilter {
  if (!filter) return {};
  const { attribute, value } = filter;
  if (attribute === 'id') return { id: userIdOf(value) ?? 0 };
  return attribute === 'username' ? { login: value } : { externalId: value };
}

/** The fault of a write: of a login that is taken, or another one. */
function faultFor(faults: readonly Fault[]): ScimFault {
  if (faults.some(({ code }) => code === 'taken'))
    return new ScimFault(409, 'userName is the login of another user', 'uniqueness');
  return invalidValue(faults[0]?.message ?? '');
}
