import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleRoutes } from '#api/consoleRoutes.ts';
import { type Edition, editions } from '#model/index.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

/** Paths of calls by the edition that has their entity. */
const callsOf = {
  V2V: ['crelists', 'publists'],
  CTVMediaV2V: ['managers', 'roles'],
} as const satisfies Record<Edition, readonly string[]>;

/** Pages by the edition that has them. */
const pagesOf = {
  V2V: ['/crelists', '/publists'],
  CTVMediaV2V: ['/log', '/managers', '/roles'],
} as const satisfies Record<Edition, readonly string[]>;

describe.each([null, ...editions])('[NAV-08] [NAV-12] [NAV-13] [GUARD-03] [ROUTE-03] the edition %s', (edition) => {
  let api: TestApi;
  let account: TestAccount;
  let owner: Caller;
  const others = editions.filter((each) => each !== edition);
  const missing = { code: 'not_found', message: 'There is no such path', path: '' };

  beforeAll(async () => {
    api = await startTestApi({ edition });
    account = await buildAccount(api, 'alpha');
    owner = await api.signIn(account.logins.demand);
  });
  afterAll(() => api.close());

  test('answers calls of entities of other editions like unknown paths', async () => {
    for (const path of others.flatMap((other) => callsOf[other])) {
      const calls: [string, string, unknown?][] = [
        ['GET', `/api/demand/${path}`],
        ['POST', `/api/demand/${path}`, { name: 'x' }],
        ['GET', `/api/demand/${path}/1`],
        ['PATCH', `/api/demand/${path}/1`, { name: 'x' }],
        ['POST', `/api/demand/${path}/bulk`, { ids: [1], status: 0 }],
        ['GET', `/api/demand/${path}/list`],
      ];
      for (const [method, url, body] of calls) {
        for (const call of [owner, api.anonymous]) {
          const answer = await call(method, url, body);
          expect([answer.status, answer.body], `${method} ${url}`).toMatchObject([404, { problems: [missing] }]);
        }
      }
    }
  });

  test('has the calls of its own entities', async () => {
    for (const path of edition ? callsOf[edition] : []) {
      expect((await owner('GET', `/api/demand/${path}`)).status, path).toBe(200);
    }
  });

  test('serves its pages, and those of other editions as not found', async () => {
    const hidden: string[] = others.flatMap((other) => pagesOf[other]);
    for (const page of consoleRoutes) {
      const path = page.replace('/{id?}', '').replace('{id}', '7').replace('{token}', 'aToken');
      const status = hidden.includes(path) ? 404 : 200;
      expect((await owner('GET', path)).status, path).toBe(status);
      if (path !== '/') expect((await api.anonymous('GET', `${path}/`)).status, path).toBe(status);
    }
  });

  test('documents exactly its own calls', async () => {
    const { paths } = (await api.anonymous('GET', '/api/openapi.json')).body as { paths: Record<string, unknown> };
    for (const each of editions) {
      for (const path of callsOf[each]) expect(`/api/demand/${path}` in paths, path).toBe(each === edition);
    }
  });

  test('changes no row of other editions in a set, in a document or by search', async () => {
    if (edition === 'V2V') return;
    const changes = [{ entity: 'pubList', action: 'create', values: { name: 'By change set' } }];
    expect((await owner('POST', '/api/changes', { changes })).status).toBe(404);
    const document = 'bidhouse: 1\npubLists:\n  - name: By document\n';
    const applied = await owner('POST', '/api/config?mode=apply', document, { 'content-type': 'application/yaml' });
    expect(applied.status).toBeGreaterThanOrEqual(400);
    expect(await api.sql('select id from pub_lists')).toEqual([]);
    expect((await owner('GET', '/api/config.yaml')).text).not.toContain('pubLists');
  });

  test('shows the activity log where it has one, and the history of an object everywhere', async () => {
    const hasLog = edition === 'CTVMediaV2V';
    const path = `/api/demand/tags/${account.ids.tag}`;
    expect((await owner('PATCH', path, { name: 'Renamed' })).status).toBe(200);
    expect((await owner('GET', '/api/log')).status).toBe(hasLog ? 200 : 404);
    expect((await owner('GET', '/api/log?entity=tag&page=2')).status).toBe(hasLog ? 200 : 404);
    expect((await owner('GET', '/api/log/authors')).status).toBe(hasLog ? 200 : 404);
    // One object is one ID of one table; anything wider is the log.
    const id = account.ids.tag;
    expect((await owner('GET', `/api/log?entity=user,manager&rowId=${id}`)).status).toBe(200);
    expect((await owner('GET', `/api/log?entity=tag,user&rowId=${id}`)).status).toBe(hasLog ? 200 : 404);
    const withoutEntity = await owner('GET', `/api/log?rowId=${id}`);
    expect([withoutEntity.status, problemsOf(withoutEntity)]).toEqual([422, ['entity: required']]);
    const history = await owner('GET', `/api/log?entity=tag&rowId=${account.ids.tag}&size=1`);
    const { rows } = history.body as { rows: { id: number; canRevert: boolean }[] };
    expect(rows).toMatchObject([{ canRevert: true }]);
    expect((await owner('POST', `/api/log/${rows[0]?.id}/revert`)).status).toBe(200);
    expect((await owner('GET', path)).body).toMatchObject({ name: 'alpha tag' });
  });
});
