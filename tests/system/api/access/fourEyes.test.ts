import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WaitingDetail, WaitingPage, WaitingResponse } from '#api/fourEyes/waitingContract.ts';
import type { TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, password, problemsOf, type TestApi } from '../startTestApi.ts';
import { confirming } from './confirming.ts';
import { type FourEyesWorld, openFourEyesWorld } from './openFourEyesWorld.ts';

const hourMs = 3_600_000;

let world: FourEyesWorld;
let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
/** Two super admins, an admin, and the two owners of an account. */
let anna: Caller;
let ben: Caller;
let admin: Caller;
let owner: Caller;
let second: Caller;

beforeAll(async () => {
  world = await openFourEyesWorld();
  ({ api, own, foreign } = world);
  anna = await world.as('super');
  ben = await world.as('ben');
  admin = await world.as('ada');
  owner = await world.as(own.logins.demand);
  second = await world.as('second');
});

afterAll(() => api.close());

function waitingOf(answer: ApiResponse): WaitingResponse['waiting'] {
  if (answer.status !== 202) throw new Error(`it does not wait: ${answer.status} ${answer.text}`);
  return (answer.body as WaitingResponse).waiting;
}

const decide = (by: Caller, id: string, how: 'approve' | 'withdraw') => by('POST', `/api/waiting/${id}/${how}`);
const read = async (by: Caller, id: string) => (await by('GET', `/api/waiting/${id}`)).body as WaitingDetail;
const pageOf = async (by: Caller, state = 'waiting') =>
  (await by('GET', `/api/waiting?state=${state}`)).body as WaitingPage;
const priceOf = async () => ((await anna('GET', `/api/demands/${own.demandId}`)).body as { priceReq: string }).priceReq;
const propose = (priceReq: string, by = anna) => by('PATCH', `/api/demands/${own.demandId}`, { priceReq });
const managerPath = () => `/api/demand/managers/${own.ids.manager}`;
const roleOf = async () => ((await owner('GET', managerPath())).body as { managerRole: string }).managerRole;

describe('a change that waits for a second person', () => {
  test('[EYES-01] changes nothing until another person approves it, and is recorded with both', async () => {
    const before = await priceOf();
    const { id, area, approvers } = waitingOf(await propose('1.00'));
    expect([area, approvers.map(({ name }) => name)]).toEqual(['prices', ['ben', 'cleo']]);
    expect(await priceOf()).toBe(before);
    const detail = await read(ben, id);
    expect(detail).toMatchObject({ state: 'waiting', canApprove: true, isOwn: false, isOutdated: false, faults: [] });
    expect(detail.objects).toMatchObject([
      {
        entity: 'demand',
        rowId: own.demandId,
        name: 'alpha',
        fields: [{ field: 'priceReq', from: before, to: '1.00' }],
      },
    ]);
    const approved = await decide(ben, id, 'approve');
    expect(approved.body).toMatchObject({ state: 'approved', decider: { name: 'ben' } });
    expect(await priceOf()).toBe('1.00');
    const log = (await anna('GET', `/api/log?entity=demand&rowId=${own.demandId}&size=1`)).body as { rows: object[] };
    expect(log.rows).toMatchObject([{ userName: 'Super admin', approvedByName: 'ben' }]);
    const { rows } = await api.deps.security.list(
      { accounts: 'all', types: ['changeProposed', 'changeApproved'] },
      { page: 1, size: 2 },
    );
    expect(rows.map(({ type, userName }) => [type, userName])).toEqual([
      ['changeApproved', 'ben'],
      ['changeProposed', 'Super admin'],
    ]);
    expect((await pageOf(ben, 'decided')).rows.map((row) => row.id)).toContain(id);
  });

  test('[EYES-01] is not approved by its proposer, by others without the right, or by admins who act as someone', async () => {
    const { id } = waitingOf(await propose('2.00'));
    const outcome = async (by: Caller) => {
      const answer = await decide(by, id, 'approve');
      return [answer.status, ...problemsOf(answer)];
    };
    expect(await outcome(anna)).toEqual([403, ': own_change']);
    expect(await outcome(admin)).toEqual([404, ': not_found']);
    expect(await outcome(owner)).toEqual([404, ': not_found']);
    const acting = confirming(await api.signIn('ben'));
    await acting('POST', '/api/session/confirmation', { password });
    await acting('GET', `/api/switch?type=user&id=${own.ids.user}`);
    expect(await outcome(acting)).toEqual([404, ': not_found']);
    expect((await decide(owner, id, 'withdraw')).status).toBe(404);
    expect(problemsOf(await decide(ben, id, 'withdraw'))).toEqual([': not_own']);
    expect((await decide(anna, id, 'withdraw')).body).toMatchObject({ state: 'withdrawn' });
    expect(problemsOf(await decide(ben, id, 'approve'))).toEqual([': decided']);
    expect(await priceOf()).toBe('1.00');
  });

  test('[EYES-02] is applied once when two people approve it at the same time', async () => {
    const cleo = await world.as('cleo');
    const { id } = waitingOf(
      await anna('POST', `/api/finance/months/2027-01/accounts/${own.demandId}/adjustments`, {
        amount: '-5',
        reason: 'once',
      }),
    );
    const answers = await Promise.all([decide(ben, id, 'approve'), decide(cleo, id, 'approve')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const rows = await api.sql(`select amount from finance_adjustments where demand_id = ${own.demandId}`);
    expect(rows).toHaveLength(1);
  });

  test('[EYES-02] is not approved once what it is based on has changed, and shows the difference', async () => {
    const { id } = waitingOf(await propose('3.00'));
    await world.without(() => propose('2.50'));
    const answer = await decide(ben, id, 'approve');
    expect([answer.status, ...problemsOf(answer)]).toEqual([409, ': outdated']);
    const detail = await read(ben, id);
    expect(detail).toMatchObject({ state: 'waiting', isOutdated: true });
    expect(detail.current).toMatchObject([{ fields: [{ field: 'priceReq', from: '2.50', to: '3.00' }] }]);
    const rejected = await ben('POST', `/api/waiting/${id}/reject`, { reason: 'too late' });
    expect(rejected.body).toMatchObject({ state: 'rejected', reason: 'too late' });
    expect(await priceOf()).toBe('2.50');
  });

  test('[EYES-02] expires after 72 hours', async () => {
    const { id, createdAt, expiresAt } = waitingOf(await propose('4.00'));
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(72 * hourMs);
    await api.sql(`update waiting_changes set expires_at = now() - interval '1 hour' where id = '${id}'`);
    expect(problemsOf(await decide(ben, id, 'approve'))).toEqual([': decided']);
    expect((await read(ben, id)).state).toBe('expired');
    expect(await api.sql(`select sealed_call from waiting_changes where sealed_call is not null`)).toEqual([]);
  });

  test('[EYES-02] fails when its proposer no longer has the right', async () => {
    const { id } = waitingOf(await propose('5.00', ben));
    await api.sql(`update users set is_super = false where login = 'ben'`);
    expect(problemsOf(await decide(anna, id, 'approve'))).toEqual([': proposer_lost_right']);
    expect((await read(anna, id)).state).toBe('failed');
    await api.sql(`update users set is_super = true where login = 'ben'`);
    expect(await priceOf()).toBe('2.50');
  });

  test('[EYES-01] is stored once, however often it is sent, without values in clear text', async () => {
    const one = waitingOf(await propose('6.00'));
    expect(waitingOf(await propose('6.00')).id).toBe(one.id);
    const [row] = await api.sql(`select sealed_call from waiting_changes where id = '${one.id}'`);
    expect(String(row?.['sealed_call'])).toMatch(/^v1\./);
    const alerts = (await ben('GET', '/api/dashboard/alerts')).body as { alerts: { cause: string }[] };
    expect(alerts.alerts.map(({ cause }) => cause)).toContain(`waiting_${one.id}`);
    await decide(anna, one.id, 'withdraw');
  });

  test('[EYES-01] has invalid values rejected at once', async () => {
    const faulty = await propose('many');
    expect([faulty.status, ...problemsOf(faulty)]).toEqual([400, 'priceReq: invalid_format']);
    const missing = await anna('PATCH', '/api/demands/2000000', { priceReq: '1' });
    expect(missing.status).toBe(404);
    expect((await pageOf(anna)).rows).toEqual([]);
  });
});

describe('payouts and prices', () => {
  test('[EYES-01] wait in finance for anyone with the right, and are applied as they were proposed', async () => {
    const settings = {
      name: 'Bidhouse',
      address: 'x',
      taxId: '',
      bank: 'IBAN 1',
      prefix: 'X-',
      netDays: 30,
      taxRate: null,
    };
    const bank = waitingOf(await anna('PUT', '/api/finance/settings', settings));
    expect(problemsOf(await decide(admin, bank.id, 'approve'))).toEqual([': not_found']);
    expect((await decide(ben, bank.id, 'approve')).status).toBe(200);
    expect((await anna('GET', '/api/finance/settings')).body).toMatchObject({ bank: 'IBAN 1' });

    const path = `/api/finance/months/2027-02/accounts/${own.demandId}/adjustments`;
    const credit = waitingOf(await admin('POST', path, { amount: '-50', reason: 'outage' }));
    expect([credit.area, credit.summary]).toEqual(['payouts', 'New: Adjustment “alpha, February 2027”: -50.00 USD']);
    const eve = await world.as('eve');
    expect((await pageOf(eve)).toApprove).toBe(1);
    expect((await decide(eve, credit.id, 'approve')).status).toBe(200);
    const [row] = await api.sql(`select id, user_id from finance_adjustments where month = '2027-02'`);
    expect(row?.['user_id']).toBe(await world.idOf('ada'));
    const removal = waitingOf(await admin('DELETE', `/api/finance/adjustments/${Number(row?.['id'])}`));
    expect((await decide(anna, removal.id, 'approve')).status).toBe(200);
    expect(await api.sql(`select id from finance_adjustments where month = '2027-02'`)).toEqual([]);

    const prices = { priceReq: '0.10', priceImp: '0', priceDsp: 5, pricePostbid: '0' };
    const day = new Date(Date.now() + 30 * 24 * hourMs).toISOString().slice(0, 10);
    const plan = waitingOf(
      await anna('POST', `/api/finance/accounts/${own.demandId}/prices`, { ...prices, validFrom: day }),
    );
    expect(plan.summary).toBe(`New: Scheduled prices “Prices of alpha from ${day}”`);
    expect((await decide(ben, plan.id, 'approve')).status).toBe(200);
    expect(await api.sql(`select valid_from from price_plans`)).toHaveLength(1);
  });
});

describe('roles', () => {
  test('[EYES-03] of managers wait for another owner, other fields do not', async () => {
    const before = await roleOf();
    expect((await owner('PATCH', managerPath(), { name: 'renamed' })).status).toBe(200);
    const next = before === 'finance' ? 'readonly' : 'finance';
    const { id, approvers } = waitingOf(await owner('PATCH', managerPath(), { managerRole: next }));
    expect(approvers.map(({ name }) => name)).toEqual(['second']);
    expect(await roleOf()).toBe(before);
    expect((await read(second, id)).account?.name).toBe('alpha');
    const other = await world.as(foreign.logins.demand);
    expect((await decide(other, id, 'approve')).status).toBe(404);
    expect(problemsOf(await decide(owner, id, 'approve'))).toEqual([': own_change']);
    expect((await decide(second, id, 'approve')).body).toMatchObject({ state: 'approved' });
    expect(await roleOf()).toBe(next);
  });

  test('[EYES-03] of an account with one owner wait for a super admin', async () => {
    const single = await world.as(foreign.logins.demand);
    const path = `/api/demand/managers/${foreign.ids.manager}`;
    const { id, approvers } = waitingOf(await single('PATCH', path, { managerRole: 'finance' }));
    expect(approvers).toEqual([{ id: null, name: 'The operator' }]);
    expect((await read(single, id)).approvers).toEqual(approvers);
    expect((await read(anna, id)).approvers.map(({ name }) => name)).toContain('ben');
    await propose('4.50');
    const alerts = (await ben('GET', '/api/dashboard/alerts')).body as { alerts: { text: string }[] };
    const texts = alerts.alerts.map(({ text }) => text).filter((text) => text.includes('waits for your approval'));
    expect(texts.at(0)).not.toContain(' in ');
    expect(texts.at(-1)).toContain('in bravo');
    expect((await decide(ben, id, 'approve')).body).toMatchObject({ state: 'approved', account: { name: 'bravo' } });
    expect((await single('GET', path)).body).toMatchObject({ managerRole: 'finance' });
  });

  test('[EYES-03] new owners and admins wait, users of partners do not; suspending takes effect at once', async () => {
    const create = (login: string, more: object) => anna('POST', '/api/users', { name: login, login, ...more });
    const { id } = waitingOf(await create('new-admin', { type: 'admin' }));
    waitingOf(await create('new-owner', { type: 'demand', demandId: own.demandId }));
    expect((await create('new-sdk', { type: 'sdk', demandId: own.demandId })).status).toBe(201);
    expect((await decide(ben, id, 'approve')).status).toBe(200);
    const [created] = await api.sql(`select id from users where login = 'new-admin'`);
    const path = `/api/users/${Number(created?.['id'])}`;
    expect((await anna('PATCH', path, { status: 0 })).status).toBe(200);
    waitingOf(await anna('PATCH', path, { status: 1 }));
    await world.without(() => anna('PATCH', path, { status: 1 }));
    const both = await anna('PATCH', path, { status: 0, login: 'mine@example.com' });
    expect([both.status, ...problemsOf(both)]).toEqual([409, ': four_eyes_apart']);
    expect((await anna('PATCH', path, { status: 0 })).status).toBe(200);
    waitingOf(await anna('PATCH', path, { login: 'mine@example.com' }));
    waitingOf(await anna('POST', '/api/users/bulk', { ids: [Number(created?.['id'])], status: 1 }));
  });
});

test('[EYES-03] making a manager read-only takes effect at once', async () => {
  await world.without(() => owner('PATCH', managerPath(), { managerRole: 'trafficker' }));
  expect((await owner('PATCH', managerPath(), { managerRole: 'readonly' })).status).toBe(200);
  expect(await roleOf()).toBe('readonly');
  waitingOf(await owner('PATCH', managerPath(), { managerRole: 'trafficker' }));
});

test('[EYES-03] without a second person, a change is refused with the way out', async () => {
  await api.sql(`update users set is_super = false where login in ('ben', 'cleo')`);
  const answer = await propose('7.00');
  expect([answer.status, ...problemsOf(answer)]).toEqual([409, ': no_second_person']);
  expect(answer.text).toContain('reset-admin');
  await api.sql(`update users set is_super = true where login in ('ben', 'cleo')`);
});

test('[EYES-01] without FOUR_EYES, all changes take effect at once', async () => {
  await world.without(async () => {
    expect((await propose('8.00')).status).toBe(200);
    expect(await priceOf()).toBe('8.00');
    expect((await owner('PATCH', managerPath(), { managerRole: 'full' })).status).toBe(200);
    const session = (await owner('GET', '/api/session')).body as { config: object };
    expect(session.config).not.toHaveProperty('fourEyes');
  });
});
