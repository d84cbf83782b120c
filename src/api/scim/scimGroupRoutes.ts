import { roleOfGroups } from '#model/account/identityProvider.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { ScimGroup, ScimGroupFilter, ScimGroupValues } from '#storage/scim/scimGroupStore.ts';
import type { ApiDeps } from '../deps.ts';
import { HeldChange } from '../fourEyes/heldChange.ts';
import type { Call, Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { setManagerRole } from '../sso/setManagerRole.ts';
import { parseScimFilter } from './parseScimFilter.ts';
import { jsonOf, listOf, type ScimAnswer, scimRoute } from './scimAnswers.ts';
import { scimBaseUrl } from './scimBaseUrl.ts';
import { pageOfQuery, scimContract } from './scimContract.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './scimDiscovery.ts';
import { invalidValue, ScimFault } from './scimFault.ts';
import { patchedScimGroup, scimGroupOf } from './scimGroupValues.ts';
import { groupResource } from './scimResources.ts';

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

  /** Gives users the roles of their groups, as the settings of single sign-on have them. */
  async function applyRoles(demandId: number | null, userIds: readonly number[], author: Author): Promise<void> {
    const provider = await identityProviders.find(demandId);
    if (demandId === null || !provider || provider.groupRoles.length === 0) return;
    for (const id of userIds) {
      const found = await scimUsers.get(demandId, id);
      // Without a role, people can view until single sign-on refuses them.
      const role = roleOfGroups(await scimUsers.groupsOf(id), provider) ?? 'readonly';
      if (found && role !== 'admin' && role !== found.user.managerRole) await setManagerRole(deps, id, role, author);
    }
  }

  /** Applies the roles of a changed group; where they need a second person, the group stays as it was. */
  async function applyRolesOrUndo(
    { user, author }: Pick<Call, 'user' | 'author'>,
    userIds: readonly number[],
    undo: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await applyRoles(user.demandId, userIds, author);
    } catch (error) {
      if (error instanceof HeldChange) await undo();
      throw error;
    }
  }

  async function update(
    call: Pick<Call, 'user' | 'author'>,
    id: string,
    change: (before: ScimGroupValues) => ScimGroupValues,
  ): Promise<void> {
    const { demandId } = call.user;
    const group = { id, at: now().toISOString() };
    const outcome = await scimGroups.update(demandId, group, change, call.author);
    if (outcome.type === 'missing') throw noGroup();
    if (outcome.type === 'nameTaken') throw nameTaken();
    if (outcome.type === 'unknownUser') throw noUser(outcome.userId);
    const { before, after } = outcome;
    const changed = new Set(after.memberIds).symmetricDifference(new Set(before.memberIds));
    const isRenamed = after.name !== before.name || after.externalId !== before.externalId;
    const userIds = [...(isRenamed ? changed.union(new Set(before.memberIds)) : changed)];
    await applyRolesOrUndo(call, userIds, () => scimGroups.update(demandId, group, () => before, call.author));
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
      const { user, author } = call;
      const values = scimGroupOf(await jsonOf(call.upload));
      await checkMembers(user.demandId, values.memberIds);
      const group = { ...values, id: crypto.randomUUID(), at: now().toISOString() };
      if (!(await scimGroups.create(user.demandId, group, author))) throw nameTaken();
      await applyRolesOrUndo(call, values.memberIds, async () => {
        await scimGroups.remove(user.demandId, await find(user, group.id), author);
      });
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
      const group = await find(call.user, call.params.id);
      await scimGroups.remove(call.user.demandId, group, call.author);
      const memberIds = group.members.map(({ id }) => id);
      await applyRolesOrUndo(call, memberIds, () =>
        scimGroups.create(call.user.demandId, { ...group, memberIds, at: now().toISOString() }, call.author),
      );
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
