import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredRoutes } from '#api/apiRoutes.ts';
import { scopesOfRoute, useOfRoute } from '#api/keys/scopesOfRoute.ts';
import { mayCall } from '#api/mayCall.ts';
import type { Route } from '#api/route.ts';
import { apiAreas, type ApiScope, hasScope } from '#model/account/apiScopes.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { createKey, programOf } from './createKey.ts';
import { bodyFor, entityOf, idOfSubject } from './sampleCalls.ts';

let api: TestApi;
let own: TestAccount;
let owner: Caller;
let tooltipId: number;
let exchangeRateId: number;

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  const root = await api.signIn('super');
  tooltipId = idOf(await root('POST', '/api/tooltips', { name: 'tag.rate', title: 'Rate', body: 'What it pays.' }));
  exchangeRateId = idOf(await root('POST', '/api/exchangerates', { currency: 'EUR', perUsd: '0.92' }));
  owner = await api.signIn(own.logins.demand);
});

afterAll(() => api.close());

const ownerRights = {
  role: 'demand',
  showDsp: true,
  config: { database: 'CTVMediaV2V' },
  scope: { advertiserIds: null, subpublisherIds: null },
  isProgram: true,
} as const;

/** Calls a route about objects of the own account. */
async function callRoute(call: Caller, route: Route) {
  const subject = { demandId: own.demandId, ids: own.ids, tooltipId, exchangeRateId };
  const entity = entityOf(route);
  const path = route.path
    .replace('{id}', String(entity ? idOfSubject(entity, subject) : 1))
    .replace('{month}', '2026-01')
    .replace('{file}', 'none.mp4')
    .replace(/\{\w+\}/g, '1');
  const body = bodyFor(route, subject);
  const type = route.streamBody?.contentTypes[0];
  return call(route.method, path, body, typeof body === 'string' ? { 'content-type': type ?? 'text/csv' } : {});
}

/** The faults of a refused call; errors of SCIM have a text, but no code. */
function codesOf({ chapter }: Route, answer: ApiResponse): string[] {
  if (chapter !== 'SCIM') return problemsOf(answer);
  return [answer.text.includes('needs the scope') ? ': insufficient_scope' : ': forbidden'];
}

describe('a key tried on every route of the table', () => {
  test.each<[string, ApiScope[]]>([
    ['reports: read', ['reports:read']],
    ['supply: write', ['supply:write']],
    [
      'all areas: read',
      apiAreas.map(({ area }): ApiScope => `${area}:read`).filter((each) => !/^(finance|platform)/.test(each)),
    ],
  ])('with the scope “%s” can call those within it', async (_name, scopes) => {
    const program = programOf(api, (await createKey(owner, { scopes })).token);
    const called = { within: 0, beyond: 0, forbidden: 0 };
    for (const route of api.routes.filter(({ access }) => access !== 'public')) {
      const name = `${route.method} ${route.path}`;
      const answer = await callRoute(program, route);
      expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
      const codes = answer.status === 403 ? codesOf(route, answer) : [];
      if (route.isForPeople || !mayCall(route.access, ownerRights)) {
        expect([answer.status, ...codes], name).toEqual([403, ': forbidden']);
        called.forbidden += 1;
      } else if (scopesOfRoute(route).every((scope) => hasScope(scopes, scope))) {
        expect(codes, name).not.toContain(': insufficient_scope');
        expect(answer.status, name).not.toBe(401);
        called.within += 1;
      } else {
        expect([answer.status, ...codes], name).toEqual([403, ': insufficient_scope']);
        expect(answer.headers['www-authenticate'], name).toContain('error="insufficient_scope"');
        called.beyond += 1;
      }
    }
    expect(Object.values(called).every((count) => count > 10)).toBe(true);
  });
});

test('each chapter with calls for users is in exactly one area', () => {
  const chapters = new Set(
    declaredRoutes()
      .filter(({ access }) => access !== 'public')
      .map(({ chapter }) => chapter),
  );
  const listed = apiAreas.flatMap((area): readonly string[] => area.chapters);
  expect(listed.toSorted()).toEqual([...chapters].toSorted());
});

test('the calls that only read, other than GET', () => {
  const reading = declaredRoutes().filter((route) => route.method !== 'GET' && useOfRoute(route) === 'read');
  expect(reading.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'POST /api/demand/campaigns/forecast',
    'POST /api/demand/targetings/test',
    'POST /api/demand/whatif',
    'POST /api/reports/explain',
    'POST /api/rrun',
    'POST /api/sso/test',
    'POST /api/vastTester/bidders',
  ]);
});

test('the OpenAPI document names the scopes of each call', async () => {
  const document = (await api.anonymous('GET', '/api/openapi.json')).body as {
    paths: Record<string, Record<string, { security: object[] }>>;
    components: { securitySchemes: { oauth2: { flows: { clientCredentials: { scopes: object } } } } };
  };
  const securityOf = (method: string, path: string) => document.paths[path]?.[method]?.security;
  const scoped = (...scopes: string[]) => [{ session: [] }, { apiKey: scopes }, { oauth2: scopes }];
  expect(securityOf('post', '/api/rrun')).toEqual(scoped('reports:read'));
  expect(securityOf('patch', '/api/demand/subs/{id}')).toEqual(scoped('supply:write'));
  expect(securityOf('post', '/api/demand/tags/attach')).toEqual(scoped('demand:write', 'supply:write'));
  expect(securityOf('get', '/api/finance/settings')).toEqual(scoped('finance:read'));
  expect(securityOf('post', '/api/keys')).toEqual([{ session: [] }]);
  const { scopes } = document.components.securitySchemes.oauth2.flows.clientCredentials;
  expect(Object.keys(scopes)).toHaveLength(2 * apiAreas.length);
});
