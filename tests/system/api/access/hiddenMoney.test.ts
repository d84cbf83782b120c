import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#api/route.ts';
import { roleAreas, type RolePermissions } from '#model/account/rolePermissions.ts';
import { moneyFieldNames } from '#model/field/moneyFieldNames.ts';
import { type Entity, entities, type EntityName, type Field } from '#model/index.ts';
import { isMoneyMetric, metrics } from '#reports/metrics/metrics.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { createKey, programOf } from './createKey.ts';
import { createRole } from './createRole.ts';
import { bodyFor, entityOf, idOfSubject, reportRequest } from './sampleCalls.ts';

let api: TestApi;
let own: TestAccount;
let owner: Caller;
let roleId: number;
let caller: Caller;

const everything = Object.fromEntries(roleAreas.map(({ area }) => [area, 'write'])) as RolePermissions;

/** Amounts of the account: 7.7701 USD in every form in which answers could have them, and percentages such as 37.71. */
const planted = /7\.77\d\d|7[.,]?77\d\d0{5}|37\.7\d/;

let count = 0;

/** A distinctive value of a field; larger ones later. Undefined for fields without amounts. */
function plantedValue(name: string, { kind, structure }: Field): unknown {
  count += 1;
  const usd = `7.77${String(count).padStart(2, '0')}`;
  if (kind === 'money') return usd;
  if (kind === 'percent') return Number(`37.7${count % 10}`);
  if (structure === 'limits') return [{ metric: 'spend', period: 'week', value: Number(usd), pacing: 'asap' }];
  if (structure === 'dealBids') return { [own.ids.deal]: usd };
  if (structure === 'multipliers') return [{ dimension: 'country', value: 'US', factor: 7.7799 }];
  if (name === 'costModel') return 'share';
  return name === 'floorMode' ? 'dynamic' : undefined;
}

/** Entities of the account with fields of money. */
const priced = [
  'advertiser',
  'subpublisher',
  'tag',
  'channel',
  'waterfallRow',
  'supplier',
  'adexchange',
  'campaign',
  'deal',
] as const;

const pathOf = (name: EntityName) => `/api/${entities[name].path}`;

/** Sets every field of money of the account to a distinctive amount; budgets of longer periods are larger. */
async function plant(): Promise<void> {
  for (const name of priced) {
    const { fields }: Entity = entities[name];
    const values: Record<string, unknown> = {};
    for (const [path, field] of Object.entries(fields).toReversed()) {
      if (field.isMoney && !field.isGenerated) values[path] = plantedValue(path, field);
    }
    if (name === 'campaign') Object.assign(values, { maxBid: '7.7799', dealIds: [own.ids.deal] });
    const changed = await owner('PATCH', `${pathOf(name)}/${own.ids[name]}`, values);
    expect(changed.status, `${name}: ${changed.text}`).toBe(200);
    expect(changed.text, name).toMatch(name === 'advertiser' ? /paymentTerms/ : planted);
  }
  await api.sql(
    `update channels set dynamic_floors = '{"US ctv": "7.7788"}' where id = ${own.ids.channel};
     update demands set price_req = 7770100000, price_imp = 7770200000, price_dsp = 3771, price_postbid = 7770300000
       where id = ${own.demandId}`,
  );
}

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  owner = await api.signIn(own.logins.demand);
  await plant();
  const world = await createRole(api, owner, everything, {}, { seesMoney: false });
  ({ roleId, caller } = world);
});

afterAll(() => api.close());

const csv = { 'content-type': 'text/csv' };
const yaml = { 'content-type': 'application/yaml' };

/** Calls that end what the others need: the session, and the password. */
const isEnding = ({ method, path }: Route) => method !== 'GET' && path.startsWith('/api/session/');

function callRoute(call: Caller, route: Route) {
  const subject = { demandId: own.demandId, ids: own.ids, tooltipId: 1, exchangeRateId: 1 };
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

/** The amounts in a response, with the text around them. */
const amountsIn = (text: string) =>
  [...text.matchAll(new RegExp(`.{0,60}(${planted.source})`, 'g'))].map(([all]) => all);

const readRoutes = () => api.routes.filter((route) => route.method === 'GET' && route.access !== 'public');
const otherRoutes = () =>
  api.routes.filter((route) => route.method !== 'GET' && route.access !== 'public' && !isEnding(route));

describe('a user whose custom role hides money', () => {
  test('finds no amount in the response of any route, while its owner does', async () => {
    const found = { own: new Set<string>(), hidden: [] as string[], answered: 0 };
    for (const route of [...readRoutes(), ...otherRoutes()]) {
      const name = `${route.method} ${route.path}`;
      if (route.method === 'GET' && amountsIn((await callRoute(owner, route)).text).length > 0) found.own.add(name);
      const answer = await callRoute(caller, route);
      expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
      if (answer.status < 300) found.answered += 1;
      found.hidden.push(...amountsIn(answer.text).map((amount) => `${name}: ${amount}`));
    }
    expect(found.hidden).toEqual([]);
    expect(found.answered).toBeGreaterThan(100);
    for (const path of ['/api/demand/tags', '/api/demand/channels/export.csv', '/api/log', '/api/config.yaml']) {
      expect([...found.own]).toContain(`GET ${path}`);
    }
    expect(found.own.size).toBeGreaterThan(25);
  });

  test('reads rows, groups and the waterfall without fields of money, also as a program and as the owner who views it', async () => {
    const { token } = await createKey(caller, { scopes: ['demand:read', 'supply:write'] });
    const program = programOf(api, token);
    const viewer = await api.signIn(own.logins.demand);
    expect((await viewer('PUT', '/api/session/viewedRole', { role: roleId })).status).toBe(200);
    for (const call of [caller, program, viewer]) {
      for (const path of ['/api/demand/tags', `/api/demand/channels/${own.ids.channel}`, '/api/demand/waterfall']) {
        const answer = await call('GET', path);
        expect(answer.status, answer.text).toBe(200);
        expect([...moneyFieldNames].filter((name) => answer.text.includes(`"${name}":`))).toEqual([]);
      }
    }
    expect((await caller('GET', '/api/session')).body).toMatchObject({ hidesMoney: true });
    expect((await viewer('DELETE', '/api/session/viewedRole')).status).toBe(200);
    expect((await viewer('GET', '/api/session')).body).not.toHaveProperty('hidesMoney');
    expect(amountsIn((await viewer('GET', '/api/demand/tags')).text)).not.toEqual([]);
  });

  test('cannot set money by any call, whatever the value: each names the field', async () => {
    const tag = `/api/demand/tags/${own.ids.tag}`;
    const set = (values: object, action = 'update', id = own.ids.tag) => ({
      changes: [{ entity: 'tag', action, ...(action === 'update' ? { id } : {}), values }],
    });
    const current = ((await owner('GET', tag)).body as { rate: string }).rate;
    for (const rate of ['9.99', '0.00', current]) {
      const changed = await caller('PATCH', tag, { notes: 'x', rate });
      expect([changed.status, ...problemsOf(changed)]).toEqual([422, 'rate: money_hidden']);
      const inSet = await caller('POST', '/api/changes', set({ rate }));
      expect(inSet.text).toContain('money_hidden');
      const imported = await caller('POST', '/api/demand/tags/import', `id,rate\r\n${own.ids.tag},${rate}`, csv);
      expect([imported.status, ...problemsOf(imported)]).toEqual([422, 'lines.2.rate: money_hidden']);
      const document = `bidhouse: 1\ntags:\n  - { id: ${own.ids.tag}, name: alpha tag, advertiser: ${own.ids.advertiser}, url: 'https://ads.example/vast', rate: ${rate} }\n`;
      const applied = await caller('POST', '/api/config', document, yaml);
      expect(problemsOf(applied)).toContain('tags.0.rate: money_hidden');
    }
    const adjust = { verb: 'adjust', field: 'rate', by: '10', unit: 'percent' };
    const bulk = await caller('POST', '/api/demand/tags/bulk', { ids: [own.ids.tag], edits: [adjust], isDryRun: true });
    expect([bulk.status, ...problemsOf(bulk)]).toEqual([400, 'edits.0.field: money_hidden']);
    const created = await caller('POST', '/api/demand/tags', {
      ...{ name: 'priced', advertiserId: own.ids.advertiser, url: 'https://ads.example/', rate: '9.99' },
    });
    expect([created.status, ...problemsOf(created)]).toEqual([422, 'rate: money_hidden']);
    const campaign = { name: 'new', advertiserId: own.ids.advertiser };
    expect(problemsOf(await caller('POST', '/api/demand/campaigns', { ...campaign, bid: '1.00' }))).toEqual([
      'bid: money_hidden',
    ]);
    expect(problemsOf(await caller('POST', '/api/demand/campaigns', campaign))).toContain('bid: money_hidden');
    expect(((await owner('GET', tag)).body as { rate: string }).rate).toBe(current);
  });

  test('changes, creates and copies everything else, and money stays as it is', async () => {
    const path = `/api/demand/tags/${own.ids.tag}`;
    const before = (await owner('GET', path)).body as Record<string, unknown>;
    expect((await caller('PATCH', path, { notes: 'checked' })).status).toBe(200);
    const config = (await caller('GET', '/api/config.yaml')).text;
    expect(config).toContain('notes: checked');
    const planned = await caller('POST', '/api/config?isDryRun=true', config, yaml);
    expect(planned.body).toMatchObject({ changes: [], problems: [] });
    const edited = config.replace('notes: checked', 'notes: written');
    expect((await caller('POST', '/api/config', edited, yaml)).status).toBe(200);
    const copied = await caller('POST', '/api/demand/tags/clone', { ids: [own.ids.tag] });
    const { results } = copied.body as { results: { id: number }[] };
    const after = (await owner('GET', path)).body as Record<string, unknown>;
    const copy = (await owner('GET', `/api/demand/tags/${results[0]?.id}`)).body as Record<string, unknown>;
    expect(after['notes']).toBe('written');
    for (const name of Object.keys(before).filter((each) => moneyFieldNames.has(each))) {
      expect([name, after[name], copy[name]]).toEqual([name, before[name], before[name]]);
    }
    idOf(
      await caller('POST', '/api/demand/tags', {
        ...{ name: 'free', advertiserId: own.ids.advertiser, url: 'https://ads.example/' },
      }),
    );
  });

  test('cannot sort, filter or export by money, nor undo its changes', async () => {
    for (const query of ['sort=-rate', 'rateModel=fixed', 'sort=rev', 'having=ecpm:min:7']) {
      const answer = await caller('GET', `/api/demand/tags?${query}`);
      expect([answer.status, problemsOf(answer).length], query).toEqual([400, 1]);
      expect(answer.text).toContain('money_hidden');
    }
    expect((await caller('GET', '/api/observed/sites')).status).toBe(200);
    expect(problemsOf(await caller('GET', '/api/observed/sites?sort=-ecpm'))).toEqual(['sort: money_hidden']);
    expect((await caller('GET', '/api/demand/tags/export.csv?columns=name,rate')).status).toBe(400);
    const exported = await caller('GET', '/api/demand/tags/export.csv?headings=fields');
    const headings = exported.text.split('\r\n')[0]?.split(',') ?? [];
    expect(headings.filter((name) => moneyFieldNames.has(name))).toEqual([]);
    expect(headings).toContain('url');
    expect((await caller('GET', '/api/demand/tags/template.csv')).text).not.toMatch(/rate|floor/);
    const log = (await owner('GET', `/api/log?entity=tag&rowId=${own.ids.tag}`)).body as {
      rows: { id: number; fields: { field: string }[] }[];
    };
    const entry = log.rows.find(({ fields }) => fields.some(({ field }) => field === 'rate'));
    const seen = (await caller('GET', `/api/log/${entry?.id}`)).body;
    expect(seen).toMatchObject({ canRevert: false, fields: [] });
    const reverted = await caller('POST', `/api/log/${entry?.id}/revert`);
    expect([reverted.status, reverted.text.includes('money_hidden')]).toEqual([422, true]);
  });

  test('has no metric of money in reports, saved ones included, and cannot call what is about money', async () => {
    const { body } = await caller('GET', '/api/reports/fields');
    const offered = new Set((body as { metrics: { key: string }[] }).metrics.map(({ key }) => key));
    const money = metrics.filter((metric) => isMoneyMetric(metric)).map(({ key }) => key);
    expect(money.filter((key) => offered.has(key))).toEqual([]);
    expect(offered.size).toBeGreaterThan(40);
    for (const key of money) {
      const answer = await caller('POST', '/api/rrun', { ...reportRequest, metrics: ['reqs', key] });
      expect([answer.status, ...problemsOf(answer)], key).toEqual(
        key === 'systemCost' || key === 'verification_fee'
          ? [422, 'metrics.1: unknown_metric']
          : [422, 'metrics.1: money_hidden'],
      );
    }
    const having = { ...reportRequest, having: [{ metric: 'rev', op: 'gt', value: 1 }] };
    expect(problemsOf(await caller('POST', '/api/rrun', having))).toEqual(['having.0.metric: money_hidden']);
    const about = api.routes.filter(({ isAboutMoney }) => isAboutMoney);
    expect(about.map(({ path }) => path).toSorted()).toEqual([
      '/api/demand/campaigns/forecast',
      '/api/demand/whatif',
      '/api/demand/why/traces',
      '/api/demand/why/traces/{serveId}',
      '/api/vastTester/bidders',
    ]);
    for (const route of about) {
      const answer = await callRoute(caller, route);
      expect([answer.status, ...problemsOf(answer)], route.path).toEqual([403, ': money_hidden']);
    }
  });

  test('sees money again when the role says so, after signing in again', async () => {
    const {
      roleId: other,
      login,
      caller: before,
    } = await createRole(api, owner, { demand: 'read' }, {}, { seesMoney: false });
    expect(amountsIn((await before('GET', '/api/demand/tags')).text)).toEqual([]);
    expect((await owner('PATCH', `/api/demand/roles/${other}`, { seesMoney: true })).status).toBe(200);
    expect((await before('GET', '/api/demand/tags')).status).toBe(403);
    const again = await api.signIn(login);
    expect(amountsIn((await again('GET', '/api/demand/tags')).text)).not.toEqual([]);
  });
});
