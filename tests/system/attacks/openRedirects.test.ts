import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { buildAccount } from '../api/buildAccount.ts';
import { type Caller, startTestApi, type TestApi } from '../api/startTestApi.ts';
import { rawRequest } from '../serving/http/rawRequest.ts';
import { startTestServing, type TestServing } from '../serving/testServing.ts';

const { uid } = buildChannel();
const evil = 'https://evil.example/';
/** Names under which redirects take their target elsewhere. */
const parameters = [
  'next',
  'url',
  'redirect',
  'redirect_uri',
  'return',
  'returnTo',
  'r',
  'u',
  'to',
  'dest',
  'cb',
  'click',
];
const query = parameters.map((name) => `${name}=${encodeURIComponent(evil)}`).join('&');
/** Paths that a browser, or a careless redirect of a path, takes for another host. */
const paths = ['//evil.example', '//evil.example/%2f..', '/\\evil.example', '/%5cevil.example', '/%2f%2fevil.example/'];

let api: TestApi;
let serving: TestServing;
let consoleUrl: string;
let callers: Caller[];

beforeAll(async () => {
  api = await startTestApi();
  const { logins } = await buildAccount(api, 'alpha');
  callers = [api.anonymous, await api.signIn(logins.demand)];
  consoleUrl = await api.listen();
  serving = await startTestServing();
  serving.useTags([buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }) })]);
});
afterAll(async () => {
  await serving?.close();
  await api?.close();
});

describe('open redirects', () => {
  test('no call of the API redirects to another site', async () => {
    for (const { method, path } of api.routes.filter((route) => route.method === 'GET')) {
      for (const call of callers) {
        const { status, headers } = await call(method, `${path.replaceAll(/\{\w+\}/g, '1')}?${query}`);
        const { location = '/' } = headers as { location?: string };
        expect(location, `${status} ${path}`).toMatch(/^\/(?![/\\])/);
      }
    }
  });

  test.each(paths)('%s is not found, and leads nowhere', async (path) => {
    for (const url of [consoleUrl, serving.url]) {
      const { status, headers } = await rawRequest(url, `GET ${path} HTTP/1.1`);
      expect([status === 404 || status === 400, headers.get('location')], `${url} ${status}`).toEqual([
        true,
        undefined,
      ]);
    }
  });

  test.each([`/vast/${uid}`, `/tag/${uid}.js`, '/sync', '/e/click/forged', '/c/forged', '/click', '/healthz'])(
    'ad serving: %s redirects to no target of its query',
    async (path) => {
      const response = await fetch(`${serving.url}${path}?${query}`, { redirect: 'manual' });
      const target = response.headers.get('location');
      expect(target === null || !target.startsWith(evil), `${response.status} ${target}`).toBe(true);
      expect(target === null || new URL(target, serving.url).host !== 'evil.example').toBe(true);
    },
  );
});
