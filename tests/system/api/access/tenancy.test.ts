import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayCall } from '#api/mayCall.ts';
import type { Route } from '#api/route.ts';
import { apiAreas, type ApiScope } from '#model/account/apiScopes.ts';
import {
  type Edition,
  editions,
  entityList,
  isAllowed,
  type CreativeRow,
  type EntityName,
  type Role,
  type UserType,
} from '#model/index.ts';
import { buildMp4 } from '../../../media/buildMedia.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { createKey, programOf } from './createKey.ts';
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
import { type Caller, idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';

let edition: Edition;
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
let muteId: number;
let cutoffId: number;
let keyId: number;
let logEntryId: number;
let securityEventId: number;
let batch: number;
/** The name of a file of the foreign account's creative. */
let file: string;
const callers = new Map<Role | 'anonymous' | 'token' | 'key', Caller>();

async function start(): Promise<void> {
  api = await startTestApi({ edition });
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  const root = await api.signIn('super');
  tooltipId = idOf(await root('POST', '/api/tooltips', { name: 'tag.rate', title: 'Rate', body: 'What it pays.' }));
  exchangeRateId = idOf(await root('POST', '/api/exchangerates', { currency: 'EUR', perUsd: '0.92' }));
  await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' });
  const neighbour = await api.signIn(foreign.logins.demand);
  savedReportId = idOf(await neighbour('POST', '/api/savedReport', { ...savedReport, name: 'bravo report' }));
  shareId = idOf(await neighbour('POST', `/api/savedReport/${savedReportId}/shares`, share));
  const exported = { name: 'bravo export', ivt: false, format: 'csv', request: reportRequest };
  exportId = ((await neighbour('POST', '/api/exports', exported)).body as { id: number }).id;
  importId = await importedBy(foreign.demandId);
  cutoffId = idOf(
    await neighbour('POST', '/api/cutoffs', { kind: 'tag', id: foreign.ids.tag, reason: 'bravo cut-off' }),
  );
  muteId = idOf(
    await neighbour('POST', '/api/dashboard/alerts/mutes', { ...muteOf(foreign.ids.campaign), reason: 'bravo mute' }),
  );
  keyId = (await createKey(neighbour, { name: 'bravo key' })).id;
  viewId = idOf(await neighbour('POST', '/api/views', { ...view, name: 'bravo view', isShared: true }));
  const entries = await api.sql(`select id from changes where entity = 'tag' and row_id = ${foreign.ids.tag}`);
  logEntryId = Number(entries[0]?.['id']);
  const events = await api.sql(`select max(seq) as seq from security_events where demand_id = ${foreign.demandId}`);
  securityEventId = Number(events[0]?.['seq']);
  const set = { changes: [{ entity: 'tag', action: 'update', id: foreign.ids.tag, values: { notes: 'bravo' } }] };
  batch = ((await neighbour('POST', '/api/changes', set)).body as { batch: number }).batch;
  const filesPath = `/api/demand/creatives/${foreign.ids.creative}/files`;
  const uploaded = await neighbour('POST', filesPath, buildMp4(), { 'content-type': 'application/octet-stream' });
  file = (uploaded.body as CreativeRow).files[0]?.file ?? '';
  callers.set('super', root);
  callers.set('admin', await api.signIn('admin'));
  for (const [type, login] of Object.entries(own.logins)) callers.set(type as UserType, await api.signIn(login));
  callers.set('anonymous', api.anonymous);
}

/** A program with a new token of the own account. */
async function programOfOwner(): Promise<Caller> {
  const { body } = await callers.get('demand')!('POST', '/api/demand/token');
  return programOf(api, (body as { token: string }).token);
}

/** A program with a new key of the own account's owner, which has all scopes. */
async function programWithKey(): Promise<Caller> {
  const areas = apiAreas.filter((each) => !('isOfAdmins' in each));
  const scopes = areas.map(({ area }): ApiScope => `${area}:write`);
  return programOf(api, (await createKey(callers.get('demand')!, { scopes })).token);
}

/** An imported report of a vendor of an account. */
async function importedBy(demandId: number): Promise<number> {
  const rows = await api.sql(
    `insert into verification_imports (demand_id, vendor, file_name, lines, imps, first_day, last_day)
     values (${demandId}, 'pix', 'bravo.csv', 1, 1, '2026-01-01', '2026-01-01') returning id`,
  );
  return Number(rows[0]?.['id']);
}

/** The foreign account's objects. */
function subject(): CallSubject {
  return { demandId: foreign.demandId, ids: foreign.ids, tooltipId, exchangeRateId };
}

/** The foreign object that a path is about. */
function idInPath(route: Route): number {
  const entity = entityOf(route);
  if (entity) return idOfSubject(entity, subject());
  if (route.path.startsWith('/api/log')) return logEntryId;
  if (route.path.startsWith('/api/security-log')) return securityEventId;
  if (route.path.startsWith('/api/demand/creatives')) return foreign.ids.creative;
  if (route.path.startsWith('/api/views')) return viewId;
  if (route.path.startsWith('/api/dashboard')) return muteId;
  if (route.path.startsWith('/api/cutoffs')) return cutoffId;
  if (route.path.startsWith('/api/exports')) return exportId;
  if (route.path.startsWith('/api/keys')) return keyId;
  if (route.path.startsWith('/api/verification/imports')) return importId;
  return route.path.startsWith('/api/saved') ? savedReportId : foreign.demandId;
}

function foreignState(): Promise<RowDigests> {
  const lists = [foreign.ids.appList, foreign.ids.creList, foreign.ids.pubList].join();
  const queries: Record<string, string> = {
    saved_reports: `select * from saved_reports where id = ${savedReportId}`,
    report_shares: `select * from report_shares where id = ${shareId}`,
    report_exports: `select * from report_exports where id = ${exportId}`,
    saved_views: `select * from saved_views where id = ${viewId}`,
    alert_mutes: `select * from alert_mutes where id = ${muteId}`,
    cutoffs: `select * from cutoffs where id = ${cutoffId}`,
    verification_imports: `select * from verification_imports where id = ${importId}`,
    list_members: `select * from list_members where list_id in (${lists}) order by list_kind, list_id, value`,
    api_tokens: `select * from api_tokens where demand_id = ${foreign.demandId}`,
    api_keys: `select * from api_keys where id = ${keyId}`,
    api_key_tokens: `select * from api_key_tokens where key_id = ${keyId}`,
  };
  for (const { table } of entityList) {
    if (table === 'tooltips' || table === 'exchange_rates') continue;
    const owner = table === 'demands' ? 'id' : 'demand_id';
    queries[table] = `select * from ${table} where ${owner} = ${foreign.demandId} order by id`;
  }
  return digestRows(api, queries);
}

const others: (Role | 'anonymous')[] = ['demand', 'sub', 'adv', 'sdk', 'anonymous'];
/** Programs with the API token or a key of the own account: the rights of the owner, except for personal actions. */
const programs = ['token', 'key'] as const;
const admins: Role[] = ['super', 'admin'];
const everyPartner = { advertiserIds: null, subpublisherIds: null };

test('the permission table gives sub and adv no entity, and sdk its apps and what belongs to them', () => {
  for (const role of ['sub', 'adv', 'sdk'] as const) {
    const seen = entityList.map(({ name }) => name).filter((name) => isAllowed(role, name as EntityName, 'read'));
    expect(seen).toEqual(role === 'sdk' ? ['sdkApp', 'sdkPlacement', 'sdkConfig'] : []);
  }
});

/** The calls made in earlier editions, which need no repetition. */
const called = new Set<string>();

describe.each(editions)('in the edition %s', (current) => {
  beforeAll(async () => {
    edition = current;
    await start();
  });

  afterAll(() => api.close());

  describe('[GUARD-03] every route of the table, as every role, with a foreign account’s object', () => {
    test.each([...others, ...admins, ...programs] as const)('as %s', async (role) => {
      if (role === 'token') callers.set(role, await programOfOwner());
      if (role === 'key') callers.set(role, await programWithKey());
      const call = callers.get(role)!;
      // The state after a call that changed nothing is the state before the next one.
      let known: RowDigests | null = null;
      const expectSame = async (before: RowDigests, name: string) =>
        expect(changedRows(before, await foreignState()), name).toEqual([]);
      for (const route of api.routes.filter((each) => each.path !== '/api/auth/logout')) {
        const name = `${role}: ${route.method} ${route.path}`;
        if (called.has(name)) continue;
        called.add(name);
        const before: RowDigests = known ?? (await foreignState());
        known = before;
        const path = route.path
          .replace('{id}', String(idInPath(route)))
          .replace('{batch}', String(batch))
          .replace('{month}', '2026-01')
          .replace('{shareId}', String(shareId))
          .replace('{token}', 'foreignToken_1')
          .replace(/\{(?:session|factor|device|provider)Id\}/, noSession)
          .replace('{domain}', 'foreign.example')
          .replace('{serveId}', 'foreignServeId_1')
          .replace('{node}', 'foreignNode-1')
          .replace('{list}', 'robots')
          .replace('{file}', file);
        expect(path, `${name}: parameters other than id need a value here`).not.toContain('{');
        const body = bodyFor(route, subject());
        const answer = await call(
          route.method,
          path,
          body,
          typeof body === 'string' ? { 'content-type': route.streamBody?.contentTypes[0] ?? 'text/csv' } : {},
        );
        expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
        const isProgram = role === 'token' || role === 'key';
        const user =
          role === 'anonymous'
            ? null
            : {
                role: isProgram ? 'demand' : role,
                showDsp: true,
                config: { database: edition },
                scope: everyPartner,
                isProgram,
              };
        const isForOthers = (isProgram && route.isForPeople) || (role === 'token' && route.needsKey);
        if (!mayCall(route.access, user) || isForOthers) {
          expect(answer.status, name).toBe(403);
          await expectSame(before, name);
          continue;
        }
        if (role === 'super' || role === 'admin') {
          known = null;
          continue;
        }
        // Beyond its rights nothing of the other account is shown, and nothing of it changes.
        expect(answer.text, name).not.toContain('bravo');
        await expectSame(before, name);
        if (route.path.includes('{batch}')) expect(answer.status, name).toBe(404);
        if (route.path.includes('{id}')) {
          expect(answer.status, name).toBe(404);
          const missingPath = route.path
            .replace('{id}', '2147483647')
            .replace('{shareId}', '2147483647')
            .replace(/\{(?:session|factor|device|provider)Id\}/, noSession)
            .replace('{domain}', 'foreign.example')
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

    test('a bulk change leaves foreign rows unchanged, by id and by filter', async () => {
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
      expect(changedRows(before, await foreignState())).toEqual([]);
    });

    test('a filter for a foreign account finds nothing', async () => {
      const call = callers.get('demand')!;
      const answer = await call('GET', `/api/demand/tags?demandId=${foreign.demandId}`);
      expect(answer.body).toMatchObject({ rows: [], total: 0 });
    });

    test('an admin sees both accounts and can select one', async () => {
      const call = callers.get('admin')!;
      const all = await call('GET', '/api/demand/advs');
      expect(all.text).toContain('alpha advertiser');
      expect(all.text).toContain('bravo advertiser');
      const one = await call('GET', `/api/demand/advs?demandId=${foreign.demandId}`);
      expect(one.text).not.toContain('alpha advertiser');
    });

    test('[USER-03] an admin who is not super may read but not change', async () => {
      const call = callers.get('admin')!;
      expect((await call('GET', `/api/demands/${foreign.demandId}`)).status).toBe(200);
      expect((await call('PATCH', `/api/demands/${foreign.demandId}`, { name: 'x' })).status).toBe(403);
    });
  });

  test('the database itself refuses a reference across accounts', async () => {
    await expect(
      api.sql(`update tags set advertiser_id = ${foreign.ids.advertiser} where id = ${own.ids.tag}`),
    ).rejects.toThrow(/foreign key/);
  });
});

function withoutRequestId(body: unknown): unknown {
  return { ...(body as object), requestId: '' };
}
