import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { readInline, readWrapper } from '../../vast/buildVast.ts';
import { buildAccount, type TestAccount } from '../api/buildAccount.ts';
import { type Caller, idOf, startTestApi, type TestApi } from '../api/startTestApi.ts';
import { notifyServing } from './snapshot/apiToServing.ts';
import { startTestServing, type TestServing } from './testServing.ts';
import { answers, startTagServer, type TagServer } from './tagServer.ts';

let api: TestApi;
let partner: TagServer;
let serving: TestServing;
let account: TestAccount;
let own: Caller;
let uid: string;
let nextServeId: string;

/** The id of a served ad, the same for the same number. */
const serveIdOf = (ad: number) => createHash('md5').update(String(ad)).digest('base64url').slice(0, 16);
const serveId = serveIdOf(0);

beforeAll(async () => {
  api = await startTestApi();
  partner = await startTagServer();
  partner.on('/inline', answers(buildVast({ kind: 'inline' })));
  nextServeId = serveId;
  serving = await startTestServing({ newServeId: () => nextServeId });
  account = await buildAccount(api, 'alpha');
  own = await api.signIn(account.logins.demand);
  const channel = await own('GET', `/api/demand/channels/${account.ids.channel}`);
  uid = String((channel.body as Record<string, unknown>)['uid']);
});
afterAll(async () => {
  await serving.close();
  await partner.close();
  await api.close();
});

const pixels = '/api/demand/ivts';
let count = 0;

async function makePixel(values: object): Promise<number> {
  count += 1;
  const pixel = { name: `Pixel ${count}`, url: `https://pixel.example/${count}`, ...values };
  const id = idOf(await own('POST', pixels, pixel));
  await notifyServing(api, serving);
  return id;
}

async function change(path: string, values: object): Promise<void> {
  const answer = await own('PATCH', `/api/demand/${path}`, values);
  expect(answer.status, answer.text).toBe(200);
  await notifyServing(api, serving);
}

const attach = (ivtIds: number[]) => change(`channels/${account.ids.channel}`, { ivtIds });
const useTag = (values: object) => change(`tags/${account.ids.tag}`, values);

/** The VAST of one request. */
async function requestAd({ ad = 0, query = '' } = {}): Promise<string> {
  nextServeId = serveIdOf(ad);
  return (await fetch(`${serving.url}/vast/${uid}?${query}`, { headers: { 'user-agent': 'Player/1.0' } })).text();
}

test('a pixel of the channel is in its next ad, from any demand, and is removed when it is paused', async () => {
  const pixel = await makePixel({ url: 'https://pixel.example/seen?id={imp_id}' });
  await attach([pixel]);
  const impressions = async () => readInline(await requestAd()).impressions.map(({ url }) => url);
  const url = `https://pixel.example/seen?id=${serveId}`;
  await useTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }) });
  expect(await impressions()).toContain(url);
  await useTag({ source: 'url', url: `${partner.url}/inline`, handling: 'unwrap' });
  expect(await impressions()).toContain(url);
  await useTag({ handling: 'wrap' });
  expect(readWrapper(await requestAd()).impressions.map((each) => each.url)).toContain(url);
  await change(`ivts/${pixel}`, { status: 0 });
  expect(await requestAd()).not.toContain('pixel.example');
});

test('each event has its place, and the tag adds its own pixels to those of the channel', async () => {
  await useTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }) });
  const ids: number[] = [];
  for (const event of ['start', 'midpoint', 'complete', 'click', 'error']) {
    ids.push(await makePixel({ event, url: `https://pixel.example/${event}` }));
  }
  await attach(ids.slice(0, 3));
  await useTag({ ivtIds: ids.slice(2) });
  const ad = readInline(await requestAd());
  const linear = ad.creatives[0]?.linear;
  const tracked = linear?.tracking.filter(({ url }) => url.includes('pixel.example'));
  expect(tracked?.map(({ event, url }) => `${event} ${url}`)).toEqual([
    'start https://pixel.example/start',
    'midpoint https://pixel.example/midpoint',
    'complete https://pixel.example/complete',
  ]);
  expect(linear?.clicks.clickTracking.map(({ url }) => url)).toContain('https://pixel.example/click');
  expect(ad.errors).toContain('https://pixel.example/error');
  await useTag({ ivtIds: [] });
  await attach([]);
});

test('the server fills the macros that it knows, and leaves those of the player', async () => {
  const url =
    'https://pixel.example/?c={channel}&t={tag}&p={price}&s={supply_type}&ip=[DEVICEIP]&ua=[DEVICEUA]&b=[APPBUNDLE]&at=[TIMESTAMP]&cb=[CACHEBUSTING]&g=${GDPR}';
  await attach([await makePixel({ url })]);
  const xml = await requestAd({ query: 'ip=203.0.113.9&gdpr=1' });
  const filled = readInline(xml).impressions.find((each) => each.url.startsWith('https://pixel.example/'))?.url;
  expect(filled).toBe(
    `https://pixel.example/?c=${account.ids.channel}&t=${account.ids.tag}&p=2.50&s=web&ip=203.0.113.0&ua=Player%2F1.0&b=[APPBUNDLE]&at=[TIMESTAMP]&cb=[CACHEBUSTING]&g=1`,
  );
});

test('a sample of 50 % includes about half of the ads, and the same ones each time', async () => {
  await attach([await makePixel({ percent: 50 }), await makePixel({ percent: 50 })]);
  const countPixels = async (ad: number) => (await requestAd({ ad })).match(/https:\/\/pixel\.example/g)?.length ?? 0;
  let adsWithPixel = 0;
  for (let ad = 0; ad < 80; ad += 1) {
    const found = await countPixels(ad);
    // Pixels of equal samples are on the same ads.
    expect([0, 2]).toContain(found);
    expect(await countPixels(ad)).toBe(found);
    adsWithPixel += found / 2;
  }
  expect(adsWithPixel).toBeGreaterThan(24);
  expect(adsWithPixel).toBeLessThan(56);
});

test('a pixel for the whole account is on every ad, in its environments and on its days', async () => {
  await attach([]);
  const pixel = await makePixel({ scope: 'all' });
  expect(await requestAd()).toContain('pixel.example');
  await change(`ivts/${pixel}`, { environments: ['ctv'] });
  expect(await requestAd()).not.toContain('pixel.example');
  await change(`ivts/${pixel}`, { environments: ['web'], startsOn: '2020-01-01' });
  expect(await requestAd()).toContain('pixel.example');
  await change(`ivts/${pixel}`, { endsOn: '2020-01-02' });
  expect(await requestAd()).not.toContain('pixel.example');
  await change(`ivts/${pixel}`, { status: 2 });
});

test('an invalid address is refused with every fault', async () => {
  const answer = await own('POST', pixels, { name: 'x', vendor: 'pix', url: 'http://pixel.example/?a={nobody}' });
  expect(answer.status).toBe(422);
  const { problems } = answer.body as { problems: { code: string; path: string }[] };
  expect(problems.map(({ code, path }) => `${path} ${code}`)).toEqual([
    'url not_https',
    'url unknown_macro',
    'url macro_missing',
  ]);
});
