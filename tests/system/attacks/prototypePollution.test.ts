import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { bodyFor } from '../api/access/sampleCalls.ts';
import { buildAccount, type TestAccount } from '../api/buildAccount.ts';
import { type Caller, startTestApi, type TestApi } from '../api/startTestApi.ts';
import { startTestServing, type TestServing } from '../serving/testServing.ts';

const { uid } = buildChannel();
/** Keys that would reach the prototype of all objects in code that copies them one by one. */
const poisons = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"a":{"__proto__":{"polluted":1}}}',
];
const poisonedQuery = '__proto__[polluted]=1&__proto__.polluted=1&constructor[prototype][polluted]=1&__proto__=1';

let api: TestApi;
let serving: TestServing;
let account: TestAccount;
let callers: Caller[];

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  callers = [await api.signIn('super'), await api.signIn(account.logins.demand)];
  serving = await startTestServing();
  serving.useTags([buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }) })]);
});
afterAll(async () => {
  await serving?.close();
  await api?.close();
});
afterEach(() => {
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

const json = { 'content-type': 'application/json' };

/** A body with poisoned keys in each of its objects. */
function poisoned(body: unknown): string {
  const keys = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},';
  return JSON.stringify(body).replaceAll('{', keys).replaceAll(',}', '}');
}

describe('prototype pollution', () => {
  test('by the body of any call of the API is refused', async () => {
    const subject = { demandId: account.demandId, ids: account.ids, tooltipId: 1, exchangeRateId: 1 };
    const withBody = api.routes.filter(({ body }) => body);
    expect(withBody.length).toBeGreaterThan(60);
    for (const route of withBody) {
      const path = route.path.replaceAll(/\{\w+\}/g, '1');
      const text = poisoned(bodyFor(route, subject));
      for (const call of callers) {
        const { status } = await call(route.method, path, text, json);
        expect(status, `${route.method} ${path} ${text}`).toBeGreaterThanOrEqual(400);
        expect(status, `${route.method} ${path} ${text}`).toBeLessThan(500);
      }
    }
  });

  test('by the query of any call of the API is refused or without effect', async () => {
    const reading = api.routes.filter(({ method, path }) => method === 'GET' && path !== '/api/auth/logout');
    for (const route of reading) {
      const path = `${route.path.replaceAll(/\{\w+\}/g, '1')}?${poisonedQuery}`;
      for (const call of callers) expect((await call('GET', path)).status, path).toBeLessThan(500);
    }
  });

  test('by YAML and CSV is refused', async () => {
    const own = await api.signIn(account.logins.demand);
    const yaml = 'bidhouse: 1\n__proto__:\n  polluted: 1\ntags:\n  - { name: a, __proto__: { polluted: 1 } }\n';
    const answer = await own('POST', '/api/config', yaml, { 'content-type': 'application/yaml' });
    expect(answer.status).toBe(422);
    const csv = '__proto__,constructor,name\r\n{"polluted":1},{"prototype":{"polluted":1}},a\r\n';
    const imported = await own('POST', '/api/demand/advs/import', csv, { 'content-type': 'text/csv' });
    expect(imported.status).toBe(422);
  });

  test('by ad requests, bid requests and bids is without effect', async () => {
    const request = (extra: string) =>
      `{"id":"1","imp":[{"id":"1","video":{"mimes":["video/mp4"],"w":640,"h":360,"protocols":[2,3]}${extra}}]${extra}}`;
    for (const poison of poisons) {
      const extra = `,"ext":${poison},${poison.slice(1, -1)}`;
      for (const path of [`/rtb/${uid}`, '/openrtb2/auction', '/bid/1']) {
        const response = await fetch(`${serving.url}${path}`, { method: 'POST', body: request(extra), headers: json });
        expect(response.status, path).toBeLessThan(500);
      }
    }
    for (const path of [`/vast/${uid}`, '/sellers.json', '/sync']) {
      expect((await fetch(`${serving.url}${path}?${poisonedQuery}`)).status, path).toBeLessThan(500);
    }
    const { xml } = await serving.requestAd(poisonedQuery);
    expect(xml).toContain('<Ad ');
  });
});
