import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiScope } from '#model/account/apiScopes.ts';
import type { WaitingResponse } from '#api/fourEyes/waitingContract.ts';
import { createKey, programOf } from '../api/access/createKey.ts';
import { type FourEyesWorld, openFourEyesWorld } from '../api/access/openFourEyesWorld.ts';
import { changedRows, digestRows } from '../api/access/rowDigests.ts';
import { bodyFor, entityOf, idOfSubject, noSession } from '../api/access/sampleCalls.ts';
import { type ApiResponse, type Caller, password, problemsOf } from '../api/startTestApi.ts';

let world: FourEyesWorld;
let anna: Caller;
let owner: Caller;

beforeAll(async () => {
  world = await openFourEyesWorld();
  anna = await world.as('super');
  owner = await world.as(world.own.logins.demand);
});

afterAll(() => world.api.close());

/** Rows that no one changes alone: prices, rights, permissions, providers, and everything that is paid. */
const guarded = () =>
  digestRows(world.api, {
    demands: 'select id, price_req, price_imp, price_dsp, price_postbid from demands order by id',
    users:
      "select id, login, type, is_super, manager_id, manager_role, role_id, scope_advertiser_ids, scope_subpublisher_ids from users where type in ('admin', 'demand') order by id",
    // New ones that no one has give nothing.
    roles: 'select id, permissions from roles where id in (select role_id from users) order by id',
    exchange_rates: 'select * from exchange_rates order by id',
    price_plans: 'select * from price_plans order by id',
    finance_adjustments: 'select * from finance_adjustments order by id',
    finance_settlements: 'select * from finance_settlements order by id',
    finance_payments: 'select * from finance_payments order by id',
    identity_providers:
      'select id, is_enabled, issuer, group_roles from identity_providers where is_enabled order by id',
  });

const waitingIdOf = (answer: ApiResponse) => (answer.body as WaitingResponse).waiting.id;
const codeOf = (answer: ApiResponse) => [answer.status, ...problemsOf(answer)];
const approve = (by: Caller, id: string) => by('POST', `/api/waiting/${id}/approve`);
const managerPath = () => `/api/demand/managers/${world.own.ids.manager}`;

describe('around four eyes', () => {
  test('[EYES-03] an API key, bulk edits and undoing change nothing alone', async () => {
    const { own, api } = world;
    const rate = { amount: '-1000', reason: 'refund' };
    const path = `/api/finance/months/2027-01/accounts/${own.demandId}/adjustments`;
    const program = programOf(api, (await createKey(anna, { scopes: ['finance:write'] })).token);
    expect(codeOf(await program('POST', path, rate))).toEqual([403, ': four_eyes']);
    const bulk = { ids: [own.ids.manager], edits: [{ field: 'managerRole', operation: 'set', value: 'readonly' }] };
    const edited = await owner('POST', '/api/demand/managers/bulk', bulk);
    expect(edited.status, edited.text).not.toBe(200);
    await world.without(() => owner('PATCH', managerPath(), { managerRole: 'finance' }));
    const [entry] = await api.sql(
      `select id from changes where entity = 'manager' and action = 'updated' order by id desc limit 1`,
    );
    expect(codeOf(await owner('POST', `/api/log/${Number(entry?.['id'])}/revert`))).toEqual([403, ': four_eyes']);
    expect((await owner('GET', managerPath())).body).toMatchObject({ managerRole: 'finance' });
  });

  test('[EYES-03] SCIM gives no roles, and nothing of a group whose roles need a second person is ever visible', async () => {
    const { api } = world;
    const groupRoles = [
      { group: 'Interns', role: 'readonly' },
      { group: 'Boss', role: 'full' },
    ];
    await world.without(async () => {
      await owner('POST', '/api/sso');
      const settings = await owner('PUT', '/api/sso', {
        ...{ name: 'Login', isEnabled: false, issuer: 'https://login.alpha.example', clientId: 'x' },
        ...{ groupsClaim: 'groups', groupRoles, defaultRole: null },
        ...{ createsUsers: false, trustsEmail: false, allowsPasswords: true },
      });
      expect(settings.status, settings.text).toBe(200);
    });
    const { token } = await createKey(owner, { scopes: ['scim:write'] });
    const scim: Caller = (method, path, body) =>
      body === undefined
        ? programOf(api, token)(method, path)
        : programOf(api, token)(method, path, JSON.stringify(body), { 'content-type': 'application/scim+json' });
    const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'new-manager', active: true };
    expect((await scim('POST', '/scim/v2/Users', user)).status).toBe(403);
    expect(await api.sql(`select id from users where login = 'new-manager'`)).toEqual([]);
    const members = [{ value: String(world.own.ids.manager) }];
    const groupOf = (displayName: string, more: object) => ({
      ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName },
      ...more,
    });
    const idOfGroup = (answer: ApiResponse) => (answer.body as { id: string }).id;
    const state = async () => ({
      groups: await api.sql('select id, name from scim_groups order by id'),
      members: await api.sql('select group_id, user_id from scim_group_members order by 1, 2'),
      // Whatever was stored in between would have left its events.
      events: await api.sql(`select count(*)::int as number from security_events where type = 'groupChanged'`),
    });
    const expectHeld = async (method: string, path: string, body?: object) => {
      const before = await state();
      const answer = await scim(method, `/scim/v2/Groups${path}`, body);
      expect([answer.status, answer.text.includes('second person')], `${method} ${path}: ${answer.text}`).toEqual([
        403,
        true,
      ]);
      expect(await state()).toEqual(before);
    };
    await world.without(() => owner('PATCH', managerPath(), { managerRole: 'readonly' }));
    await expectHeld('POST', '', groupOf('Boss', { members }));
    const boss = idOfGroup(await scim('POST', '/scim/v2/Groups', groupOf('Boss', { members: [] })));
    await expectHeld('PUT', `/${boss}`, groupOf('Boss', { members }));
    const Operations = [{ op: 'add', path: 'members', value: members }];
    const patch = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations };
    await expectHeld('PATCH', `/${boss}`, patch);
    // The first group in the list gives the role: without it, the second one would.
    const interns = idOfGroup(await scim('POST', '/scim/v2/Groups', groupOf('Interns', { members })));
    expect((await scim('PATCH', `/scim/v2/Groups/${boss}`, patch)).status).toBe(200);
    await expectHeld('DELETE', `/${interns}`);
    await expectHeld('PUT', `/${interns}`, groupOf('Others', { members }));
    expect((await owner('GET', managerPath())).body).toMatchObject({ managerRole: 'readonly' });
    expect((await scim('DELETE', `/scim/v2/Groups/${boss}`)).status).toBe(204);
    expect((await scim('DELETE', `/scim/v2/Groups/${interns}`)).status).toBe(204);
  });

  test('[EYES-01] another secret of a provider is another change, though its log entry looks the same', async () => {
    const settings = {
      ...{ name: 'Login', isEnabled: false, issuer: 'https://login.alpha.example', clientId: 'x' },
      ...{ groupsClaim: 'groups', groupRoles: [{ group: 'Boss', role: 'full' }], defaultRole: null },
      ...{ createsUsers: false, trustsEmail: false, allowsPasswords: true },
    };
    const propose = async (clientSecret: string) =>
      waitingIdOf(await owner('PUT', '/api/sso', { ...settings, clientSecret }));
    const [one, again, other] = [await propose('one'), await propose('one'), await propose('other')];
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  test('[EYES-01] a proposer who gets into the approver’s login cannot approve as that person', async () => {
    const { api } = world;
    const benId = await world.idOf('ben');
    const proposed = await anna('PATCH', `/api/demands/${world.own.demandId}`, { priceReq: '9.00' });
    const id = waitingIdOf(proposed);
    const link = (await anna('POST', `/api/users/${benId}/signIn/link`, {})).body as { url: string };
    const set = { token: link.url.split('#')[1], password: 'another good password' };
    expect((await api.anonymous('POST', '/api/auth/password', set)).status).toBe(200);
    const stolen = await api.signIn('ben', 'another good password');
    await stolen('POST', '/api/session/confirmation', { password: 'another good password' });
    expect(codeOf(await approve(stolen, id))).toEqual([403, ': dependent']);
    // Neither can an admin who acts as someone, nor a program; a session that is not confirmed is refused.
    const key = programOf(api, (await createKey(await world.as('cleo'), { scopes: ['changes:write'] })).token);
    expect((await approve(key, id)).status).toBe(403);
    expect(codeOf(await approve(await unconfirmed('cleo'), id))).toEqual([403, ': confirmation_required']);
    expect((await approve(await world.as('cleo'), id)).status).toBe(200);
  });

  test('[EYES-01] acting as a user makes no second person of an admin', async () => {
    const { api, own } = world;
    const acting = await world.as('cleo');
    await acting('POST', '/api/session/confirmation', { password });
    expect((await acting('GET', `/api/switch?type=user&id=${own.ids.user}`)).status).toBe(303);
    const proposed = await acting('PATCH', managerPath(), { managerRole: 'trafficker' });
    const id = waitingIdOf(proposed);
    expect(codeOf(await approve(await world.as('cleo'), id))).toEqual([403, ': own_change']);
    expect(codeOf(await approve(owner, id))).toEqual([403, ': own_change']);
    const other = await world.as('cleo');
    await other('POST', '/api/session/confirmation', { password });
    await other('GET', `/api/switch?type=user&id=${await world.idOf('second')}`);
    expect(codeOf(await approve(other, id))).toEqual([403, ': acting_as']);
    expect((await approve(await world.as('second'), id)).status).toBe(200);
    const [row] = await api.sql(
      `select user_id, admin_id, approved_by from changes where approved_by is not null order by id desc limit 1`,
    );
    expect(row).toEqual({
      ...{ user_id: own.ids.user, admin_id: await world.idOf('cleo') },
      approved_by: await world.idOf('second'),
    });
  });

  test('[EYES-02] a stored call cannot be moved to another change', async () => {
    const { api, own } = world;
    const propose = (priceReq: string) => anna('PATCH', `/api/demands/${own.demandId}`, { priceReq });
    const [cheap, dear] = [waitingIdOf(await propose('0.01')), waitingIdOf(await propose('90.00'))];
    await api.sql(
      `update waiting_changes set sealed_call = (select sealed_call from waiting_changes where id = '${dear}') where id = '${cheap}'`,
    );
    expect(codeOf(await approve(await world.as('cleo'), cheap))).toEqual([409, ': unreadable']);
    expect((await anna('GET', `/api/demands/${own.demandId}`)).body).not.toMatchObject({ priceReq: '90.00' });
  });

  test('[EYES-03] no call of any route, by one person or a program, changes what needs two', async () => {
    const { own, api } = world;
    const [tooltipId, exchangeRateId] = [1, 1];
    const subject = { demandId: own.demandId, ids: own.ids, tooltipId, exchangeRateId };
    await owner('POST', '/api/sso');
    const key = async (by: Caller, scopes: ApiScope[]) => programOf(api, (await createKey(by, { scopes })).token);
    const callers = {
      super: await api.signIn('super'),
      owner: await api.signIn(own.logins.demand),
      'key of a super admin': await key(anna, ['finance:write', 'platform:write', 'scim:write', 'account:write']),
      'key of an owner': await key(owner, ['account:write', 'scim:write', 'changes:write']),
    };
    const before = await guarded();
    let waiting = 0;
    for (const [name, call] of Object.entries(callers)) {
      for (const route of api.routes) {
        const isEnding =
          route.path.startsWith('/api/auth/') ||
          route.path.startsWith('/api/session/') ||
          route.path === '/api/switch' ||
          route.path.includes('/signIn/');
        const takesAway =
          route.path.endsWith('/erase') || (route.path.startsWith('/api/sso') && route.method === 'DELETE');
        if (route.method === 'GET' || route.access === 'internal' || isEnding || takesAway) continue;
        const entity = entityOf(route);
        const path = route.path
          .replace('{id}', String(entity ? idOfSubject(entity, subject) : own.demandId))
          .replace('{month}', '2027-01')
          .replace(/\{(?:session|factor|device|provider)Id\}/, noSession)
          .replace(/\{\w+\}/g, '1');
        const body = bodyFor(route, subject);
        const type = route.streamBody?.contentTypes[0];
        const answer = await call(
          route.method,
          path,
          body,
          typeof body === 'string' ? { 'content-type': type ?? 'text/csv' } : {},
        );
        expect(answer.status, `${name}: ${route.method} ${path}: ${answer.text}`).toBeLessThan(500);
        if (answer.status === 202) waiting += 1;
        const found = changedRows(before, await guarded());
        expect(found, `${name}: ${route.method} ${path}: ${answer.text}`).toEqual([]);
      }
    }
    expect(waiting).toBeGreaterThan(5);
  });
});

describe('one person behind two logins', () => {
  beforeEach(async () => {
    await world.api.sql(`update security_events set at = at - interval '8 days'`);
    await world.api.sql(`update users set is_super = true where login in ('ada', 'eve')`);
  });

  const link = async (by: string, to: string) => {
    const call = await world.as(by);
    expect((await call('POST', `/api/users/${await world.idOf(to)}/signIn/link`, {})).status).toBe(201);
  };
  const propose = async (by: string, priceReq: string) => {
    const call = await world.as(by);
    return call('PATCH', `/api/demands/${world.own.demandId}`, { priceReq });
  };
  const approversOf = ({ body }: ApiResponse) => (body as WaitingResponse).waiting.approvers.map(({ name }) => name);

  test('[EYES-01] someone who made a link for the proposer approves nothing of it', async () => {
    await link('super', 'ada');
    const proposed = await propose('ada', '11.00');
    expect(approversOf(proposed)).toEqual(['ben', 'cleo', 'eve']);
    expect(codeOf(await approve(anna, waitingIdOf(proposed)))).toEqual([403, ': dependent']);
  });

  test('[EYES-01] someone who made links for two people is no second person between them', async () => {
    await link('super', 'ada');
    await link('super', 'eve');
    const proposed = await propose('ada', '12.00');
    expect(approversOf(proposed)).toEqual(['ben', 'cleo']);
    expect(codeOf(await approve(await world.as('eve'), waitingIdOf(proposed)))).toEqual([403, ': dependent']);
  });

  test('[EYES-01] neither is someone who made a link through another person', async () => {
    await link('super', 'ada');
    await link('ada', 'eve');
    const proposed = await propose('super', '13.00');
    expect(approversOf(proposed)).toEqual(['ben', 'cleo']);
    expect(codeOf(await approve(await world.as('eve'), waitingIdOf(proposed)))).toEqual([403, ': dependent']);
  });

  test('[EYES-01] nor a super admin who made a link for the only owner of an account', async () => {
    const { foreign } = world;
    await link('super', foreign.logins.demand);
    const single = await world.as(foreign.logins.demand);
    const path = `/api/demand/managers/${foreign.ids.manager}`;
    const id = waitingIdOf(await single('PATCH', path, { managerRole: 'full' }));
    expect(codeOf(await approve(anna, id))).toEqual([403, ': dependent']);
    expect((await approve(await world.as('cleo'), id)).status).toBe(200);
  });

  test('[EYES-03] where no one else is left, the change is refused, and says until when', async () => {
    await link('super', 'ada');
    await world.api.sql(`update users set is_super = false where login in ('ben', 'cleo', 'eve')`);
    const answer = await propose('super', '14.00');
    await world.api.sql(`update users set is_super = true where login in ('ben', 'cleo')`);
    expect(codeOf(answer)).toEqual([409, ': no_second_person']);
    const inSevenDays = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const [until] = /(?<=Wait until )\S+/.exec(answer.text) ?? [];
    expect([inSevenDays, dayBefore(inSevenDays)]).toContain(until);
  });
});

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** A session whose person confirmed long ago. */
async function unconfirmed(login: string): Promise<Caller> {
  const call = await world.api.signIn(login);
  await world.api.sql(`update sessions set confirmed_at = null where user_id = ${await world.idOf(login)}`);
  return call;
}
