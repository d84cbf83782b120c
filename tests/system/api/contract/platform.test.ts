import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let root: Caller;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  root = await api.signIn('super');
  await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' });
  admin = await api.signIn('admin');
});

afterAll(() => api.close());

describe('the application config', () => {
  const path = '/api/admin/config';

  test('[CONF-01] [CALL-04] starts empty, and is read as it was written', async () => {
    expect((await root('GET', path)).body).toEqual({ postbidMaxImps: 0, postbidMaxReps: 0 });
    const written = { postbidMaxImps: 5_000_000_000, postbidMaxReps: 40 };
    expect(await root('PUT', path, written)).toMatchObject({ status: 200, body: written });
    expect((await admin('GET', path)).body).toEqual(written);
  });

  test('[USER-03] a disabled admin reads it and may not change it', async () => {
    const before = (await root('GET', path)).body;
    expect((await admin('PUT', path, { postbidMaxImps: 1, postbidMaxReps: 1 })).status).toBe(403);
    expect((await root('GET', path)).body).toEqual(before);
  });

  test('is only for admins', async () => {
    for (const login of Object.values(account.logins)) {
      const call = await api.signIn(login);
      expect((await call('GET', path)).status, login).toBe(403);
      expect((await call('PUT', path, { postbidMaxImps: 1, postbidMaxReps: 1 })).status, login).toBe(403);
    }
  });

  test('every fault is named and nothing is written', async () => {
    const before = (await root('GET', path)).body;
    const answer = await root('PUT', path, { postbidMaxImps: -1, postbidMaxReps: 1.5, more: 1 });
    expect(answer.status).toBe(400);
    expect(problemsOf(answer).map((each) => each.split(':')[0])).toEqual(['postbidMaxImps', 'postbidMaxReps', 'more']);
    expect((await root('PUT', path, { postbidMaxImps: 1 })).status).toBe(400);
    expect((await root('GET', path)).body).toEqual(before);
  });

  test('a change is in the log with its author', async () => {
    await root('PUT', path, { postbidMaxImps: 7, postbidMaxReps: 40 });
    const [entry] = (await api.deps.log.list({ scope: 'all', entities: ['config'] }, { page: 1, size: 1 })).rows;
    expect(entry).toMatchObject({ action: 'updated', fields: [{ field: 'postbidMaxImps', to: 7 }] });
    expect(entry?.userId).toBeGreaterThan(0);
  });
});

describe('exchange rates', () => {
  const path = '/api/exchangerates';

  test('the super admin sets them, each currency once; other admins read them, accounts do not', async () => {
    const euro = idOf(await root('POST', path, { currency: 'EUR', perUsd: '0.92' }));
    expect((await admin('GET', path)).body).toMatchObject({
      rows: [{ id: euro, name: 'EUR – Euro', currency: 'EUR', perUsd: '0.92', status: 1 }],
    });
    expect((await admin('PATCH', `${path}/${euro}`, { perUsd: '0.93' })).status).toBe(403);
    const twice = await root('POST', path, { currency: 'EUR', perUsd: '1.00' });
    expect(twice.status).toBe(409);
    expect(problemsOf(twice)).toEqual(['currency: taken']);
    const call = await api.signIn(account.logins.demand);
    expect((await call('GET', path)).status).toBe(403);
    // An archived one frees its currency.
    await root('PATCH', `${path}/${euro}`, { status: 2 });
    idOf(await root('POST', path, { currency: 'EUR', perUsd: '0.94' }));
    expect((await root('PATCH', `${path}/${euro}`, { status: 1 })).status).toBe(409);
  });

  test('one that has not changed for two weeks is stale until it does', async () => {
    const franc = idOf(await root('POST', path, { currency: 'CHF', perUsd: '0.88' }));
    const stale = async () => ((await root('GET', `${path}?state=stale`)).body as { rows: { id: number }[] }).rows;
    expect(await stale()).toEqual([]);
    await api.sql(`UPDATE exchange_rates SET updated_at = now() - interval '15 days' WHERE id = ${franc}`);
    expect(await stale()).toMatchObject([{ id: franc, states: [{ code: 'stale', fix: 'perUsd' }] }]);
    await root('PATCH', `${path}/${franc}`, { perUsd: '0.89' });
    expect(await stale()).toEqual([]);
  });

  test.each([
    [{ currency: 'USD', perUsd: '1.00' }, 400, 'currency'],
    [{ currency: 'eur', perUsd: '1.00' }, 400, 'currency'],
    [{ currency: 'JPY', perUsd: '1000000' }, 400, 'perUsd'],
    [{ currency: 'JPY', perUsd: '-1' }, 400, 'perUsd'],
    [{ currency: 'JPY', perUsd: '0.00' }, 422, 'perUsd'],
    [{ currency: 'JPY', perUsd: '157.1', name: 'Yen' }, 400, 'name'],
  ])('%j is refused', async (body, status, at) => {
    const answer = await root('POST', path, body);
    expect(answer.status).toBe(status);
    expect(problemsOf(answer).map((each) => each.split(':')[0])).toEqual([at]);
  });

  test('a currency is fixed; its rate changes, and ad serving is notified', async () => {
    const yen = idOf(await root('POST', path, { currency: 'JPY', perUsd: '157.1' }));
    expect((await root('PATCH', `${path}/${yen}`, { currency: 'CHF' })).status).toBe(400);
    const version = await api.deps.entities.version();
    await root('PATCH', `${path}/${yen}`, { perUsd: '160' });
    expect(await api.deps.entities.readChangesSince(version)).toMatchObject({
      type: 'changes',
      rows: [{ entity: 'exchangeRate', id: yen, row: { currency: 'JPY', perUsd: '160.00' } }],
    });
  });
});
