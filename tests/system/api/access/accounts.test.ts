import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setPassword } from '../../../support/api/withPasswords.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import {
  entities,
  entityList,
  hasPart,
  isAllowed,
  type Action,
  type EntityName,
  type ManagerRole,
} from '#model/index.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import {
  type ApiResponse,
  type Caller,
  idOf,
  password,
  problemsOf,
  startTestApi,
  type TestApi,
} from '../startTestApi.ts';

let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let root: Caller;
let adminId: number;

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  adminId = idOf(await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' }));
});

afterAll(() => api.close());

const whoIs = async (call: Caller) => (await call('GET', '/api/session')).body as SessionUser;
const actAs = (call: Caller, type: string, id: number, headers: Record<string, string> = {}) =>
  call('GET', `/api/switch?type=${type}&id=${id}`, undefined, headers);

describe('the types of user', () => {
  test('[MODE-01] are admin, demand, sdk, sub and adv, and a demand user managed by a manager', async () => {
    for (const [type, login] of Object.entries(own.logins)) {
      const user = await whoIs(await api.signIn(login));
      expect(user).toMatchObject({ type, managerId: null, demandId: own.demandId, accountName: 'alpha' });
    }
    expect(await whoIs(root)).toMatchObject({ type: 'admin', demandId: null });
    const managed = await whoIs(await api.signIn('alpha-manager'));
    expect(managed).toMatchObject({ type: 'demand', role: 'readonly', demandId: own.demandId });
    expect(managed.managerId).toBe(own.ids.user);
    const refused = await root('POST', '/api/users', { name: 'x', login: 'x', password, type: 'manager' });
    expect(problemsOf(refused)).toEqual(['type: invalid_value']);
  });

  test('[USER-02] [USER-03] one admin is super; every other is disabled, and reads without changing', async () => {
    expect(await whoIs(root)).toMatchObject({ uid: 'super', isDisabled: false });
    const admin = await api.signIn('admin');
    expect(await whoIs(admin)).toMatchObject({ uid: String(adminId), isDisabled: true });
    for (const path of ['/api/demands', '/api/users', '/api/tooltips', '/api/admin/config', '/api/log']) {
      expect((await admin('GET', path)).status, path).toBe(200);
    }
    const demand = `/api/demands/${own.demandId}`;
    const before = (await root('GET', demand)).body;
    for (const [method, path, body] of [
      ['POST', '/api/demands', { name: 'x' }],
      ['PATCH', demand, { name: 'x' }],
      ['POST', '/api/demands/bulk', { ids: [own.demandId], status: 0 }],
      ['DELETE', `${demand}/token`, undefined],
      ['POST', '/api/users', { name: 'x', login: 'x', password, type: 'admin' }],
      ['PATCH', `/api/users/${adminId}`, { name: 'x' }],
      ['PUT', '/api/admin/config', { postbidMaxImps: 1, postbidMaxReps: 1 }],
      ['POST', '/api/tooltips', { name: 'tag.rate', title: 'x', body: 'x' }],
      ['GET', `/api/switch?type=demand&id=${own.demandId}`, undefined],
      ['GET', `/api/switch?type=user&id=${own.ids.user}`, undefined],
    ] as const) {
      expect((await admin(method, path, body)).status, `${method} ${path}`).toBe(403);
    }
    expect((await root('GET', demand)).body).toEqual(before);
    expect((await whoIs(admin)).type).toBe('admin');
  });
});

describe('acting as another user', () => {
  test('[NAV-15] [CALL-07] the super admin acts as an account’s owner, and returns to itself whatever id is given', async () => {
    const call = await api.signIn('super');
    const { id: superId } = await whoIs(call);
    const leaveResponse = await actAs(call, 'demand', own.demandId);
    expect(leaveResponse).toMatchObject({ status: 303, headers: { location: '/' } });
    expect(await whoIs(call)).toMatchObject({
      id: own.ids.user,
      type: 'demand',
      role: 'demand',
      demandId: own.demandId,
      adminId: superId,
      adminName: 'Super admin',
    });
    expect((await call('GET', '/api/demands')).status).toBe(403);
    const back = await actAs(call, 'admin', adminId);
    expect(back).toMatchObject({ status: 303, headers: { location: '/demands' } });
    expect(await whoIs(call)).toMatchObject({ id: superId, role: 'super', adminId: null });
    // No acting session is left: there is no way back.
    expect((await actAs(call, 'admin', superId)).status).toBe(422);
  });

  test('the super admin also acts as a partner or a manager, only with their rights', async () => {
    const call = await api.signIn('super');
    await actAs(call, 'user', own.ids.manager);
    expect(await whoIs(call)).toMatchObject({ role: 'readonly' });
    expect((await call('POST', '/api/demand/advs', { name: 'x' })).status).toBe(403);
    // An acting user has no admin rights to act as the next one.
    expect((await actAs(call, 'user', foreign.ids.user)).status).toBe(403);
    expect((await actAs(call, 'demand', foreign.demandId)).status).toBe(403);
  });

  test('[CALL-09] is neither started nor ended by another site', async () => {
    const call = await api.signIn('super');
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://console.example' },
      { origin: 'https://evil.example' },
      { referer: 'https://evil.example/console.example' },
    ];
    for (const headers of elsewhere) {
      expect((await actAs(call, 'demand', own.demandId, headers)).status).toBe(403);
      expect(await whoIs(call)).toMatchObject({ role: 'super' });
    }
    expect((await actAs(call, 'demand', own.demandId, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
    for (const headers of elsewhere) {
      expect((await actAs(call, 'admin', 1, headers)).status).toBe(403);
      expect(await whoIs(call)).toMatchObject({ role: 'demand' });
    }
  });

  test('no other user starts it, and no user acts as an admin or as a suspended user', async () => {
    for (const login of [...Object.values(own.logins), 'alpha-manager']) {
      const call = await api.signIn(login);
      expect((await actAs(call, 'demand', own.demandId)).status, login).toBe(403);
      expect((await actAs(call, 'user', own.ids.user)).status, login).toBe(403);
      expect((await actAs(call, 'admin', 1)).status, login).toBe(422);
    }
    expect((await actAs(api.anonymous, 'demand', own.demandId)).status).toBe(403);
    expect(problemsOf(await actAs(root, 'user', adminId))).toEqual(['id: not_as_admin']);
    expect((await actAs(root, 'user', 2_000_000_000)).status).toBe(404);
    expect(problemsOf(await root('GET', '/api/switch?type=demand&id=1%20or%201'))).toEqual(['id: invalid_format']);

    await root('PATCH', `/api/users/${own.ids.login}`, { status: 0 });
    expect(problemsOf(await actAs(root, 'user', own.ids.login))).toEqual(['id: suspended']);
    await root('PATCH', `/api/demands/${foreign.demandId}`, { status: 0 });
    expect(problemsOf(await actAs(root, 'demand', foreign.demandId))).toEqual(['id: suspended']);
    expect(await whoIs(root)).toMatchObject({ role: 'super' });
    await root('PATCH', `/api/demands/${foreign.demandId}`, { status: 1 });
  });

  test('an admin suspended while acting is signed out, and one whose account is suspended too', async () => {
    const secondId = idOf(
      await root('POST', '/api/users', { name: 'Second', login: 'second', password, type: 'admin' }),
    );
    await api.sql(`update users set is_super = true where id = ${secondId}`);
    const second = await api.signIn('second');
    await actAs(second, 'demand', own.demandId);
    expect(await whoIs(second)).toMatchObject({ role: 'demand', adminName: 'Second' });
    await root('PATCH', `/api/users/${secondId}`, { status: 0 });
    expect((await second('GET', '/api/session')).status).toBe(403);
    expect((await actAs(second, 'admin', secondId)).status).toBe(403);

    const call = await api.signIn('super');
    await actAs(call, 'demand', foreign.demandId);
    await root('POST', '/api/demands/bulk', { ids: [foreign.demandId], status: 0 });
    expect((await call('GET', '/api/session')).status).toBe(403);
    await root('POST', '/api/demands/bulk', { ids: [foreign.demandId], status: 1 });
  });

  test('the log names the acting admin beside the user', async () => {
    const call = await api.signIn('super');
    await actAs(call, 'demand', own.demandId);
    await call('PATCH', `/api/demand/advs/${own.ids.advertiser}`, { name: 'alpha renamed' });
    await actAs(call, 'admin', 1);
    const { rows } = (await call('GET', `/api/log?demandId=${own.demandId}&size=2`)).body as { rows: object[] };
    expect(rows).toMatchObject([
      { action: 'updated', name: 'alpha renamed', userName: 'alpha demand', adminName: 'Super admin' },
      { action: 'impersonate', name: 'alpha demand', userName: 'Super admin', adminName: null },
    ]);
  });
});

const actionRoutes: Record<Exclude<Action, 'delete'>, (entity: EntityName) => [method: string, path: string]> = {
  read: (entity) => ['GET', `/api/${entities[entity].path}`],
  create: (entity) => ['POST', `/api/${entities[entity].path}`],
  update: (entity) => ['PATCH', `/api/${entities[entity].path}/2147483647`],
};

describe('[GUARD-03] the roles of managers', () => {
  const make = async (managerRole: ManagerRole, more: object = {}) => {
    const owner = await api.signIn(own.logins.demand);
    const login = `${managerRole}-${Math.random()}`;
    const id = idOf(
      await owner('POST', '/api/demand/managers', { name: login, login, password, managerRole, ...more }),
    );
    return { id, call: await api.signIn(login) };
  };

  test.each(['full', 'trafficker', 'readonly', 'finance'] as const)(
    '%s: the server lets through what the table says',
    async (role) => {
      const { call } = await make(role);
      const { database } = ((await call('GET', '/api/session')).body as SessionUser).config;
      for (const { name } of entityList.filter((each) => hasPart(database, each.name as EntityName))) {
        for (const [action, routeOf] of Object.entries(actionRoutes)) {
          const [method, path] = routeOf(name as EntityName);
          // With the right, an empty body is refused for its faults.
          const answer = await call(method, path, method === 'GET' ? undefined : {});
          const isLetIn = answer.status !== 403;
          expect(isLetIn, `${method} ${path}: ${answer.text}`).toBe(
            isAllowed(role, name as EntityName, action as Action),
          );
        }
      }
      const removed = await call('DELETE', '/api/demand/waterfall/2147483647');
      expect(removed.status).toBe(isAllowed(role, 'waterfallRow', 'delete') ? 404 : 403);
    },
  );

  test('a manager manages no managers, and its role and its logins follow the owner immediately', async () => {
    const { id, call } = await make('full');
    expect((await call('GET', '/api/demand/managers')).status).toBe(403);
    expect((await call('POST', '/api/demand/advs', { name: 'by a manager' })).status).toBe(201);
    const owner = await api.signIn(own.logins.demand);
    await owner('PATCH', `/api/demand/managers/${id}`, { managerRole: 'readonly' });
    expect((await call('POST', '/api/demand/advs', { name: 'not any more' })).status).toBe(403);
    await owner('PATCH', `/api/demand/managers/${id}`, { status: 0 });
    expect((await call('GET', '/api/session')).status).toBe(403);
  });

  test('one of some advertisers sees and changes only these, and what belongs to them', async () => {
    const owner = await api.signIn(own.logins.demand);
    const other = idOf(await owner('POST', '/api/demand/advs', { name: 'other advertiser' }));
    const otherTag = idOf(
      await owner('POST', '/api/demand/tags', { name: 'other tag', advertiserId: other, url: 'https://ads.example/' }),
    );
    const otherRow = idOf(
      await owner('POST', '/api/demand/waterfall', { channelId: own.ids.channel, tagId: otherTag }),
    );
    const spare = idOf(
      await owner('POST', '/api/demand/channels', { name: 'alpha spare', subpublisherId: own.ids.subpublisher }),
    );
    const { call } = await make('full', { scopeAdvertiserIds: [own.ids.advertiser] });

    for (const path of ['advs', 'tags', 'waterfall', 'advs/list', 'tags/list', 'tagnames/list']) {
      const answer = await call('GET', `/api/demand/${path}`);
      expect(answer.status).toBe(200);
      expect(answer.text, path).not.toContain('other');
      expect(answer.text, path).toContain(path === 'waterfall' ? `"tagId":${own.ids.tag}` : 'alpha');
    }
    for (const path of [`advs/${other}`, `tags/${otherTag}`, `waterfall/${otherRow}`]) {
      expect((await call('GET', `/api/demand/${path}`)).status, path).toBe(404);
      const change = path.startsWith('waterfall') ? { weight: 1 } : { name: 'taken over' };
      expect((await call('PATCH', `/api/demand/${path}`, change)).status, path).toBe(404);
    }
    expect((await call('DELETE', `/api/demand/waterfall/${otherRow}`)).status).toBe(404);
    const foreignTag = await call('POST', '/api/demand/tags', {
      name: 'x',
      advertiserId: other,
      url: 'https://ads.example/',
    });
    expect(problemsOf(foreignTag)).toEqual(['advertiserId: unknown_reference']);
    expect(problemsOf(await call('PATCH', `/api/demand/tags/${own.ids.tag}`, { advertiserId: other }))).toEqual([
      'advertiserId: unknown_reference',
    ]);
    expect(problemsOf(await call('POST', '/api/demand/waterfall', { channelId: spare, tagId: otherTag }))).toEqual([
      'tagId: unknown_reference',
    ]);
    const byId = await call('POST', '/api/demand/tags/bulk', { ids: [otherTag], status: 0 });
    expect(byId.body).toMatchObject({ changed: 0, results: [{ problem: { code: 'not_found' } }] });
    const all = { filters: { advertiserId: [other] } };
    expect((await call('POST', '/api/demand/tags/bulk', { all, status: 0 })).body).toMatchObject({ changed: 0 });
    expect((await owner('GET', `/api/demand/tags/${otherTag}`)).body).toMatchObject({ name: 'other tag', status: 1 });
    // Its sub-publishers are not restricted.
    expect((await call('GET', `/api/demand/subs/${own.ids.subpublisher}`)).status).toBe(200);
  });

  test('one of some sub-publishers sees and changes only these, and their channels', async () => {
    const owner = await api.signIn(own.logins.demand);
    const other = idOf(await owner('POST', '/api/demand/subs', { name: 'other sub-publisher' }));
    const otherChannel = idOf(
      await owner('POST', '/api/demand/channels', { name: 'other channel', subpublisherId: other }),
    );
    const { call } = await make('trafficker', { scopeSubpublisherIds: [own.ids.subpublisher] });
    for (const path of ['subs', 'channels', 'subs/list', 'channels/list', 'channelNames/list']) {
      const answer = await call('GET', `/api/demand/${path}`);
      expect(answer.text, path).not.toContain('other');
      expect(answer.text, path).toContain('alpha');
    }
    expect((await call('GET', `/api/demand/subs/${other}`)).status).toBe(404);
    expect((await call('GET', `/api/demand/channels/${otherChannel}`)).status).toBe(404);
    expect((await call('GET', `/api/demand/channels/${otherChannel}/tag`)).status).toBe(404);
    expect((await call('PATCH', `/api/demand/channels/${otherChannel}`, { name: 'x' })).status).toBe(404);
    const created = await call('POST', '/api/demand/channels', { name: 'x', subpublisherId: other });
    expect(problemsOf(created)).toEqual(['subpublisherId: unknown_reference']);
    expect(
      problemsOf(await call('POST', '/api/demand/waterfall', { channelId: otherChannel, tagId: own.ids.tag })),
    ).toEqual(['channelId: unknown_reference']);
    expect((await call('PATCH', `/api/demand/channels/${own.ids.channel}`, { name: 'alpha channel two' })).status).toBe(
      200,
    );
  });

  test('a scope only names partners of the own account', async () => {
    const owner = await api.signIn(own.logins.demand);
    const refused = await owner('POST', '/api/demand/managers', {
      name: 'x',
      login: 'scoped',
      password,
      scopeAdvertiserIds: [foreign.ids.advertiser],
      scopeSubpublisherIds: [foreign.ids.subpublisher],
    });
    expect(refused.status).toBe(422);
    expect(problemsOf(refused).toSorted()).toEqual([
      'scopeAdvertiserIds: unknown_reference',
      'scopeSubpublisherIds: unknown_reference',
    ]);
  });
});

describe('the logins of partners', () => {
  const answerOf = (answer: ApiResponse) => answer.body as Record<string, unknown>;

  test('an account creates logins for its partners, changes their passwords and suspends them', async () => {
    const owner = await api.signIn(own.logins.demand);
    const id = idOf(
      await owner('POST', '/api/demand/logins', {
        name: 'Partner',
        login: 'partner',
        password,
        type: 'sub',
        subpublisherId: own.ids.subpublisher,
      }),
    );
    const partner = await api.signIn('partner');
    expect(await whoIs(partner)).toMatchObject({ type: 'sub', subpublisherId: own.ids.subpublisher });
    await setPassword(owner, `/api/demand/logins/${id}`, 'another good password');
    expect((await partner('GET', '/api/session')).status).toBe(403);
    const again = await api.signIn('partner', 'another good password');
    await owner('PATCH', `/api/demand/logins/${id}`, { status: 0 });
    expect((await again('GET', '/api/session')).status).toBe(403);
    const list = await owner('GET', `/api/demand/logins?subpublisherId=${own.ids.subpublisher}&status=0,1`);
    expect(list.text).toContain('"login":"partner"');
    expect(list.text).not.toContain('argon2');
  });

  test('an account creates none for a partner of another account, none of another type, and sees no other logins', async () => {
    const owner = await api.signIn(own.logins.demand);
    const body = { name: 'x', login: 'stranger', password };
    const foreignPartner = { ...body, type: 'adv', advertiserId: foreign.ids.advertiser };
    expect(problemsOf(await owner('POST', '/api/demand/logins', foreignPartner))).toEqual([
      'advertiserId: unknown_reference',
    ]);
    expect((await owner('POST', '/api/demand/logins', { ...body, type: 'demand' })).status).toBe(400);
    expect((await owner('POST', '/api/demand/logins', { ...body, type: 'admin' })).status).toBe(400);
    expect((await owner('GET', `/api/demand/logins/${own.ids.user}`)).status).toBe(404);
    expect((await owner('PATCH', `/api/demand/logins/${own.ids.manager}`, { name: 'x' })).status).toBe(404);
    expect((await owner('PATCH', `/api/demand/managers/${own.ids.user}`, { status: 0 })).status).toBe(404);
    const { rows } = answerOf(await owner('GET', '/api/demand/logins?size=1000')) as { rows: { type: string }[] };
    expect(rows.every(({ type }) => ['sub', 'adv', 'sdk'].includes(type))).toBe(true);
  });
});
