import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayCall } from '#api/mayCall.ts';
import type { Route } from '#api/route.ts';
import { sessionCookie } from '#api/session/sessionCookie.ts';
import type { ShownProvider } from '#api/sso/providerContract.ts';
import { entityList, type Role } from '#model/index.ts';
import { type OidcProvider, startOidcProvider } from '../../../support/sso/startOidcProvider.ts';
import { signInAtProvider } from '../../../support/sso/signInAtProvider.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, password } from '../startTestApi.ts';
import { createKey, programOf } from './createKey.ts';
import { openSsoWorld } from './openSsoWorld.ts';
import { changedRows, digestRows, type RowDigests } from './rowDigests.ts';
import { bodyFor, type CallSubject, entityOf, idOfSubject, noSession } from './sampleCalls.ts';

const world = await openSsoWorld();
const { api, oidc, root, own, owner, providerIn, settings, set, signIn, start, comeBack } = world;
const { callerOf, userOf, verified, newManager, cookieNamed, pathOf } = world;

/** Groups of the provider that give the roles of managers. */
const roles = ['full', 'trafficker', 'readonly', 'finance'] as const;
const groupRoles = roles.map((role) => ({ group: `${role} people`, role }));

/** Routes that end the session of their caller, or all of the provider. */
const endingRoutes = ['GET /api/auth/logout', 'DELETE /api/session/identity', 'PUT /api/sso', 'DELETE /api/sso'];

let foreign: TestAccount;
/** The objects in calls: of another account. */
let subject: CallSubject;
let routes: readonly Route[];
let scim: Caller;
let platformProvider: OidcProvider | null = null;

beforeAll(async () => {
  foreign = await buildAccount(api, 'bravo');
  const tooltip = { name: 'tag.rate', title: 'Rate', body: 'What it pays.' };
  subject = {
    demandId: foreign.demandId,
    ids: foreign.ids,
    tooltipId: idOf(await root('POST', '/api/tooltips', tooltip)),
    exchangeRateId: idOf(await root('POST', '/api/exchangerates', { currency: 'EUR', perUsd: '0.92' })),
  };
  routes = api.routes.filter((route) => route.access !== 'public' && !endingRoutes.includes(nameOf(route)));
  const program = programOf(api, (await createKey(owner, { scopes: ['scim:write'] })).token);
  scim = (method, path, body) =>
    program(method, path, body, body === undefined ? {} : { 'content-type': 'application/scim+json' });
  await set({ groupRoles, defaultRole: 'readonly' });
});
afterAll(async () => {
  await world.close();
  await platformProvider?.close();
});

/** Calls a route about objects of the other account. */
function callRoute(call: Caller, route: Route): Promise<ApiResponse> {
  const entity = entityOf(route);
  const path = route.path
    .replace('{id}', String(entity ? idOfSubject(entity, subject) : 2_147_483_647))
    .replace(/\{(?:session|factor|device)Id\}/, noSession)
    .replace('{month}', '2026-01')
    .replace('{domain}', 'foreign.example')
    .replace('{list}', 'robots')
    .replace('{file}', 'none.mp4')
    .replace(/\{(?:serveId|node|token)\}/, 'foreign_value_01')
    .replace(/\{\w+\}/g, '2147483647');
  const body = bodyFor(route, subject);
  const type = route.streamBody?.contentTypes[0];
  return call(route.method, path, body, typeof body === 'string' ? { 'content-type': type ?? 'text/csv' } : {});
}

/** All rows of the other account. */
function foreignRows(): Promise<RowDigests> {
  const own = entityList.filter(({ table }) => table !== 'tooltips' && table !== 'exchange_rates');
  const queries = own.map(({ table }): [string, string] => {
    const account = table === 'demands' ? 'id' : 'demand_id';
    return [table, `select * from ${table} where ${account} = ${foreign.demandId} order by id`];
  });
  return digestRows(api, Object.fromEntries(queries));
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
/** The status and codes of a response. */
const outcomeOf = ({ status, body }: ApiResponse) =>
  [status, ...((body as { problems?: { code: string }[] }).problems ?? []).map(({ code }) => code)].join(' ');

/** Signs in a new person, whom the provider puts in the group of a role. */
async function personOf(role: (typeof roles)[number], name = role): Promise<Caller> {
  const user = verified(`${name}@alpha.example`, { groups: [`${role} people`] });
  return callerOf(await signIn(name, user));
}

/** Creates a manager with a password; returns its login. */
async function twinOf(login: string, managerRole: string): Promise<string> {
  await newManager(login, { password, managerRole });
  return login;
}

/** Links a user who has a session to an identity of any address, and signs in with it. */
async function linked(login: string, identity: string): Promise<Caller> {
  const signedIn = await api.anonymous('POST', '/api/auth/login', { login, password });
  const cookie = cookieNamed(signedIn, sessionCookie);
  const linking = await api.anonymous('POST', '/api/session/identity', undefined, { cookie });
  oidc.users.set(identity, verified(`${identity}@elsewhere.example`));
  const back = await signInAtProvider((linking.body as { url: string }).url, identity);
  const attempt = cookieNamed(linking, '__Secure-bidhouse_sso');
  await api.anonymous('GET', pathOf(back), undefined, { cookie: `${attempt}; ${cookie}` });
  return callerOf(await signIn(identity));
}

/** An admin of the platform, who signs in with the provider of the platform. */
async function platformAdmin(): Promise<Caller> {
  const created = (await root('POST', '/api/sso')).body as { provider: ShownProvider };
  const ofPlatform = await startOidcProvider([created.provider.redirectUri]);
  platformProvider = ofPlatform;
  const { issuer } = ofPlatform;
  const platform = providerIn(await root('PUT', '/api/sso', settings({ issuer, defaultRole: 'admin' })));
  await root('POST', '/api/sso/domains', { domain: 'platform.example' });
  await root('POST', '/api/sso/domains/platform.example/verify');
  ofPlatform.users.set('operator', verified('operator@platform.example'));
  const { url, cookie } = await start(new URL(platform.startUrl).pathname);
  return callerOf(await comeBack(await signInAtProvider(url, 'operator'), cookie));
}

describe('[GUARD-03] every route of the table, in a session from single sign-on', () => {
  /** The callers: how each signs in, its role, and the login of someone with the same role and a password. */
  const cases: Record<string, { role: Role; person: () => Promise<Caller>; twin: () => Promise<string> }> = {
    ...Object.fromEntries(
      roles.map((role) => [
        `a manager whose group gives the role ${role}`,
        { role, person: () => personOf(role), twin: () => twinOf(`twin-${role}`, role) },
      ]),
    ),
    'a manager who may not use a password': {
      role: 'trafficker',
      async person() {
        await set({ groupRoles, allowsPasswords: false });
        return personOf('trafficker', 'required' as 'trafficker');
      },
      async twin() {
        await set({ groupRoles });
        return twinOf('twin-required', 'trafficker');
      },
    },
    'the owner': {
      role: 'demand',
      person: () => linked(own.logins.demand, 'boss'),
      twin: () => Promise.resolve(own.logins.demand),
    },
    'an admin of the platform': {
      role: 'admin',
      person: platformAdmin,
      async twin() {
        await root('POST', '/api/users', { name: 'Admin', login: 'twin-admin', password, type: 'admin' });
        return 'twin-admin';
      },
    },
  };

  test.each(Object.entries(cases))('of %s has the rights of its role, and no more', async (_name, walked) => {
    const { role } = walked;
    const person = await walked.person();
    expect((await userOf(person)).role).toBe(role);
    const twin = await walked.twin();
    const rights = {
      role,
      showDsp: true,
      config: { database: 'CTVMediaV2V' as const },
      scope: { advertiserIds: null, subpublisherIds: null },
      isProgram: false,
    };
    // The provider does not say when the person signed in there, so that its session confirms nothing by itself.
    await api.sql(`update sessions set confirmed_at = '${api.deps.now().toISOString()}'`);
    const before = await foreignRows();
    const counts = { permitted: 0, forbidden: 0 };
    for (const route of routes) {
      const answer = await callRoute(person, route);
      const text = `${nameOf(route)}: ${answer.text}`;
      expect(answer.status, text).toBeLessThan(500);
      if (mayCall(route.access, rights)) {
        counts.permitted += 1;
        // People with passwords and the same role are refused, too.
        if (answer.status === 403) expect((await callRoute(await api.signIn(twin), route)).status, text).toBe(403);
        if (role !== 'admin') expect(answer.text, text).not.toContain('bravo');
      } else {
        counts.forbidden += 1;
        expect(answer.status, text).toBe(403);
      }
    }
    if (role !== 'admin') expect(changedRows(before, await foreignRows())).toEqual([]);
    expect(Math.min(counts.permitted, counts.forbidden)).toBeGreaterThan(50);
  });
});

describe('[GUARD-03] no route that needs a session is open', () => {
  /** The responses without any session. */
  const closed = new Map<string, string>();

  beforeAll(async () => {
    await world.signOwnerIn();
    await set({ groupRoles, defaultRole: 'readonly' });
    for (const route of api.routes.filter(({ access }) => access !== 'public')) {
      const outcome = outcomeOf(await callRoute(api.anonymous, route));
      expect(outcome, nameOf(route)).toMatch(/^403/);
      closed.set(nameOf(route), outcome);
    }
  });

  const idOfPerson = async (person: Caller) => (await userOf(person)).id;
  /** How sessions end, by title: what others do with the user, its account or the provider. */
  const ends: Record<string, (userId: number) => Promise<ApiResponse>> = {
    'that the owner has unlinked': (id) => owner('DELETE', `/api/sso/users/${id}`),
    'that was suspended by provisioning': (id) => scim('PATCH', `/scim/v2/Users/${id}`, patched('active', false)),
    'that was removed by provisioning': (id) => scim('DELETE', `/scim/v2/Users/${id}`),
    'that the owner has suspended': (id) => owner('PATCH', `/api/demand/managers/${id}`, { status: 0 }),
    'whose role was changed': (id) => owner('PATCH', `/api/demand/managers/${id}`, { managerRole: 'readonly' }),
    'whose sessions the owner has ended': (id) => owner('DELETE', `/api/demand/managers/${id}/signIn/sessions`),
    'of a provider that was disabled': () => set({ groupRoles, isEnabled: false }),
    'of a provider whose client is another one': () => set({ groupRoles, clientId: 'another' }),
    'of a provider whose issuer is another one': () => set({ groupRoles, issuer: 'https://login.other.example' }),
    'of a suspended account': () => root('PATCH', `/api/demands/${own.demandId}`, { status: 0 }),
    'of a provider that was removed': () => owner('DELETE', '/api/sso'),
  };
  const patched = (path: string, value: unknown) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path, value }],
  });

  test.each(Object.entries(ends))('to the session of a user %s', async (title, end) => {
    const person = await personOf('full', `ended${Object.keys(ends).indexOf(title)}` as 'full');
    expect((await person('GET', '/api/demand/tags')).status).toBe(200);
    const ended = await end(await idOfPerson(person));
    expect(ended.status, ended.text).toBeLessThan(300);
    const open: string[] = [];
    for (const route of api.routes.filter(({ access }) => access !== 'public')) {
      const outcome = outcomeOf(await callRoute(person, route));
      if (outcome !== closed.get(nameOf(route))) open.push(`${nameOf(route)}: ${outcome}`);
    }
    expect(open).toEqual([]);
    if (title.includes('account')) {
      await root('PATCH', `/api/demands/${own.demandId}`, { status: 1 });
      await world.signOwnerIn();
    }
    if (!title.includes('removed')) await set({ groupRoles, defaultRole: 'readonly' });
    // Ended sessions stay so when their cause is undone.
    expect((await person('GET', '/api/session')).status).toBe(403);
  });
});
