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

const rate = { name: 'tag.rate', title: 'Rate', body: 'What the tag **pays**.', link: 'https://docs.example/rate' };
const floor = { name: 'channel.floor', title: 'Floor', body: 'Nothing cheaper is bought.', link: '', status: 1 };

describe('tooltips', () => {
  test('every signed-in user gets those that are active', async () => {
    const id = idOf(await root('POST', '/api/tooltips', rate));
    idOf(await root('POST', '/api/tooltips', { ...rate, name: 'tag.name', status: 0 }));
    const shown = { 'tag.rate': { title: rate.title, body: rate.body, link: rate.link } };
    for (const login of [...Object.values(account.logins), 'admin']) {
      const call = await api.signIn(login);
      expect((await call('GET', '/api/tooltips/shown')).body, login).toEqual(shown);
    }
    expect((await api.anonymous('GET', '/api/tooltips/shown')).status).toBe(403);
    await root('PATCH', `/api/tooltips/${id}`, { status: 2 });
    expect((await admin('GET', '/api/tooltips/shown')).body).toEqual({});
    await root('PATCH', `/api/tooltips/${id}`, { status: 1 });
  });

  test('a key names entity and field, once', async () => {
    expect(problemsOf(await root('POST', '/api/tooltips', { ...rate, name: 'rate of a tag' }))).toEqual([
      'name: invalid_format',
    ]);
    expect((await root('POST', '/api/tooltips', { ...rate, name: 'TAG.rate' })).status).toBe(400);
    expect((await root('POST', '/api/tooltips', rate)).status).toBe(409);
  });

  test('[USER-03] an admin who is not super reads them, and changes none', async () => {
    const list = (await admin('GET', '/api/tooltips')).body as { rows: { id: number }[] };
    expect(list.rows).toHaveLength(2);
    const path = `/api/tooltips/${list.rows[0]?.id}`;
    expect((await admin('GET', path)).status).toBe(200);
    for (const [method, target, body] of [
      ['POST', '/api/tooltips', { ...rate, name: 'tag.url' }],
      ['PATCH', path, { title: 'x' }],
      ['POST', '/api/tooltips/bulk', { all: {}, status: 0 }],
      ['POST', '/api/tooltips/import', { tooltips: [floor] }],
      ['POST', '/api/tooltips/import', { tooltips: [floor], isDryRun: true }],
    ] as const) {
      expect((await admin(method, target, body)).status, `${method} ${target}`).toBe(403);
    }
    expect((await admin('GET', '/api/tooltips')).body).toEqual(await root('GET', '/api/tooltips').then((a) => a.body));
    const owner = await api.signIn(account.logins.demand);
    expect((await owner('GET', '/api/tooltips')).status).toBe(403);
    expect((await owner('GET', '/api/tooltips/export')).status).toBe(403);
  });
});

describe('transferring tooltips', () => {
  test('an import creates new ones and changes differing ones; a dry run reports it and changes nothing', async () => {
    const exported = (await admin('GET', '/api/tooltips/export')).body as { tooltips: object[] };
    expect(exported.tooltips).toMatchObject([{ name: 'tag.name', status: 0 }, rate]);
    const tooltips = [exported.tooltips[0], { ...exported.tooltips[1], title: 'Rate, new' }, floor];
    const results = [
      { name: 'tag.name', outcome: 'unchanged' },
      { name: 'tag.rate', outcome: 'updated' },
      { name: 'channel.floor', outcome: 'created' },
    ];
    const dry = await root('POST', '/api/tooltips/import', { tooltips, isDryRun: true });
    expect(dry.body).toEqual({ isApplied: false, results });
    expect((await admin('GET', '/api/tooltips/export')).body).toEqual(exported);
    const applied = await root('POST', '/api/tooltips/import', { tooltips });
    expect(applied.body).toEqual({ isApplied: true, results });
    expect((await admin('GET', '/api/tooltips/shown')).body).toMatchObject({
      'tag.rate': { title: 'Rate, new' },
      'channel.floor': { title: 'Floor' },
    });
    const logged = (await root('GET', '/api/log?entity=tooltip&size=2')).body as { rows: { action: string }[] };
    expect(logged.rows.map(({ action }) => action)).toEqual(['created', 'updated']);
  });

  test('one fault refuses the whole file, and every fault is named', async () => {
    const before = (await root('GET', '/api/tooltips/export')).body;
    const faulty = await root('POST', '/api/tooltips/import', {
      tooltips: [
        floor,
        { ...rate, title: 'x'.repeat(81), link: 'javascript:alert(1)' },
        { name: 'tag.url', body: 'x' },
      ],
    });
    expect(faulty.status).toBe(400);
    expect(problemsOf(faulty)).toEqual([
      'tooltips.1.title: too_big',
      'tooltips.1.link: invalid_format',
      'tooltips.2.title: invalid_type',
    ]);
    const twice = await root('POST', '/api/tooltips/import', { tooltips: [floor, { ...rate, name: 'tag.x' }, floor] });
    expect(twice.status).toBe(422);
    expect(problemsOf(twice)).toEqual(['tooltips.2.name: repeated']);
    expect((await root('GET', '/api/tooltips/export')).body).toEqual(before);
  });
});
