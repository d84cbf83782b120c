import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingScopes, roleScopesOfRoute } from '#api/keys/scopesOfRoute.ts';
import { mayCall } from '#api/mayCall.ts';
import type { Route } from '#api/route.ts';
import { areaOfChapter, type ApiScope } from '#model/account/apiScopes.ts';
import { roleAreas } from '#model/account/rolePermissions.ts';
import { entityList } from '#model/index.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { createRole } from './createRole.ts';
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

const managerRights = {
  role: 'full',
  showDsp: true,
  config: { database: 'CTVMediaV2V' },
  scope: { advertiserIds: null, subpublisherIds: null },
} as const;

/** Calls that end what the others need: the session, and the password. */
const isEnding = ({ method, path }: Route) => method !== 'GET' && path.startsWith('/api/session/');

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

/** Names of the account's rows of entities in other areas: “alpha tag”. The log names its authors. */
async function namesOutside(area: string): Promise<string[]> {
  const outside = entityList.filter(({ pluralLabel }) => areaOfChapter(pluralLabel) !== area);
  const subject = { demandId: own.demandId, ids: own.ids, tooltipId, exchangeRateId };
  const names: string[] = [];
  for (const { name, table, fields } of outside) {
    if (!('name' in fields) || ['demand', 'tooltip', 'user', 'manager', 'login'].includes(name)) continue;
    const id = idOfSubject(name as Parameters<typeof idOfSubject>[0], subject);
    const [row] = id === 0 ? [] : await api.sql(`select name from ${table} where id = ${id}`);
    if (row) names.push(`"${String(row['name'])}"`);
  }
  return names;
}

/** Two areas to write, after the others: these calls rename rows. */
const writing = [
  ['supply', 'write'],
  ['campaigns', 'write'],
] as const;

describe('a manager whose custom role has one area', () => {
  test.each([...roleAreas.map(({ area }) => [area, 'read'] as const), ...writing])(
    '%s (%s) can call the routes of that area, and what is one’s own',
    async (area, use) => {
      const { caller } = await createRole(api, owner, { [area]: use });
      const outside = use === 'read' ? await namesOutside(area) : [];
      if (use === 'read') expect(outside.length).toBeGreaterThan(5);
      const scopes: ApiScope[] = [`${area}:${use}`];
      const called = { within: 0, outside: 0, forbidden: 0 };
      for (const route of api.routes.filter((each) => each.access !== 'public' && !isEnding(each))) {
        const name = `${route.method} ${route.path}`;
        const answer = await callRoute(caller, route);
        expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
        // SCIM has a form of its own for errors, and is for the owner.
        const isScim = route.chapter === 'SCIM';
        if (isScim) expect(answer.status, name).toBe(403);
        if (isScim) continue;
        const codes = answer.status === 403 ? problemsOf(answer) : [];
        if (!mayCall(route.access, managerRights)) {
          expect([answer.status, ...codes], name).toEqual([403, ': forbidden']);
          called.forbidden += 1;
        } else if (missingScopes(roleScopesOfRoute(route), scopes).length === 0) {
          expect(codes, name).not.toContain(': outside_role');
          expect(answer.status, name).not.toBe(401);
          called.within += 1;
        } else {
          expect([answer.status, ...codes], name).toEqual([403, ': outside_role']);
          called.outside += 1;
        }
        if (answer.status < 300 && entityOf(route) === null) {
          expect(
            outside.filter((each) => answer.text.includes(each)),
            name,
          ).toEqual([]);
        }
      }
      expect(called.within).toBeGreaterThan(10);
      expect(called.outside).toBeGreaterThan(100);
      expect(called.forbidden).toBeGreaterThan(50);
    },
  );
});
