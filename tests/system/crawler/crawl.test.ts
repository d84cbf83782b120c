import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CrawlDeps, crawlRound, discover } from '#crawler/crawl.ts';
import { readAdsTxtFile } from '#crawler/readAdsTxtFile.ts';
import type { RecentInventory } from '#crawler/recentInventory.ts';
import { adsTxtState } from '#engine/sellers/adsTxtState.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import type { SnapshotMessage } from '#model/index.ts';
import { createFileFetcher, type FileFetcher } from '#outbound/fetchFile.ts';
import { openAdsTxt } from '#storage/adsTxt/adsTxtStore.ts';
import { openEntityStore, type EntityStore } from '#storage/entities/entityStore.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import type { TestStore } from '../../stores/openTestPostgres.ts';
import { type PublisherServer, redirect, startPublisherServer, status, text } from './publisherServer.ts';

const hourMs = 3_600_000;
const ours = 'ours.example, pub1, DIRECT\n';
const account = { asi: 'ours.example', sid: 'pub1' };

let store: TestStore;
let postgres: Postgres;
let entities: EntityStore;
let owners: PublisherServer;
let fetcher: FileFetcher;
let deps: CrawlDeps;
let seen: RecentInventory;
let now = Date.parse('2026-03-01T00:00:00Z');

beforeAll(async () => {
  store = await openTestDatabase();
  postgres = openPostgres(store.url);
  entities = openEntityStore(postgres.db);
  owners = await startPublisherServer();
  fetcher = createFileFetcher({ allowPrivateAddresses: false, originOverride: owners.url });
  deps = {
    store: openAdsTxt(postgres.db),
    fetcher,
    readInventory: async () => seen,
    sellerDomain: 'ours.example',
    now: () => now,
    random: () => 0.5,
    signal: new AbortController().signal,
    storePauseMs: 0,
  };
});

afterAll(async () => {
  await fetcher.close();
  await owners.close();
  await postgres.close();
  await store.close();
});

beforeEach(async () => {
  await postgres.pool.query('truncate ads_txt_files, ads_txt_apps');
  owners.answers.clear();
  owners.requestedPaths.length = 0;
  seen = { sites: [], apps: [] };
});

/** Discovers the files to read and reads all of them, twice: files refer to others. */
async function crawl(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await discover(deps);
    while ((await crawlRound(deps)) > 0);
  }
}

const path = (host: string) => `${host} /ads.txt`;
const app = (bundle: string, storeUrl = '', publisherDomain = '') => ({ bundle, storeUrl, publisherDomain });

/** The sellers data that serving uses, from a checkpoint. */
async function verdict(place: { site?: string; app?: string; partner?: string }) {
  const snapshot = emptySnapshot();
  for (const message of (await entities.checkpoint()).rows) applyMessage(snapshot, message);
  return adsTxtState(snapshot.adsTxt, { site: '', app: '', ...place }, account);
}

async function outcomeOf(host: string): Promise<string | undefined> {
  return (await deps.store.filesOf([{ kind: 'ads', host }]))[0]?.outcome;
}

describe('the ads.txt of a site', () => {
  test('authorizes the sellers that it lists, and is read at the root domain once for all of its subdomains', async () => {
    seen.sites = ['news.example', 'm.news.example', 'weather.example'];
    owners.answers.set(path('news.example'), text(ours));
    owners.answers.set(path('weather.example'), text('others.example, 1, DIRECT'));
    await crawl();
    expect(owners.requestedPaths.toSorted()).toEqual([path('news.example'), path('weather.example')]);
    expect(await verdict({ site: 'm.news.example' })).toBe('authorized');
    expect(await verdict({ site: 'weather.example' })).toBe('unauthorized');
    expect(await verdict({ site: 'unseen.example' })).toBe('unread');
  });

  test('may be compressed, and uses any case', async () => {
    seen.sites = ['news.example'];
    const body = gzipSync('OURS.example, pub1, direct');
    owners.answers.set(path('news.example'), text(body, 'Text/Plain', { 'content-encoding': 'gzip' }));
    await crawl();
    expect(await verdict({ site: 'news.example' })).toBe('authorized');
  });

  test.each([
    ['404', status(404), 'http_404', 'non_participating'],
    ['410', status(410), 'http_410', 'non_participating'],
    ['a page in its place', text('<html>Not found</html>', 'text/html'), 'not_text', 'non_participating'],
    ['an HTML page declared as text', text('<html>Not found</html>'), 'not_ads_txt', 'non_participating'],
    ['an empty text', text(''), 'not_ads_txt', 'non_participating'],
    ['500', status(500), 'http_500', 'unread'],
    ['403', status(403), 'http_403', 'unread'],
    ['an excessive size', text('# x\n'.repeat(600_000) + ours), 'too_large', 'unread'],
    [
      'a small file that decompresses to an excessive size',
      text(gzipSync('# x\n'.repeat(600_000)), 'text/plain', { 'content-encoding': 'gzip' }),
      'too_large',
      'unread',
    ],
  ])('that answers with %s', async (_title, answer, outcome, expected) => {
    seen.sites = ['news.example'];
    owners.answers.set(path('news.example'), answer);
    await crawl();
    expect(await outcomeOf('news.example')).toBe(outcome);
    expect(await verdict({ site: 'news.example' })).toBe(expected);
  });

  test('stays in effect as last read while it cannot be read, and ends with a 404', async () => {
    seen.sites = ['news.example'];
    owners.answers.set(path('news.example'), text(ours));
    await crawl();
    for (const answer of [status(503), text('<html></html>', 'text/html'), redirect('https://news.example/ads.txt')]) {
      now += 30 * hourMs;
      owners.answers.set(path('news.example'), answer);
      await crawl();
      expect(await verdict({ site: 'news.example' })).toBe('authorized');
    }
    now += 30 * hourMs;
    owners.answers.delete(path('news.example'));
    await crawl();
    expect(await verdict({ site: 'news.example' })).toBe('non_participating');
  });

  test('is read again after a day, and sooner after a failure', async () => {
    seen.sites = ['news.example', 'away.example'];
    owners.answers.set(path('news.example'), text(ours));
    owners.answers.set(path('away.example'), status(502));
    await crawl();
    const count = (host: string) => owners.requestedPaths.filter((name) => name === path(host)).length;
    expect([count('news.example'), count('away.example')]).toEqual([1, 1]);
    now += hourMs;
    await crawl();
    expect([count('news.example'), count('away.example')]).toEqual([1, 2]);
    now += 24 * hourMs;
    await crawl();
    expect([count('news.example'), count('away.example')]).toEqual([2, 3]);
  });

  test('is read immediately when an account starts to sell under a domain of its own', async () => {
    seen.sites = ['news.example'];
    owners.answers.set(path('news.example'), text('press.example, s1, DIRECT\nours.example, x, DIRECT'));
    await crawl();
    await entities.create('demand', { name: `press ${now}`, domain: 'ads.press.example' }, null);
    await crawl();
    const [row] = await deps.store.filesOf([{ kind: 'ads', host: 'news.example' }]);
    expect(row?.sellers).toEqual(['press.example s1', 'ours.example x']);
  });

  test('is pruned when its site has had no traffic for long, and serving is notified', async () => {
    seen.sites = ['news.example'];
    owners.answers.set(path('news.example'), text(ours));
    await crawl();
    const version = await entities.version();
    seen.sites = [];
    now += 61 * 24 * hourMs;
    await discover(deps);
    expect(await verdict({ site: 'news.example' })).toBe('unread');
    const changes = await entities.readChangesSince(version);
    expect(changes).toMatchObject({ rows: [{ entity: 'adsTxtFile', row: null }] });
  });
});

describe('a redirect', () => {
  test.each([
    ['inside the root domain', [['news.example', 'https://www.news.example/ads.txt']], 'www.news.example', 'ok'],
    [
      'inside the root domain, again and again',
      [
        ['news.example', 'https://www.news.example/ads.txt'],
        ['www.news.example', 'https://cdn.news.example/ads.txt'],
        ['cdn.news.example', 'https://files.news.example/ads.txt'],
      ],
      'files.news.example',
      'ok',
    ],
    ['out of it, once', [['news.example', 'https://host.example/ads.txt']], 'host.example', 'ok'],
    [
      'out of it after some inside',
      [
        ['news.example', 'https://www.news.example/ads.txt'],
        ['www.news.example', 'https://host.example/ads.txt'],
      ],
      'host.example',
      'ok',
    ],
    [
      'from outside to elsewhere',
      [
        ['news.example', 'https://host.example/ads.txt'],
        ['host.example', 'https://other.example/ads.txt'],
      ],
      'other.example',
      'redirect',
    ],
    [
      'from outside to another place outside of the same owner',
      [
        ['news.example', 'https://host.example/ads.txt'],
        ['host.example', 'https://www.host.example/ads.txt'],
      ],
      'www.host.example',
      'redirect',
    ],
    [
      'from outside back inside',
      [
        ['news.example', 'https://host.example/ads.txt'],
        ['host.example', 'https://www.news.example/ads.txt'],
      ],
      'www.news.example',
      'redirect',
    ],
    ['to itself', [['news.example', 'https://news.example/ads.txt']], 'nowhere.example', 'redirect'],
    [
      'to a URL that is not a web address',
      [['news.example', 'ftp://news.example/ads.txt']],
      'nowhere.example',
      'redirect',
    ],
  ] as [string, [string, string][], string, string][])('may lead %s or not', async (_title, hops, end, outcome) => {
    seen.sites = ['news.example'];
    for (const [host, location] of hops) owners.answers.set(path(host), redirect(location));
    owners.answers.set(path(end), text(ours));
    await crawl();
    expect(await outcomeOf('news.example')).toBe(outcome);
    expect(await verdict({ site: 'news.example' })).toBe(outcome === 'ok' ? 'authorized' : 'unread');
  });
});

test('a subdomain that its root domain names has a file of its own', async () => {
  seen.sites = ['news.example', 'sport.news.example', 'shop.news.example'];
  owners.answers.set(path('news.example'), text(`${ours}subdomain=sport.news.example`));
  owners.answers.set(path('sport.news.example'), text('others.example, 1, DIRECT'));
  owners.answers.set(path('shop.news.example'), text('others.example, 1, DIRECT'));
  await crawl();
  expect(await verdict({ site: 'sport.news.example' })).toBe('unauthorized');
  expect(await verdict({ site: 'shop.news.example' })).toBe('authorized');
  expect(owners.requestedPaths).not.toContain(path('shop.news.example'));
});

test('a partner that owns a part of the inventory authorizes sellers of it', async () => {
  seen.sites = ['news.example'];
  owners.answers.set(path('news.example'), text('others.example, 1, DIRECT\ninventorypartnerdomain=partner.example'));
  owners.answers.set(path('partner.example'), text(ours));
  await crawl();
  expect(await verdict({ site: 'news.example' })).toBe('unauthorized');
  expect(await verdict({ site: 'news.example', partner: 'partner.example' })).toBe('authorized');
});

describe('the app-ads.txt of an app', () => {
  const page = (developer: string, bundle = 'com.game') =>
    text(
      `<meta name="appstore:developer_url" content="${developer}"><meta name="appstore:bundle_id" content="${bundle}">`,
      'text/html',
    );
  const details = 'store.example /apps?id=com.game';
  const storeUrl = 'https://store.example/apps?id=com.game';
  const appPath = (host: string) => `${host} /app-ads.txt`;

  test('is at the developer’s site that the store page names', async () => {
    seen.apps = [app('com.game', storeUrl, 'claimed.example')];
    owners.answers.set(details, page('https://www.games.example/about'));
    owners.answers.set(appPath('games.example'), text(ours));
    owners.answers.set(appPath('claimed.example'), text('others.example, 1, DIRECT'));
    await crawl();
    expect(await verdict({ app: 'com.game' })).toBe('authorized');
    expect(owners.requestedPaths).not.toContain(appPath('claimed.example'));
    // Stores are read once a week.
    now += 48 * hourMs;
    await crawl();
    expect(owners.requestedPaths.filter((name) => name === details)).toHaveLength(1);
  });

  test('is at the subdomain of the developer’s site, or else at its root domain', async () => {
    seen.apps = [app('com.game', storeUrl)];
    owners.answers.set(details, page('https://studio.games.example/'));
    owners.answers.set(appPath('games.example'), text(ours));
    await crawl();
    expect(await verdict({ app: 'com.game' })).toBe('authorized');
    expect(owners.requestedPaths).toContain(appPath('studio.games.example'));
    now += 30 * hourMs;
    owners.answers.set(appPath('studio.games.example'), text('others.example, 1, DIRECT'));
    await crawl();
    expect(await verdict({ app: 'com.game' })).toBe('unauthorized');
  });

  test.each([
    ['the store does not name one', page('')],
    ['the page is that of another app', page('https://other.example', 'com.other')],
    ['the store does not answer', status(503)],
  ])('is at the domain of the publisher where %s', async (_title, answer) => {
    seen.apps = [app('com.game', storeUrl, 'games.example')];
    owners.answers.set(details, answer);
    owners.answers.set(appPath('games.example'), text(ours));
    await crawl();
    expect(await verdict({ app: 'com.game' })).toBe('authorized');
  });

  test('is not requested where the store excludes crawlers, nor where no store is declared', async () => {
    seen.apps = [app('com.game', storeUrl), app('com.untold')];
    owners.answers.set('store.example /robots.txt', text('User-agent: *\nDisallow: /apps'));
    owners.answers.set(details, page('https://games.example'));
    await crawl();
    expect(owners.requestedPaths).toEqual(['store.example /robots.txt']);
    expect(await verdict({ app: 'com.game' })).toBe('unread');
  });

  test('is searched again when requests declare another store', async () => {
    seen.apps = [app('com.game', '', 'old.example')];
    owners.answers.set(appPath('old.example'), text('others.example, 1, DIRECT'));
    owners.answers.set(details, page('https://games.example'));
    owners.answers.set(appPath('games.example'), text(ours));
    await crawl();
    expect(await verdict({ app: 'com.game' })).toBe('unauthorized');
    seen.apps = [app('com.game', storeUrl, 'old.example')];
    await crawl();
    expect(await verdict({ app: 'com.game' })).toBe('authorized');
  });
});

test('the incremental updates of serving equal a checkpoint', async () => {
  const version = await entities.version();
  const following = emptySnapshot();
  for (const message of (await entities.checkpoint()).rows) applyMessage(following, message);
  seen = { sites: ['news.example', 'weather.example', 'away.example'], apps: [app('com.game', '', 'news.example')] };
  owners.answers.set(path('news.example'), text(ours));
  owners.answers.set(path('away.example'), status(500));
  owners.answers.set('news.example /app-ads.txt', text(ours));
  await crawl();
  const changes = await entities.readChangesSince(version);
  expect(changes.type).toBe('changes');
  const rows: SnapshotMessage[] = changes.type === 'changes' ? changes.rows : [];
  for (const message of rows) applyMessage(following, message);
  const fullSnapshot = emptySnapshot();
  for (const message of (await entities.checkpoint()).rows) applyMessage(fullSnapshot, message);
  expect(following.adsTxt).toEqual(fullSnapshot.adsTxt);
  expect(fullSnapshot.adsTxt.files.size).toBe(3);
  // Nothing new is read: nothing is published.
  const after = await entities.version();
  now += 30 * hourMs;
  await crawl();
  expect(await entities.version()).toBe(after);
});

test('two crawlers never read the same file', async () => {
  seen.sites = Array.from({ length: 40 }, (_, index) => `site${index}.example`);
  await discover(deps);
  await Promise.all([crawlRound(deps), crawlRound(deps)]);
  expect(owners.requestedPaths).toHaveLength(40);
  expect(new Set(owners.requestedPaths).size).toBe(40);
});

test('a host without https is requested by http', async () => {
  const { host } = new URL(owners.url);
  owners.answers.set(path(host), text(ours));
  const plain = createFileFetcher({ allowPrivateAddresses: true });
  try {
    const reading = await readAdsTxtFile(plain, { kind: 'ads', host }, AbortSignal.timeout(10_000));
    expect(reading).toMatchObject({ type: 'read', file: { records: [{ asi: 'ours.example', sid: 'pub1' }] } });
  } finally {
    await plain.close();
  }
});

test('private addresses are not called unless allowed', async () => {
  const guarded = createFileFetcher({ allowPrivateAddresses: false });
  const fetchOptions = { accept: '*/*', maxBytes: 100, signal: AbortSignal.timeout(5000), mayFollow: () => true };
  try {
    expect(await guarded.fetchFile(`${owners.url}/ads.txt`, fetchOptions)).toEqual({
      type: 'failed',
      reason: 'refused_address',
    });
    expect(await guarded.fetchFile('http://localhost/ads.txt', fetchOptions)).toEqual({
      type: 'failed',
      reason: 'refused_address',
    });
  } finally {
    await guarded.close();
  }
  expect(owners.requestedPaths).toEqual([]);
});
