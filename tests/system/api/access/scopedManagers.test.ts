import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CreativeRow, entityList, type EntityName } from '#model/index.ts';
import { buildMp4 } from '../../../media/buildMedia.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { changedRows, digestRows, type RowDigests } from './rowDigests.ts';
import {
  bodyFor,
  type CallSubject,
  entityOf,
  idOfSubject,
  muteOf,
  reportRequest,
  savedReport,
  share,
  view,
  noSession,
} from './sampleCalls.ts';
import { type Caller, idOf, password, problemsOf, startTestApi, type TestApi, fixesOf } from '../startTestApi.ts';

const isOfPartners = (name: EntityName): boolean =>
  [...belongings, 'advertiser', 'subpublisher', 'login', 'manager', 'user', 'demand'].includes(name);
const belongings: readonly string[] = [
  'tag',
  'channel',
  'waterfallRow',
  'campaign',
  'creative',
  'deal',
  'sdkPlacement',
];

let api: TestApi;
let own: TestAccount;
let owner: Caller;
/** Objects of partners outside the managers' scope, and shared ones of the account that those use. */
let outside: CallSubject;
let account: TestAccount['ids'];
let others: Record<
  'batch' | 'watch' | 'logEntry' | 'savedReport' | 'share' | 'export' | 'import' | 'mute' | 'cutoff' | 'view',
  number
>;
/** The name of a file of the creative outside the scope. */
let file: string;
/** The newest row of each table from before the managers' calls. */
const newest = new Map<string, number>();

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  account = own.ids;
  owner = await api.signIn(own.logins.demand);
  const root = await api.signIn('super');
  const make = async (path: string, body: object) => idOf(await owner('POST', `/api/demand/${path}`, body));
  const advertiser = await make('advs', { name: 'omega advertiser' });
  const subpublisher = await make('subs', { name: 'omega sub-publisher' });
  const attached = { targetingIds: [account.targeting], ivtIds: [account.ivt] };
  const lists = { appListIds: [account.appList] };
  await addMembers(owner, 'applists', account.appList, ['com.example.shared']);
  const tag = await make('tags', {
    name: 'omega tag',
    advertiserId: advertiser,
    url: 'https://ads.example/',
    ...attached,
    ...lists,
  });
  const channel = await make('channels', { name: 'omega channel', subpublisherId: subpublisher });
  const sdk = await api.signIn(own.logins.sdk);
  const placement = { name: 'omega placement', sdkAppId: account.sdkApp, channelId: channel };
  outside = {
    demandId: own.demandId,
    tooltipId: idOf(await root('POST', '/api/tooltips', { name: 'tag.rate', title: 'Rate', body: 'What it pays.' })),
    exchangeRateId: idOf(await root('POST', '/api/exchangerates', { currency: 'EUR', perUsd: '0.92' })),
    ids: {
      ...account,
      advertiser,
      subpublisher,
      tag,
      channel,
      waterfallRow: await make('waterfall', { channelId: channel, tagId: tag }),
      campaign: await make('campaigns', { name: 'omega campaign', advertiserId: advertiser, bid: '2.00' }),
      creative: await make('creatives', { name: 'omega creative', advertiserId: advertiser }),
      deal: await make('deals', { name: 'omega deal', dealId: 'omega-deal', side: 'buy', advertiserId: advertiser }),
      login: await make('logins', {
        name: 'omega partner',
        login: 'omega-adv',
        password,
        type: 'adv',
        advertiserId: advertiser,
      }),
      sdkPlacement: idOf(await sdk('POST', '/api/sdk/placements', placement)),
    },
  };
  const set = { changes: [{ entity: 'tag', action: 'update', id: tag, values: { notes: 'omega' } }] };
  const exported = { name: 'omega export', ivt: false, format: 'csv', request: reportRequest };
  const reportId = idOf(await owner('POST', '/api/savedReport', { ...savedReport, name: 'omega report' }));
  const imported = await api.sql(
    `insert into verification_imports (demand_id, vendor, file_name, lines, imps, first_day, last_day)
     values (${own.demandId}, 'pix', 'omega.csv', 1, 1, '2026-01-01', '2026-01-01') returning id`,
  );
  const entries = await api.sql(`select id from changes where entity = 'tag' and row_id = ${tag}`);
  others = {
    batch: ((await owner('POST', '/api/changes', set)).body as { batch: number }).batch,
    watch: idOf(await owner('POST', '/api/demand/watches', { kind: 'tag', id: tag })),
    logEntry: Number(entries[0]?.['id']),
    savedReport: reportId,
    share: idOf(await owner('POST', `/api/savedReport/${reportId}/shares`, share)),
    export: ((await owner('POST', '/api/exports', exported)).body as { id: number }).id,
    import: Number(imported[0]?.['id']),
    cutoff: idOf(await owner('POST', '/api/cutoffs', { kind: 'tag', id: outside.ids.tag, reason: 'omega cut-off' })),
    mute: idOf(
      await owner('POST', '/api/dashboard/alerts/mutes', { ...muteOf(outside.ids.campaign), reason: 'omega mute' }),
    ),
    view: idOf(await owner('POST', '/api/views', { ...view, name: 'omega view' })),
  };
  const filesPath = `/api/demand/creatives/${outside.ids.creative}/files`;
  const uploaded = await owner('POST', filesPath, buildMp4(), { 'content-type': 'application/octet-stream' });
  file = (uploaded.body as CreativeRow).files[0]?.file ?? '';
  for (const { table } of entityList) newest.set(table, await newestOf(table));
});

afterAll(() => api.close());

function addMembers(call: Caller, list: string, id: number, lines: string[]) {
  const type = { 'content-type': 'text/plain' };
  return call('POST', `/api/demand/${list}/${id}/members?mode=add`, lines.join('\n'), type);
}

async function newestOf(table: string): Promise<number> {
  return Number((await api.sql(`select coalesce(max(id), 0) as id from ${table}`))[0]?.['id']);
}

/** Everything from before the managers' calls, by table. */
function stateOfAccount(): Promise<RowDigests> {
  const lists = [account.appList, account.creList, account.pubList].join();
  const queries: Record<string, string> = {
    saved_reports: `select * from saved_reports where id = ${others.savedReport}`,
    report_shares: `select * from report_shares where id = ${others.share}`,
    report_exports: `select * from report_exports where id = ${others.export}`,
    saved_views: `select * from saved_views where id = ${others.view}`,
    alert_mutes: `select * from alert_mutes where id = ${others.mute}`,
    cutoffs: `select * from cutoffs where id = ${others.cutoff}`,
    verification_imports: `select * from verification_imports where id = ${others.import}`,
    watches: `select * from watches where id = ${others.watch}`,
    list_members: `select * from list_members where list_id in (${lists}) order by list_kind, list_id, value`,
    api_tokens: 'select * from api_tokens',
    change_sets: `select undone_by from change_sets where id = ${others.batch}`,
  };
  for (const { table } of entityList) {
    queries[table] = `select * from ${table} where id <= ${newest.get(table)} order by id`;
  }
  return digestRows(api, queries);
}

let managers = 0;

async function manager(managerRole: string, scope: object): Promise<Caller> {
  managers += 1;
  const login = `manager-${managers}`;
  idOf(await owner('POST', '/api/demand/managers', { name: login, login, password, managerRole, ...scope }));
  newest.set('users', await newestOf('users'));
  return api.signIn(login);
}

const ofBoth = () => ({
  scopeAdvertiserIds: [own.ids.advertiser],
  scopeSubpublisherIds: [own.ids.subpublisher],
});

/** The object outside the scope that a path is about. */
function idInPath(path: string, entity: EntityName | null): number {
  if (entity) return idOfSubject(entity, outside);
  if (path.startsWith('/api/log')) return others.logEntry;
  if (path.startsWith('/api/demand/creatives')) return outside.ids.creative;
  if (path.startsWith('/api/views')) return others.view;
  if (path.startsWith('/api/dashboard')) return others.mute;
  if (path.startsWith('/api/cutoffs')) return others.cutoff;
  if (path.startsWith('/api/exports')) return others.export;
  if (path.startsWith('/api/verification/imports')) return others.import;
  return path.startsWith('/api/saved') ? others.savedReport : outside.demandId;
}

describe('[GUARD-03] every route of the table, with objects outside the scope of a manager', () => {
  test.each(['full', 'trafficker', 'readonly', 'finance'])('as %s', async (role) => {
    const call = await manager(role, ofBoth());
    const seenByOwner: string[] = [];
    const before = await stateOfAccount();
    for (const route of api.routes.filter((each) => each.access !== 'internal' && each.path !== '/api/auth/logout')) {
      const name = `${role}: ${route.method} ${route.path}`;
      const entity = entityOf(route);
      const id = route.path.startsWith('/api/demand/watches') ? others.watch : idInPath(route.path, entity);
      const path = route.path
        .replace('{id}', String(id))
        .replace('{batch}', String(others.batch))
        .replace('{month}', '2026-01')
        .replace('{shareId}', String(others.share))
        .replace('{token}', 'foreignToken_1')
        .replace(/\{(?:session|factor|device|provider)Id\}/, noSession)
        .replace('{domain}', 'foreign.example')
        .replace('{serveId}', 'foreignServeId_1')
        .replace('{file}', file);
      const body = bodyFor(route, outside);
      const type = { 'content-type': route.streamBody?.contentTypes[0] ?? 'text/csv' };
      const headers = typeof body === 'string' ? type : {};
      const answer = await call(route.method, path, body, headers);
      expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
      expect(answer.text, name).not.toContain('omega');
      if (route.method !== 'GET' || route.isUnsafeGet) {
        expect(changedRows(before, await stateOfAccount()), `${name}: ${answer.text}`).toEqual([]);
      }
      const isOfOne = route.path.includes('{id}') && entity !== null && isOfPartners(entity);
      if (isOfOne || route.path.includes('{batch}')) expect([403, 404], name).toContain(answer.status);
      if (route.method === 'GET' && (await owner('GET', path)).text.includes('omega')) seenByOwner.push(path);
    }
    // The same calls show these objects to the owner.
    expect(seenByOwner.length).toBeGreaterThan(30);
  });
});

describe('a manager of some partners', () => {
  test('does not read the token of the account, and does not write its profile', async () => {
    const call = await manager('full', { scopeAdvertiserIds: [own.ids.advertiser] });
    const profile = (await call('GET', '/api/demand/info')).body as Record<string, unknown>;
    expect(profile).not.toHaveProperty('token');
    expect((await call('PUT', '/api/demand/info', { ...profile, companyName: 'Taken over' })).status).toBe(403);
    expect((await owner('GET', '/api/demand/info')).body).toMatchObject({ companyName: '' });
    expect((await (await manager('full', {}))('PUT', '/api/demand/info', profile)).status).toBe(200);
  });

  test('creates no partners beside its own, and nothing that belongs to none of them', async () => {
    const call = await manager('full', { scopeAdvertiserIds: [own.ids.advertiser] });
    expect((await call('POST', '/api/demand/advs', { name: 'one more' })).status).toBe(403);
    const set = { changes: [{ entity: 'advertiser', action: 'create', values: { name: 'one more' } }] };
    expect((await call('POST', '/api/changes', set)).status).toBe(403);
    const sdkLogin = { name: 'x', login: 'sdk-of-a-manager', password, type: 'sdk' };
    expect(problemsOf(await call('POST', '/api/demand/logins', sdkLogin))).toEqual(['advertiserId: out_of_scope']);
    const deal = { name: 'for all', dealId: 'for-all', side: 'buy', advertiserId: null };
    expect(problemsOf(await call('POST', '/api/demand/deals', deal))).toEqual(['advertiserId: out_of_scope']);
    const advLogin = { ...sdkLogin, login: 'adv-of-a-manager', type: 'adv', advertiserId: own.ids.advertiser };
    expect((await call('POST', '/api/demand/logins', advLogin)).status).toBe(201);
    // Its sub-publishers are not restricted.
    expect((await call('POST', '/api/demand/subs', { name: 'by a manager' })).status).toBe(201);
  });

  test('reads suppliers and ad exchanges and changes none', async () => {
    const call = await manager('full', { scopeSubpublisherIds: [own.ids.subpublisher] });
    for (const [path, id, body] of [
      ['sups', account.supplier, { name: 'x' }],
      ['adexchanges', account.adexchange, { name: 'x', endpoint: 'https://buyer.example/' }],
    ] as const) {
      expect((await call('GET', `/api/demand/${path}/${id}`)).status).toBe(200);
      expect((await call('POST', `/api/demand/${path}`, body)).status).toBe(403);
      expect((await call('PATCH', `/api/demand/${path}/${id}`, { name: 'x' })).status).toBe(403);
      expect((await call('POST', `/api/demand/${path}/bulk`, { ids: [id], status: 0 })).status).toBe(403);
    }
    expect((await call('POST', `/api/demand/sups/${account.supplier}/key`)).status).toBe(403);
  });

  test('changes targetings, lists and pixels that only its own partners use', async () => {
    const call = await manager('trafficker', { scopeAdvertiserIds: [own.ids.advertiser] });
    const mine = idOf(await call('POST', '/api/demand/targetings', { name: 'mine', countries: ['DE'] }));
    expect((await call('PATCH', `/api/demand/tags/${own.ids.tag}`, { targetingIds: [mine] })).status).toBe(200);
    expect((await call('PATCH', `/api/demand/targetings/${mine}`, { countries: ['FR'] })).status).toBe(200);
    await owner('PATCH', `/api/demand/tags/${outside.ids.tag}`, { targetingIds: [mine] });
    const refused = await call('PATCH', `/api/demand/targetings/${mine}`, { countries: ['AT'] });
    expect([refused.status, ...problemsOf(refused)]).toEqual([422, ': used_elsewhere']);
    const bulk = await call('POST', '/api/demand/targetings/bulk', { ids: [mine], status: 2 });
    expect(bulk.body).toMatchObject({ changed: 0, results: [{ problem: { code: 'used_elsewhere' } }] });
    expect(problemsOf(await addMembers(call, 'applists', account.appList, ['com.example.other']))).toEqual([
      ': used_elsewhere',
    ]);
    const pixel = { name: 'for all', url: 'https://pixel.example/', scope: 'all' };
    expect(problemsOf(await call('POST', '/api/demand/ivts', pixel))).toEqual(['scope: out_of_scope']);
    const forAll = idOf(await owner('POST', '/api/demand/ivts', pixel));
    expect(fixesOf(await call('PATCH', `/api/demand/ivts/${forAll}`, { name: 'x' }))).toEqual([
      'New pixel: /ivts?open=new',
    ]);
    const list = idOf(await call('POST', '/api/demand/applists', { name: 'mine' }));
    expect((await addMembers(call, 'applists', list, ['com.example.mine'])).status).toBe(200);
  });

  test('reverts its own changes, and none of others', async () => {
    const call = await manager('full', { scopeAdvertiserIds: [own.ids.advertiser] });
    const change = (notes: string) => ({
      changes: [{ entity: 'tag', action: 'update', id: own.ids.tag, values: { notes } }],
    });
    const byOwner = ((await owner('POST', '/api/changes', change('of the owner'))).body as { batch: number }).batch;
    expect((await call('POST', `/api/changes/${byOwner}/undo`)).status).toBe(404);
    const itsOwn = ((await call('POST', '/api/changes', change('of the manager'))).body as { batch: number }).batch;
    expect((await call('POST', `/api/changes/${itsOwn}/undo`)).status).toBe(200);

    const list = idOf(await owner('POST', '/api/demand/applists', { name: 'of the owner' }));
    await addMembers(owner, 'applists', list, ['com.example.owner']);
    const [entry] = await api.sql(`select max(id) as id from changes where entity = 'appList' and row_id = ${list}`);
    const undo = { entry: Number(entry?.['id']) };
    expect((await call('POST', `/api/demand/applists/${list}/members/undo`, undo)).status).toBe(404);
    expect((await owner('POST', `/api/demand/applists/${list}/members/undo`, undo)).status).toBe(200);
  });

  test('only sees and ends watches of objects that it sees', async () => {
    const call = await manager('full', { scopeAdvertiserIds: [own.ids.advertiser] });
    const watches = async () => ((await call('GET', '/api/demand/watches')).body as { object: string }[]).length;
    await owner('POST', '/api/demand/watches', { kind: 'device', id: 'device-of-the-owner' });
    expect(await watches()).toBe(0);
    expect((await call('DELETE', `/api/demand/watches/${others.watch}`)).status).toBe(404);
    const watch = idOf(await call('POST', '/api/demand/watches', { kind: 'tag', id: own.ids.tag }));
    expect(await watches()).toBe(1);
    expect((await call('DELETE', `/api/demand/watches/${watch}`)).status).toBe(200);
    const device = await call('POST', '/api/demand/watches', { kind: 'device', id: 'some-device-id' });
    expect(problemsOf(device)).toEqual(['kind: out_of_scope']);
  });
});
