import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionUser } from '#api/contract.ts';
import { mayCall } from '#api/mayCall.ts';
import type { Route } from '#api/route.ts';
import { entityList, isAllowed, type CreativeRow, type EntityName, type Role, type UserType } from '#model/index.ts';
import { buildMp4 } from '../../media/buildMedia.ts';
import { buildAccount, type TestAccount } from './buildAccount.ts';
import { type Caller, idOf, password, startTestApi, type TestApi } from './startTestApi.ts';

let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let tooltipId: number;
let exchangeRateId: number;
let savedReportId: number;
let exportId: number;
let shareId: number;
let importId: number;
let viewId: number;
let logEntryId: number;
let batch: number;
/** The name of a file of the foreign account's creative. */
let file: string;
const callers = new Map<Role | 'anonymous', Caller>();

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  const root = await api.signIn('super');
  tooltipId = idOf(await root('POST', '/api/tooltips', { name: 'tag.rate', title: 'Rate', body: 'What it pays.' }));
  exchangeRateId = idOf(await root('POST', '/api/exchangerates', { currency: 'EUR', perUsd: '0.92' }));
  await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' });
  const neighbour = await api.signIn(foreign.logins.demand);
  savedReportId = idOf(await neighbour('POST', '/api/savedReport', { ...savedReport, name: 'bravo report' }));
  shareId = idOf(await neighbour('POST', `/api/savedReport/${savedReportId}/shares`, share));
  const exported = { name: 'bravo export', ivt: false, format: 'csv', request: report };
  exportId = ((await neighbour('POST', '/api/exports', exported)).body as { id: number }).id;
  importId = await importedBy(foreign.demandId);
  viewId = idOf(await neighbour('POST', '/api/views', { ...view, name: 'bravo view', isShared: true }));
  const entries = await api.sql(`select id from changes where entity = 'tag' and row_id = ${foreign.ids.tag}`);
  logEntryId = Number(entries[0]?.['id']);
  const set = { changes: [{ entity: 'tag', action: 'update', id: foreign.ids.tag, values: { notes: 'bravo' } }] };
  batch = ((await neighbour('POST', '/api/changes', set)).body as { batch: number }).batch;
  const filesPath = `/api/demand/creatives/${foreign.ids.creative}/files`;
  const uploaded = await neighbour('POST', filesPath, buildMp4(), { 'content-type': 'application/octet-stream' });
  file = (uploaded.body as CreativeRow).files[0]?.file ?? '';
  callers.set('super', root);
  callers.set('admin', await api.signIn('admin'));
  for (const [type, login] of Object.entries(own.logins)) callers.set(type as UserType, await api.signIn(login));
  callers.set('anonymous', api.anonymous);
});

afterAll(() => api.close());

/** An imported report of a vendor of an account. */
async function importedBy(demandId: number): Promise<number> {
  const rows = await api.sql(
    `insert into scan_imports (demand_id, vendor, file_name, lines, imps, first_day, last_day)
     values (${demandId}, 'pix', 'bravo.csv', 1, 1, '2026-01-01', '2026-01-01') returning id`,
  );
  return Number(rows[0]?.['id']);
}

/** The entity whose rows a path is about. */
function entityOf(route: Route): EntityName | null {
  return typeof route.access === 'object' && 'entity' in route.access ? route.access.entity : null;
}

/** A profile as its demand user sends it. */
const emptyProfile = {
  companyName: '',
  companyAddress: '',
  contactNumber: '',
  contactExpired: null,
  timezone: 0,
  contacts: [],
  sellersJson: [],
  tagParams: null,
  delOldCreatives: null,
};

const report = { startDate: '2026-01-01', endDate: '2026-01-02', metrics: ['reqs'] };
const anyIssuer = { name: 'x', address: 'x', taxId: '', bank: '' };
const noPrices = { priceReq: '0', priceImp: '0', priceDsp: 0, pricePostbid: '0' };
const view = { page: '/tags', name: 'x', search: 'status=all' };
const schedule = {
  ...{ repeats: 'daily', weekDays: [], monthDay: null, time: '08:00', zone: 'UTC', startDate: null, endDate: null },
  ...{ format: 'csv', colleagueIds: [], emails: [], emailForm: 'link', isPaused: false },
};
const share = { hours: 24, note: 'bravo link' };
const savedReport = { name: 'x', ivt: false, keep: 'file', request: report };

/** A good body for a route, about the foreign account's objects. A new route with a body needs its line here. */
function bodyFor(route: Route): unknown {
  const rowsOf = entityOf(route);
  if (route.path.endsWith('/import') && rowsOf) return `id,name\r\n${foreignId(rowsOf)},taken over`;
  if (route.path === '/api/config') {
    return `bidhouse: 1\ntags:\n  - { id: ${foreign.ids.tag}, name: taken over, advertiser: ${foreign.ids.advertiser} }\n`;
  }
  if (!route.body) return undefined;
  const { ids, demandId } = foreign;
  const bodies: Record<string, unknown> = {
    'POST /api/auth/login': { login: 'nobody', password: 'no password' },
    'POST /api/rrun': report,
    'POST /api/reports/explain': report,
    'POST /api/savedReport': savedReport,
    'POST /api/savedReport/{id}/clone': { name: 'x' },
    'POST /api/savedReport/{id}/shares': share,
    'POST /api/exports': { name: 'x', ivt: false, format: 'csv', request: report },
    'PUT /api/savedReport/{id}/schedule': schedule,
    'POST /api/views': view,
    'PUT /api/demand/info': { ...emptyProfile, name: 'taken over' },
    'PUT /api/finance/settings': { ...anyIssuer, prefix: 'X-', netDays: 30, taxRate: null },
    'POST /api/finance/months/{month}/close': { demandIds: [demandId] },
    'POST /api/finance/months/{month}/accounts/{id}/reopen': { reason: 'x' },
    'POST /api/finance/months/{month}/accounts/{id}/adjustments': { amount: '1', reason: 'x' },
    'POST /api/finance/months/{month}/accounts/{id}/carry': { into: '2026-02' },
    'POST /api/finance/months/{month}/accounts/{id}/settlements': {
      kind: 'advertiser',
      partnerId: ids.advertiser,
      amount: '1',
      settledOn: '2026-01-01',
    },
    'POST /api/finance/settlements/{id}/takeBack': { reason: 'x' },
    'POST /api/finance/invoices/{id}/payments': { amount: '1', paidOn: '2026-01-01' },
    'POST /api/finance/invoices/{id}/void': { reason: 'x' },
    'POST /api/finance/accounts/{id}/prices': { ...noPrices, validFrom: null },
    'PUT /api/admin/config': { postbidMaxImps: 1, postbidMaxReps: 1 },
    'POST /api/demands': { name: 'charlie' },
    'POST /api/users': { name: 'x', login: `x${Math.random()}`, password, type: 'demand', demandId },
    'POST /api/demand/advs': { name: `x${Math.random()}` },
    'POST /api/demand/subs': { name: `x${Math.random()}` },
    'POST /api/demand/tags': { name: 'x', advertiserId: ids.advertiser, url: 'https://ads.example/' },
    'POST /api/demand/channels': { name: 'x', subpublisherId: ids.subpublisher },
    'POST /api/demand/waterfall': { channelId: ids.channel, tagId: ids.tag },
    'POST /api/demand/logins': { name: 'x', login: `x${Math.random()}`, password, type: 'sdk' },
    'POST /api/demand/managers': { name: 'x', login: `x${Math.random()}`, password },
    'POST /api/demand/sups': { name: `x${Math.random()}` },
    'POST /api/demand/adexchanges': { name: `x${Math.random()}`, endpoint: 'https://buyer.example/bid' },
    'POST /api/demand/campaigns': { name: `x${Math.random()}`, advertiserId: ids.advertiser, bid: '1.50' },
    'POST /api/demand/creatives': { name: `x${Math.random()}`, advertiserId: ids.advertiser },
    'POST /api/demand/creatives/{id}/review': { review: 'rejected', note: 'taken over' },
    'POST /api/demand/creatives/review': { ids: [ids.creative], review: 'rejected', note: 'taken over' },
    'POST /api/demand/deals': { name: `x${Math.random()}`, dealId: 'x', supplierId: ids.supplier },
    'POST /api/demand/targetings': { name: `x${Math.random()}` },
    'POST /api/demand/targetings/test': { targetingId: ids.targeting, request: {} },
    'POST /api/demand/applists': { name: `x${Math.random()}` },
    'POST /api/demand/crelists': { name: `x${Math.random()}` },
    'POST /api/demand/publists': { name: `x${Math.random()}` },
    'POST /api/demand/applists/{id}/members/undo': { entry: 1 },
    'POST /api/demand/crelists/{id}/members/undo': { entry: 1 },
    'POST /api/demand/publists/{id}/members/undo': { entry: 1 },
    'POST /api/demand/ivts': { name: `x${Math.random()}`, url: 'https://pixel.example/' },
    'POST /api/sdk/apps': { name: `x${Math.random()}`, bundle: `x${Math.random()}` },
    'POST /api/tools/vastTest': { tagId: ids.tag },
    'POST /api/tools/fireTrackers': { urls: ['https://pixel.example/'] },
    'POST /api/demand/watches': { kind: 'channel', id: ids.channel },
    'POST /api/demand/whatif': {
      channelId: ids.channel,
      changes: [{ entity: 'tag', id: ids.tag, values: { rate: '1.00' } }],
    },
    'POST /api/demand/campaigns/forecast': { id: ids.campaign, values: { bid: '9.00' } },
    'POST /api/sdk/placements': { name: `x${Math.random()}`, sdkAppId: ids.sdkApp, channelId: ids.channel },
    'POST /api/sdk/configs': { name: `x${String(Math.random()).slice(2)}`, sdkAppId: ids.sdkApp },
    'PATCH /api/sdk/configs/{id}': { note: 'taken over' },
    'POST /api/changes': {
      changes: [{ entity: 'tag', action: 'update', id: ids.tag, values: { name: 'taken over' } }],
    },
    'POST /api/tooltips/import': { tooltips: [{ name: 'tag.url', title: 'x', body: 'x' }] },
    'POST /api/exchangerates': { currency: 'JPY', perUsd: '157.10' },
    'PATCH /api/exchangerates/{id}': { perUsd: '0.93' },
    'POST /api/tooltips': { name: `tag.x${String(Math.random()).slice(2)}`, title: 'x', body: 'x' },
  };
  const known = bodies[`${route.method} ${route.path}`];
  if (known !== undefined) return known;
  const entity = entityOf(route);
  if (route.path.endsWith('/bulk') && entity) return { ids: [foreignId(entity)], status: 0 };
  if (route.path.endsWith('/clone') && entity) return { ids: [foreignId(entity)], hasChildren: true };
  if (route.path.endsWith('/attach')) {
    const isOfTags = route.path.includes('/tags/');
    return { ids: [ids.tag, ids.channel], to: [isOfTags ? ids.channel : ids.tag], action: 'attach' };
  }
  if (route.method === 'PATCH') return entity === 'waterfallRow' ? { weight: 77 } : { name: 'taken over' };
  throw new Error(`no sample body for ${route.method} ${route.path}: add one`);
}

function foreignId(entity: EntityName): number {
  if (entity === 'demand') return foreign.demandId;
  if (entity === 'exchangeRate') return exchangeRateId;
  return entity === 'tooltip' ? tooltipId : foreign.ids[entity];
}

/** The foreign object that a path is about. */
function idInPath(route: Route): number {
  const entity = entityOf(route);
  if (entity) return foreignId(entity);
  if (route.path.startsWith('/api/log')) return logEntryId;
  if (route.path.startsWith('/api/demand/creatives')) return foreign.ids.creative;
  if (route.path.startsWith('/api/views')) return viewId;
  if (route.path.startsWith('/api/exports')) return exportId;
  if (route.path.startsWith('/api/postbid/imports')) return importId;
  return route.path.startsWith('/api/saved') ? savedReportId : foreign.demandId;
}

async function foreignState(): Promise<string> {
  const parts: unknown[] = [
    await api.sql(`select * from saved_reports where id = ${savedReportId}`),
    await api.sql(`select * from report_shares where id = ${shareId}`),
    await api.sql(`select * from report_exports where id = ${exportId}`),
    await api.sql(`select * from saved_views where id = ${viewId}`),
    await api.sql(`select * from scan_imports where id = ${importId}`),
    await api.sql(
      `select * from list_members where list_id in (${foreign.ids.appList}, ${foreign.ids.creList}, ${foreign.ids.pubList})`,
    ),
  ];
  for (const { table, ownedBy } of entityList) {
    if (table === 'tooltips' || table === 'exchange_rates') continue;
    const owner = table === 'demands' ? 'id' : 'demand_id';
    const rows = await api.sql(`select * from ${table} where ${owner} = ${foreign.demandId} order by id`);
    for (const row of rows) if (ownedBy === 'platform') delete row['last_login_at'];
    parts.push(rows);
  }
  return JSON.stringify(parts);
}

const others: (Role | 'anonymous')[] = ['demand', 'sub', 'adv', 'sdk', 'anonymous'];
const admins: Role[] = ['super', 'admin'];

describe('[GUARD-03] every route of the table, as every role, with a foreign account’s object', () => {
  test.each([...others, ...admins])('as %s', async (role) => {
    const call = callers.get(role)!;
    for (const route of api.routes.filter((each) => each.path !== '/api/auth/logout')) {
      const name = `${role}: ${route.method} ${route.path}`;
      const before = await foreignState();
      const path = route.path
        .replace('{id}', String(idInPath(route)))
        .replace('{batch}', String(batch))
        .replace('{month}', '2026-01')
        .replace('{shareId}', String(shareId))
        .replace('{token}', 'foreignToken_1')
        .replace('{serveId}', 'foreignServeId_1')
        .replace('{file}', file);
      expect(path, `${name}: parameters other than id need a value here`).not.toContain('{');
      const body = bodyFor(route);
      const answer = await call(
        route.method,
        path,
        body,
        typeof body === 'string' ? { 'content-type': route.streamBody?.contentTypes[0] ?? 'text/csv' } : {},
      );
      expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
      const user = role === 'anonymous' ? null : ({ role } as SessionUser);
      if (!mayCall(route.access, user)) {
        expect(answer.status, name).toBe(403);
        expect(await foreignState(), name).toBe(before);
        continue;
      }
      if (role === 'super' || role === 'admin') continue;
      // Beyond its rights nothing of the other account is told, and nothing of it changes.
      expect(answer.text, name).not.toContain('bravo');
      expect(await foreignState(), name).toBe(before);
      if (route.path.includes('{batch}')) expect(answer.status, name).toBe(404);
      if (route.path.includes('{id}')) {
        expect(answer.status, name).toBe(404);
        const missingPath = route.path
          .replace('{id}', '2147483647')
          .replace('{shareId}', '2147483647')
          .replace('{file}', file);
        const missing = await call(route.method, missingPath, body);
        expect(withoutRequestId(answer.body), name).toEqual(withoutRequestId(missing.body));
      }
    }
  });

  test('a reference to a foreign row is refused like one to a missing row', async () => {
    const call = callers.get('demand')!;
    const body = (advertiserId: number) => ({ name: 'y', advertiserId, url: 'https://ads.example/' });
    const answer = await call('POST', '/api/demand/tags', body(foreign.ids.advertiser));
    const missing = await call('POST', '/api/demand/tags', body(2_000_000_000));
    expect(answer.status).toBe(422);
    expect(withoutRequestId(answer.body)).toEqual(withoutRequestId(missing.body));
    const moved = await call('PATCH', `/api/demand/channels/${own.ids.channel}`, {
      subpublisherId: foreign.ids.subpublisher,
    });
    expect(moved.status).toBe(422);
  });

  test('a bulk change leaves foreign rows alone, by id and by filter', async () => {
    const call = callers.get('demand')!;
    const before = await foreignState();
    const byId = await call('POST', '/api/demand/tags/bulk', { ids: [foreign.ids.tag, own.ids.tag], status: 1 });
    expect(byId.body).toMatchObject({
      changed: 1,
      results: [
        { id: foreign.ids.tag, problem: { code: 'not_found' } },
        { id: own.ids.tag, problem: null },
      ],
    });
    const all = { filters: { demandId: [foreign.demandId] } };
    expect((await call('POST', '/api/demand/tags/bulk', { all, status: 0 })).body).toMatchObject({
      changed: 0,
      batch: null,
      results: [],
    });
    expect(await foreignState()).toBe(before);
  });

  test('a filter for a foreign account finds nothing', async () => {
    const call = callers.get('demand')!;
    const answer = await call('GET', `/api/demand/tags?demandId=${foreign.demandId}`);
    expect(answer.body).toMatchObject({ rows: [], total: 0 });
  });

  test('an admin sees both accounts and can ask for one', async () => {
    const call = callers.get('admin')!;
    const all = await call('GET', '/api/demand/advs');
    expect(all.text).toContain('alpha advertiser');
    expect(all.text).toContain('bravo advertiser');
    const one = await call('GET', `/api/demand/advs?demandId=${foreign.demandId}`);
    expect(one.text).not.toContain('alpha advertiser');
  });

  test('[USER-03] an admin who is not super may look but not change', async () => {
    const call = callers.get('admin')!;
    expect((await call('GET', `/api/demands/${foreign.demandId}`)).status).toBe(200);
    expect((await call('PATCH', `/api/demands/${foreign.demandId}`, { name: 'x' })).status).toBe(403);
  });
});

test('the permission table gives sub and adv no entity, and sdk its apps and what belongs to them', () => {
  for (const role of ['sub', 'adv', 'sdk'] as const) {
    const seen = entityList.map(({ name }) => name).filter((name) => isAllowed(role, name as EntityName, 'read'));
    expect(seen).toEqual(role === 'sdk' ? ['sdkApp', 'sdkPlacement', 'sdkConfig'] : []);
  }
});

test('the database itself refuses a reference across accounts', async () => {
  await expect(
    api.sql(`update tags set advertiser_id = ${foreign.ids.advertiser} where id = ${own.ids.tag}`),
  ).rejects.toThrow(/foreign key/);
});

function withoutRequestId(body: unknown): unknown {
  return { ...(body as object), requestId: '' };
}
