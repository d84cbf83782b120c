import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { createKey, programOf } from './createKey.ts';
import { createRole } from './createRole.ts';

let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  owner = await api.signIn(own.logins.demand);
});

afterAll(() => api.close());

const sessionOf = async (caller: Caller) => (await caller('GET', '/api/session')).body as SessionUser;
const statusOf = async (caller: Caller, path: string) => (await caller('GET', path)).status;
const renameTag = (caller: Caller) => caller('PATCH', `/api/demand/tags/${own.ids.tag}`, { name: 'renamed' });

describe('a custom role', () => {
  test('has every fault of a request reported', async () => {
    const create = (permissions: unknown) => owner('POST', '/api/demand/roles', { name: 'x', permissions });
    const faulty = await create({ reports: 'delete', finance: 'read', nothing: 'write' });
    expect(faulty.status).toBe(400);
    expect(problemsOf(faulty).map((each) => each.split(':')[0])).toEqual([
      'permissions.reports',
      'permissions.finance',
      'permissions.nothing',
    ]);
    expect(problemsOf(await create({}))).toEqual(['permissions: required']);
    expect(problemsOf(await owner('POST', '/api/demand/roles', { name: 'x' }))).toEqual(['permissions: required']);
    idOf(await create({ reports: 'read' }));
    const twice = await create({ reports: 'read' });
    expect([twice.status, ...problemsOf(twice)]).toEqual([409, 'name: taken']);
  });

  test('belongs to the owner of its account: managers, programs and other accounts cannot change it', async () => {
    const { roleId, caller } = await createRole(api, owner, { account: 'write' });
    const other = await api.signIn(foreign.logins.demand);
    const program = programOf(api, (await createKey(owner, { scopes: ['account:write'] })).token);
    const widen = (by: Caller) => by('PATCH', `/api/demand/roles/${roleId}`, { permissions: { demand: 'write' } });
    expect((await widen(caller)).status).toBe(403);
    expect((await widen(program)).status).toBe(403);
    expect((await widen(other)).status).toBe(404);
    const set = { changes: [{ entity: 'role', action: 'update', id: roleId, values: { name: 'x' } }] };
    expect((await owner('POST', '/api/changes', set)).status).toBe(400);
    const given = await other('PATCH', `/api/demand/managers/${foreign.ids.manager}`, { roleId });
    expect([given.status, ...problemsOf(given)]).toEqual([422, 'roleId: unknown_reference']);
  });

  test('limits the built-in role of a manager, whose session names it', async () => {
    const { roleId, caller } = await createRole(api, owner, { demand: 'write' }, { managerRole: 'readonly' });
    expect(await sessionOf(caller)).toMatchObject({
      role: 'readonly',
      customRole: { id: roleId },
      scopes: ['demand:write'],
    });
    expect(await statusOf(caller, '/api/demand/tags')).toBe(200);
    const channels = await caller('GET', '/api/demand/channels');
    expect([channels.status, ...problemsOf(channels)]).toEqual([403, ': outside_role']);
    expect(channels.text).toContain('does not include this: read Supply');
    const renamed = await renameTag(caller);
    expect([renamed.status, ...problemsOf(renamed)]).toEqual([403, ': forbidden']);
  });

  test('leaves what is one’s own: session, password, saved views, profile, and search in what can be read', async () => {
    const { caller } = await createRole(api, owner, { targeting: 'read' });
    for (const path of ['/api/session', '/api/session/all', '/api/views?page=/targetings', '/api/demand/info']) {
      expect(await statusOf(caller, path), path).toBe(200);
    }
    const found = (await caller('GET', '/api/search?q=alpha')).body as { entity: string }[];
    expect(new Set(found.map(({ entity }) => entity))).toEqual(new Set(['targeting', 'appList']));
    const profile = await caller('PUT', '/api/demand/info', {});
    expect([profile.status, ...problemsOf(profile)]).toEqual([403, ': outside_role']);
    const changed = { currentPassword: password, password: 'another good password' };
    expect((await caller('PUT', '/api/session/password', changed)).status).toBe(200);
  });

  test('ends the sessions of its users when its permissions change, with an event in the security log', async () => {
    const { roleId, managerId, login, caller } = await createRole(api, owner, { demand: 'read' });
    const role = (values: object) => owner('PATCH', `/api/demand/roles/${roleId}`, values);
    expect((await role({ description: 'Reads tags' })).status).toBe(200);
    expect(await statusOf(caller, '/api/demand/tags')).toBe(200);
    expect((await role({ permissions: { supply: 'read' } })).status).toBe(200);
    expect(await statusOf(caller, '/api/session')).toBe(403);
    const again = await api.signIn(login);
    expect([await statusOf(again, '/api/demand/tags'), await statusOf(again, '/api/demand/channels')]).toEqual([
      403, 200,
    ]);
    const log = (await owner('GET', '/api/security-log?type=roleChanged')).body as { rows: object[] };
    expect(log.rows[0]).toMatchObject({ type: 'roleChanged', subject: { entity: 'role', id: roleId } });
    // A paused role includes nothing; without a role, the manager has the rights of the built-in one again.
    expect((await role({ status: 0 })).status).toBe(200);
    const paused = await api.signIn(login);
    expect([await statusOf(paused, '/api/demand/channels'), await statusOf(paused, '/api/views?page=/tags')]).toEqual([
      403, 200,
    ]);
    expect((await owner('PATCH', `/api/demand/managers/${managerId}`, { roleId: null })).status).toBe(200);
    expect(await statusOf(paused, '/api/session')).toBe(403);
    expect(await statusOf(await api.signIn(login), '/api/demand/tags')).toBe(200);
  });

  test('also limits the API keys of its users, to what both include', async () => {
    const { roleId, caller } = await createRole(api, owner, { account: 'write', demand: 'read', supply: 'write' });
    const { token } = await createKey(caller, { scopes: ['demand:write', 'supply:read', 'campaigns:read'] });
    const program = programOf(api, token);
    expect((await sessionOf(caller)).scopes).toEqual(['supply:write', 'demand:read', 'account:write']);
    expect(await statusOf(program, '/api/demand/tags')).toBe(200);
    expect(problemsOf(await renameTag(program))).toEqual([': outside_role']);
    expect(problemsOf(await program('GET', '/api/demand/campaigns'))).toEqual([': outside_role']);
    const channel = await program('PATCH', `/api/demand/channels/${own.ids.channel}`, { name: 'x' });
    expect(problemsOf(channel)).toEqual([': insufficient_scope']);
    expect((await owner('PATCH', `/api/demand/roles/${roleId}`, { permissions: { supply: 'read' } })).status).toBe(200);
    expect(problemsOf(await program('GET', '/api/demand/tags'))).toEqual([': outside_role']);
  });

  test('also limits what tests of tags and bidders read', async () => {
    const { caller } = await createRole(api, owner, { tools: 'write', supply: 'read' });
    expect((await caller('POST', '/api/vastTester/tests', { tagId: own.ids.tag })).status).toBe(404);
    expect((await caller('POST', '/api/vastTester/bidders', { tagId: own.ids.tag })).status).toBe(404);
    const key = await createKey(owner, { scopes: ['tools:write'] });
    const program = programOf(api, key.token);
    expect((await program('POST', '/api/vastTester/tests', { tagId: own.ids.tag })).status).toBe(404);
    expect((await program('POST', '/api/vastTester/tests', { channelId: own.ids.channel })).status).toBe(404);
  });
});

describe('the owner of an account who sees the console as a role', () => {
  const view = (role: unknown) => owner('PUT', '/api/session/viewedRole', { role });

  test('has no more rights than the role, in this session alone, until it ends', async () => {
    const { roleId } = await createRole(api, owner, { demand: 'read' });
    const elsewhere = await api.signIn(own.logins.demand);
    expect((await view(roleId)).status).toBe(200);
    expect(await sessionOf(owner)).toMatchObject({
      ...{ role: 'full', customRole: { id: roleId }, viewedRole: String(roleId), scopes: ['demand:read'] },
      managerId: own.ids.user,
    });
    expect(await statusOf(owner, '/api/demand/tags')).toBe(200);
    expect(problemsOf(await renameTag(owner))).toEqual([': outside_role']);
    for (const path of ['/api/demand/managers', '/api/demand/roles', '/api/security-log', '/api/demand/channels']) {
      expect(await statusOf(owner, path), path).toBe(403);
    }
    expect(await statusOf(elsewhere, '/api/demand/managers')).toBe(200);
    expect((await view('readonly')).status).toBe(200);
    expect(await sessionOf(owner)).toMatchObject({ role: 'readonly', customRole: null, viewedRole: 'readonly' });
    expect(problemsOf(await renameTag(owner))).toEqual([': forbidden']);
    expect((await owner('DELETE', '/api/session/viewedRole')).status).toBe(200);
    expect(await sessionOf(owner)).toMatchObject({ role: 'demand', viewedRole: null, managerId: null });
    expect((await renameTag(owner)).status).toBe(200);
  });

  test('chooses a role of the own account; managers and partners cannot', async () => {
    const other = await api.signIn(foreign.logins.demand);
    expect((await view(foreign.ids.role)).status).toBe(404);
    expect((await view('super')).status).toBe(400);
    const { caller } = await createRole(api, owner, { demand: 'read' });
    expect((await caller('PUT', '/api/session/viewedRole', { role: 'full' })).status).toBe(403);
    const partner = await api.signIn(own.logins.adv);
    expect((await partner('PUT', '/api/session/viewedRole', { role: 'full' })).status).toBe(403);
    expect((await other('DELETE', '/api/session/viewedRole')).status).toBe(200);
  });
});
