import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObservedPage } from '#api/observed/observedContract.ts';
import { buildObservedCreative, buildOrigin } from '#tests/support/events/buildRecord.ts';
import { startLoader } from '#events/load/loader.ts';
import type { Origin, ServedAd, ObservedInventory, SpoolRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { newServeId } from '#events/token/token.ts';
import type { TrackedEvent } from '#model/index.ts';
import { createTestLog, type FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { openTestDatabase } from '../../../stores/openTestDatabase.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { idOf, password, startTestApi, type Caller, type TestApi } from '../startTestApi.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const film = '00112233445566aa';
const game = 'ffeeddccbbaa9988';

let facts: FactsFixture;
let api: TestApi;
let withLists: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let root = '';
const now = Date.now();

interface Visit {
  account: TestAccount;
  at?: number;
  origin?: Partial<Origin>;
  observations?: ObservedInventory;
  creative?: string;
  events?: TrackedEvent[];
}

/** A request, its ad, and the events of its player. An impression earns 4 thousandths of a dollar. */
function visit({ account, at = now - 2 * hourMs, creative = '', events = [], ...more }: Visit): SpoolRecord[] {
  const origin = buildOrigin({
    demandId: account.demandId,
    channelId: account.ids.channel,
    subpublisherId: account.ids.subpublisher,
    site: '',
    ...more.origin,
  });
  const ad: ServedAd = {
    advertiserId: account.ids.advertiser,
    tagId: account.ids.tag,
    tier: 1,
    creative,
    rev: 4_000_000,
    cost: 1_000_000,
    systemCost: 0,
  };
  const serveId = newServeId();
  return [
    {
      type: 'serve',
      serveId,
      at,
      origin,
      reason: creative === '' ? 'no_answer' : null,
      creative,
      opportunityCost: 0,
      requestFee: 0,
      candidates: [],
      ...(more.observations ? { observations: more.observations } : {}),
    },
    ...events.map((event): SpoolRecord => ({
      type: 'event',
      at: at + 1000,
      event,
      verdict: 'valid',
      errorCode: event === 'error' ? 405 : 0,
      payload: { serveId, servedAt: Math.floor(at / 1000) * 1000, origin, ad },
    })),
  ];
}

function traffic(): SpoolRecord[] {
  const publisher = { publisher: 'Pub-7' };
  const app = { ...publisher, app: 'com.Game', environment: 'app' } as const;
  const declaredApp = { environment: 'app', publisher: 'Pub-7', category: '' };
  return [
    ...visit({
      account: own,
      at: now - 20 * dayMs,
      origin: app,
      observations: { app: { name: 'Old name', storeUrl: '', os: '', ...declaredApp } },
    }),
    ...visit({
      account: own,
      origin: app,
      creative: film,
      events: ['impression', 'start', 'complete', 'click'],
      observations: {
        app: {
          name: 'Big Game',
          storeUrl: 'https://play.google.com/store/apps/details?id=com.Game',
          os: 'Android',
          ...declaredApp,
        },
        publisher: { name: 'Game House', domain: 'house.example', hops: 2 },
        creative: buildObservedCreative({ title: 'Film', url: 'https://cdn.example/film.mp4?x=1', depth: 2 }),
      },
    }),
    ...visit({ account: own, origin: app, creative: film, events: ['error'] }),
    ...visit({
      account: own,
      origin: { site: 'news.example' },
      creative: game,
      events: ['impression', 'start'],
      observations: {
        site: { declared: 'news.example', detected: 'frames.example', publisher: '', category: 'IAB12' },
        creative: buildObservedCreative({ title: 'A game', isVpaid: true, id: 'g1', url: '' }),
      },
    }),
    ...visit({
      account: own,
      origin: { site: 'sport.example' },
      observations: { site: { declared: 'sport.example', detected: 'sport.example', publisher: '', category: '' } },
    }),
    ...visit({
      account: foreign,
      origin: { app: 'com.bravo', publisher: 'bravo-pub', environment: 'app' },
      creative: film,
      events: ['impression'],
      observations: {
        app: { name: 'Bravo app', storeUrl: '', os: '', environment: 'app', publisher: 'bravo-pub', category: '' },
        publisher: { name: 'Bravo House', domain: '', hops: 0 },
        creative: buildObservedCreative({ title: 'Bravo’s copy of the film' }),
      },
    }),
  ];
}

async function load(records: readonly SpoolRecord[], node: string): Promise<void> {
  const spool = openSpool({ dir: join(root, `spool-${node}`, '0') });
  for (const record of records) await spool.append(record);
  await spool.close();
  const loader = await startLoader({
    spoolRoot: join(root, `spool-${node}`),
    stateDir: join(root, `loader-${node}`),
    node,
    clickhouse: facts.clickhouse,
    log: createTestLog(),
    lifetimeMs: 4 * hourMs,
    intervalMs: 20,
  });
  await loader.drain();
  await loader.stop();
}

beforeAll(async () => {
  facts = await openFacts();
  root = mkdtempSync(join(tmpdir(), 'observed-'));
  const database = await openTestDatabase();
  api = await startTestApi({ facts: facts.clickhouse, database });
  // The same installation in the edition with lists of publishers and creatives; the first one closes the database.
  const lent = { url: database.url, close: async () => {} };
  withLists = await startTestApi({ facts: facts.clickhouse, edition: 'V2V', database: lent });
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  await load(traffic(), 'first');
});
afterAll(async () => {
  await withLists.close();
  await api.close();
  await facts.close();
  rmSync(root, { recursive: true, force: true });
});

async function readPage(call: Caller, path: string): Promise<ObservedPage> {
  const answer = await call('GET', `/api/observed/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ObservedPage;
}

const keysOf = async (call: Caller, path: string) => (await readPage(call, path)).rows.map(({ key }) => key);

describe('the observed inventory of an account', () => {
  test('apps: the latest declared data, the first time, and the figures of the last 7 days', async () => {
    const page = await readPage(await api.signIn(own.logins.demand), 'apps');
    expect(page).toMatchObject({ total: 1, page: 1, size: 50, totals: { reqs: 2, imps: 1, rev: '0.004' } });
    const [row] = page.rows;
    expect(row).toMatchObject({
      key: 'com.Game',
      declared: { name: 'Big Game', os: 'Android', environment: 'app', publisher: 'Pub-7' },
      figures: { reqs: 2, imps: 1, fill: 0.5, vtr: 1, errors: 1, rev: '0.004', cost: '0.001', ecpm: '4.00' },
      lists: [],
    });
    expect(Math.abs(Date.parse(row?.firstSeen ?? '') - (now - 20 * dayMs))).toBeLessThan(1000);
    expect(Math.abs(Date.parse(row?.lastSeen ?? '') - (now - 2 * hourMs))).toBeLessThan(hourMs);
  });

  test('publishers have case-sensitive ids', async () => {
    const page = await readPage(await api.signIn(own.logins.demand), 'publishers');
    expect(page.rows).toMatchObject([
      { key: 'Pub-7', declared: { name: 'Game House', domain: 'house.example', hops: 2 }, figures: { reqs: 2 } },
    ]);
  });

  test('sites: the declared domain beside that of the browser, and a filter for differences', async () => {
    const call = await api.signIn(own.logins.demand);
    expect((await readPage(call, 'sites?sort=key')).rows).toMatchObject([
      { key: 'news.example', declared: { declared: 'news.example', detected: 'frames.example' } },
      { key: 'sport.example', figures: { reqs: 1, imps: 0, fill: 0, ecpm: null } },
    ]);
    expect(await keysOf(call, 'sites?mismatch=true')).toEqual(['news.example']);
    expect(await keysOf(call, 'sites?mismatch=false')).toEqual(['sport.example']);
  });

  test('creatives: how they play, how often they fail, and which tags returned them', async () => {
    const call = await api.signIn(own.logins.demand);
    const page = await readPage(call, 'creatives?sort=title');
    expect(page.rows).toMatchObject([
      { key: game, declared: { title: 'A game', isVpaid: true }, figures: { imps: 1, vtr: 0, errorShare: 0 } },
      {
        key: film,
        declared: { title: 'Film', adomains: 'brand.example', durationS: 15, bitrate: 2500, depth: 2 },
        figures: { imps: 1, vtr: 1, ctr: 1, errors: 1, errorShare: 0.5, rev: '0.004' },
        tags: [{ id: own.ids.tag, name: 'alpha tag' }],
      },
    ]);
    expect(await keysOf(call, 'creatives?vpaid=true')).toEqual([game]);
    expect(await keysOf(call, `creatives?tag=${own.ids.tag}&sort=-title`)).toEqual([film, game]);
    expect(await keysOf(call, `creatives?tag=${foreign.ids.tag}`)).toEqual([]);
  });

  test('is searched in declared data, sorted by any column, and paged', async () => {
    const call = await api.signIn(own.logins.demand);
    expect(await keysOf(call, 'apps?q=big%20g')).toEqual(['com.Game']);
    expect(await keysOf(call, 'apps?q=old')).toEqual([]);
    expect(await keysOf(call, 'apps?newDays=7')).toEqual([]);
    expect(await keysOf(call, 'apps?environment=ctv')).toEqual([]);
    expect(await keysOf(call, 'creatives?q=BRAND.example&sort=key')).toEqual([film, game]);
    const earners = (await readPage(call, 'sites')).rows.map(({ figures }) => Number(figures['rev']));
    expect(earners).toEqual(earners.toSorted((a, b) => b - a));
    for (const sort of ['key', 'firstSeen', 'lastSeen', 'detected', 'reqs', 'fill', 'vtr', 'profit', 'ecpm'])
      for (const sign of ['', '-']) expect(await keysOf(call, `sites?sort=${sign}${sort}`)).toHaveLength(2);
    const second = await readPage(call, 'sites?sort=key&size=1&page=2');
    expect([second.total, second.rows.map(({ key }) => key)]).toEqual([2, ['sport.example']]);
    expect(await readPage(call, 'sites?size=1&page=9')).toMatchObject({ total: 2, rows: [], totals: { reqs: 2 } });
  });

  test('[NAV-08] names the lists that contain a row, however the list spells it, if the edition has them', async () => {
    const call = await withLists.signIn(own.logins.demand);
    const list = async (path: string, name: string, members: string, more: object = {}) => {
      const id = idOf(await call('POST', `/api/demand/${path}`, { name, ...more }));
      const answer = await call('POST', `/api/demand/${path}/${id}/members?mode=add`, members, {
        'content-type': 'text/plain',
      });
      expect(answer.status, answer.text).toBe(200);
      return id;
    };
    const apps = await list('applists', 'Games', 'COM.GAME\n');
    await list('applists', 'Not of this kind', 'news.example\n', { kind: 'domain' });
    const films = await list('crelists', 'Films', 'http://CDN.example/film.mp4?cb=77\n', { mode: 'allow' });
    const pubs = await list('publists', 'Houses', 'Pub-7\n');
    expect((await readPage(call, 'apps')).rows[0]?.lists).toEqual([{ id: apps, name: 'Games', mode: 'block' }]);
    expect((await readPage(call, 'publishers')).rows[0]?.lists).toEqual([{ id: pubs, name: 'Houses', mode: 'block' }]);
    const creatives = (await readPage(call, 'creatives?sort=-title')).rows.map(({ lists }) => lists);
    expect(creatives).toEqual([[{ id: films, name: 'Films', mode: 'allow' }], []]);
    const inOtherEdition = await api.signIn(own.logins.demand);
    for (const kind of ['publishers', 'creatives'])
      expect((await readPage(inOtherEdition, kind)).rows.flatMap(({ lists }) => lists)).toEqual([]);
  });

  test('shows whether the ads.txt of a site, or the app-ads.txt of an app, names a seller of the account', async () => {
    const { adsTxt } = api.deps;
    const [at, until] = [new Date(now).toISOString(), new Date(now + dayMs).toISOString()];
    const call = await api.signIn(own.logins.demand);
    expect((await readPage(call, 'sites?sort=key')).rows.map((row) => row.adsTxt)).toEqual([
      { verdict: 'unread', host: null, readAt: null, outcome: '' },
      { verdict: 'unread', host: null, readAt: null, outcome: '' },
    ]);
    await adsTxt.requestCrawl(
      {
        files: [
          { kind: 'ads', host: 'news.example' },
          { kind: 'ads', host: 'sport.example' },
          { kind: 'app', host: 'house.example' },
        ],
        apps: [{ bundle: 'com.Game', storeUrl: '', publisherDomain: 'house.example' }],
      },
      at,
    );
    const sellers = [`localhost s${own.ids.subpublisher}`];
    const content = { state: 'file' as const, sellers, partners: [], subdomains: [] };
    for (const { id, host } of await adsTxt.claimFiles(9, { at, until })) {
      const result =
        host === 'sport.example'
          ? { outcome: 'http_404', content: { ...content, state: 'none' as const, sellers: [] } }
          : { outcome: 'ok', readAt: at, content };
      await adsTxt.saveFile(id, { failures: 0, dueAt: until, ...result }, 'localhost');
    }
    for (const { id } of await adsTxt.claimApps(9, { at, until })) {
      const found = { developerUrl: '', hosts: ['house.example'], outcome: 'ok', failures: 0, dueAt: until };
      await adsTxt.saveApp(id, found);
    }
    expect((await readPage(call, 'sites?sort=key')).rows.map((row) => row.adsTxt)).toEqual([
      { verdict: 'authorized', host: 'news.example', readAt: at, outcome: 'ok' },
      { verdict: 'non_participating', host: 'sport.example', readAt: null, outcome: 'http_404' },
    ]);
    expect((await readPage(call, 'apps')).rows[0]?.adsTxt).toEqual({
      verdict: 'authorized',
      host: 'house.example',
      readAt: at,
      outcome: 'ok',
    });
    expect((await readPage(call, 'creatives')).rows[0]).not.toHaveProperty('adsTxt');
    // A file with another account's sellers names none of one's own; the operator's view includes all sellers.
    const neighbour = await readPage(await api.signIn(foreign.logins.demand), 'apps');
    expect(neighbour.rows).toMatchObject([{ key: 'com.bravo', adsTxt: { verdict: 'unread', host: null } }]);
    const all = await readPage(await api.signIn('super'), 'apps?sort=key');
    expect(all.rows.map(({ adsTxt: file }) => file?.verdict)).toEqual(['authorized', 'unread']);
    const seller = { type: 'PUBLISHER', name: '', id: 'renamed', status: 1, confidential: 0 };
    const renamed = await call('PATCH', `/api/demand/subs/${own.ids.subpublisher}`, { sellersJson: seller });
    expect(renamed.status).toBe(200);
    expect((await readPage(call, 'apps')).rows[0]?.adsTxt?.verdict).toBe('unauthorized');
  });

  test('has no duplicates when the same records are loaded again', async () => {
    const call = await api.signIn(own.logins.demand);
    const before = (await readPage(call, 'creatives?sort=key')).rows.map(({ key, firstSeen, declared }) => ({
      key,
      firstSeen,
      declared,
    }));
    await facts.clickhouse.command(`INSERT INTO observed SELECT * FROM observed`);
    const after = (await readPage(call, 'creatives?sort=key')).rows.map(({ key, firstSeen, declared }) => ({
      key,
      firstSeen,
      declared,
    }));
    expect(after).toEqual(before);
  });
});

describe('visibility of observed inventory', () => {
  test('the same creative of another account is a separate one, with its own title and figures', async () => {
    const page = await readPage(await api.signIn(foreign.logins.demand), 'creatives');
    expect(page.rows).toMatchObject([
      { key: film, declared: { title: 'Bravo’s copy of the film' }, figures: { imps: 1 } },
    ]);
    expect(JSON.stringify(page)).not.toContain('alpha');
  });

  test('admins see the apps of all accounts, and no other observed inventory', async () => {
    const root = await api.signIn('super');
    expect(await keysOf(root, 'apps?sort=key')).toEqual(['com.Game', 'com.bravo']);
    for (const kind of ['sites', 'publishers', 'creatives'])
      expect((await root('GET', `/api/observed/${kind}`)).status).toBe(403);
  });

  test('a manager of some partners only sees the inventory of their traffic', async () => {
    const owner = await api.signIn(own.logins.demand);
    const other = idOf(await owner('POST', '/api/demand/advs', { name: 'Nobody' }));
    const limited = (login: string, scopeAdvertiserIds: number[]) =>
      owner('POST', '/api/demand/managers', { name: login, login, password, managerRole: 'full', scopeAdvertiserIds });
    idOf(await limited('of-nobody', [other]));
    idOf(await limited('of-somebody', [own.ids.advertiser]));
    expect(await keysOf(await api.signIn('of-nobody'), 'apps')).toEqual([]);
    expect(await keysOf(await api.signIn('of-nobody'), 'creatives')).toEqual([]);
    const otherUser = await api.signIn('of-somebody');
    expect((await readPage(otherUser, 'apps?sort=-imps')).rows).toMatchObject([
      { key: 'com.Game', figures: { imps: 1 } },
    ]);
    expect((await readPage(otherUser, 'apps')).rows[0]?.figures).not.toHaveProperty('reqs');
    expect(await keysOf(otherUser, 'creatives?sort=key')).toEqual([film, game]);
  });

  test('invalid queries are refused with every fault', async () => {
    const call = await api.signIn(own.logins.demand);
    const answer = await call('GET', '/api/observed/sites?sort=passwords&size=9999&vpaid=true');
    expect(answer.status).toBe(400);
    for (const path of ['sort', 'size', 'vpaid']) expect(answer.text).toContain(path);
  });
});

test('reports name creatives by their titles', async () => {
  const call = await api.signIn(own.logins.demand);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const answer = await call('POST', '/api/rrun', {
    startDate: day(now - dayMs),
    endDate: day(now),
    dimensions: ['creative'],
    metrics: ['imps', 'errors'],
    sort: [{ key: 'creative', dir: 'asc' }],
  });
  expect(answer.body).toMatchObject([
    { creative: film, creative_name: 'Film', imps: 1, errors: 1 },
    { creative: game, creative_name: 'A game', imps: 1 },
    { creative: null, creative_name: null, imps: 2 },
  ]);
});
