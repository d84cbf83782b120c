import type { ScimGroup, ScimGroupChanger, ScimGroupFilter, ScimGroupValues } from '#storage/scim/scimGroupStore.ts';
import { openScimUsers } from '#storage/scim/scimUserStore.ts';
import type { ApiDeps } from '../deps.ts';
import type { Call, Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { setManagerRole } from '../sso/setManagerRole.ts';
import { groupRoleChanges } from './groupRoleChanges.ts';
import { parseScimFilter } from './parseScimFilter.ts';
import { jsonOf, listOf, type ScimAnswer, scimRoute } from './scimAnswers.ts';
import { scimBaseUrl } from './scimBaseUrl.ts';
import { pageOfQuery, scimContract } from './scimContract.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './scimDiscovery.ts';
import { invalidValue, ScimFault } from './scimFault.ts';
import { patchedScimGroup, scimGroupOf } from './scimGroupValues.ts';
import { groupResource } from './scimResources.ts';

type GroupCall = Pick<Call, 'user' | 'author'>;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Routes by which an identity provider provisions groups, whose members get their roles, and that describe the API. */
export function scimGroupRoutes(deps: ApiDeps): Route[] {
  const { config, identityProviders, now, scimGroups, scimUsers } = deps;

  async function find({ demandId }: SessionUser, id: string): Promise<ScimGroup> {
    const found = uuid.test(id) ? await scimGroups.get(demandId, id) : null;
    if (!found) throw noGroup();
    return found;
  }

  async function answerWith(
    call: Pick<Call, 'user' | 'isSecure' | 'host'>,
    id: string,
    status: 200 | 201,
  ): Promise<ScimAnswer> {
    const resource = groupResource(await find(call.user, id), scimBaseUrl(config, call));
    return { status, body: resource, ...(status === 201 ? { location: resource.meta.location } : {}) };
  }

  async function checkMembers(demandId: number | null, ids: readonly number[]): Promise<void> {
    const known = new Set(await scimUsers.existing(demandId, ids));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw noUser(unknown);
  }

  /**
   * Who changes a group in a call. Where the roles that follow need a second person, nothing of the group changes: at a
   * sign-in, its members would get them.
   */
  async function changerOf({ user, author }: GroupCall): Promise<ScimGroupChanger> {
    const provider = await identityProviders.find(user.demandId);
    return {
      author,
      async check(transaction, userIds) {
        if (!author.beforeRecording) return;
        const users = openScimUsers(transaction);
        await users.lock(userIds);
        const changes = await groupRoleChanges(users, provider, userIds);
        if (changes.length > 0)
          await author.beforeRecording(
            transaction,
            changes.map(({ entry }) => entry),
          );
      },
    };
  }

  /** Gives users the roles of their groups. */
  async function applyRoles({ user, author }: GroupCall, userIds: readonly number[]): Promise<void> {
    const provider = await identityProviders.find(user.demandId);
    for (const { userId, role } of await groupRoleChanges(scimUsers, provider, userIds))
      await setManagerRole(deps, userId, role, author);
  }

  async function update(
    call: GroupCall,
    id: string,
    change: (before: ScimGroupValues) => ScimGroupValues,
  ): Promise<void> {
    const group = { id, at: now().toISOString() };
    const outcome = await scimGroups.update(call.user.demandId, group, change, await changerOf(call));
    if (outcome.type === 'missing') throw noGroup();
    if (outcome.type === 'nameTaken') throw nameTaken();
    if (outcome.type === 'unknownUser') throw noUser(outcome.userId);
    await applyRoles(call, outcome.userIds);
  }

  return [
    scimRoute(scimContract.serviceProviderConfig, async (call) => ({
      status: 200,
      body: serviceProviderConfig(scimBaseUrl(config, call)),
    })),
    scimRoute(scimContract.resourceTypes, async (call) => {
      const types = resourceTypes(scimBaseUrl(config, call));
      return listOf(types, types.length, 0);
    }),
    scimRoute(scimContract.schemas, async (call) => {
      const all = schemas(scimBaseUrl(config, call));
      return listOf(all, all.length, 0);
    }),
    scimRoute(scimContract.listGroups, async (call) => {
      const { query, user } = call;
      const page = pageOfQuery(query);
      const filter = parseScimFilter(query.filter, ['displayName', 'externalId', 'id']);
      const { groups, total } = await scimGroups.list(user.demandId, filterOf(filter), page);
      const base = scimBaseUrl(config, call);
      return listOf(
        groups.map((each) => groupResource(each, base)),
        total,
        page.offset,
      );
    }),
    scimRoute(scimContract.readGroup, async (call) => answerWith(call, call.params.id, 200)),
    scimRoute(scimContract.createGroup, async (call) => {
      const { user } = call;
      const values = scimGroupOf(await jsonOf(call.upload));
      await checkMembers(user.demandId, values.memberIds);
      const group = { ...values, id: crypto.randomUUID(), at: now().toISOString() };
      if (!(await scimGroups.create(user.demandId, group, await changerOf(call)))) throw nameTaken();
      await applyRoles(call, values.memberIds);
      return answerWith(call, group.id, 201);
    }),
    scimRoute(scimContract.replaceGroup, async (call) => {
      const { id } = await find(call.user, call.params.id);
      const body = await jsonOf(call.upload);
      await update(call, id, () => scimGroupOf(body));
      return answerWith(call, id, 200);
    }),
    scimRoute(scimContract.patchGroup, async (call) => {
      const { id } = await find(call.user, call.params.id);
      const body = await jsonOf(call.upload);
      await update(call, id, (before) => patchedScimGroup(before, body));
      return answerWith(call, id, 200);
    }),
    scimRoute(scimContract.deleteGroup, async (call) => {
      const { id } = await find(call.user, call.params.id);
      const memberIds = await scimGroups.remove(call.user.demandId, id, await changerOf(call));
      if (!memberIds) throw noGroup();
      await applyRoles(call, memberIds);
      return { status: 204, body: null };
    }),
  ];
}

function filterOf(filter: ReturnType<typeof parseScimFilter>): ScimGroupFilter {
  if (!filter) return {};
  const { attribute, value } = filter;
  if (attribute === 'id') return { id: uuid.test(value) ? value : '00000000-0000-0000-0000-000000000000' };
  return attribute === 'displayname' ? { name: value } : { externalId: value };
}

function noGroup(): ScimFault {
  return new ScimFault(404, 'There is no such group');
}

function noUser(id: number): ScimFault {
  return invalidValue(`There is no user ${id}`);
}

function nameTaken(): ScimFault {
  return new ScimFault(409, 'displayName is the name of another group', 'uniqueness');
}
