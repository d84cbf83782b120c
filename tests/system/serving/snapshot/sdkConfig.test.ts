import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../../api/buildAccount.ts';
import { type Caller, idOf, startTestApi, type TestApi } from '../../api/startTestApi.ts';
import { headersOf, httpsOnly } from '#runtime/headers/headersOf.ts';
import { governedHeaders } from '#tests/support/headers/governedHeaders.ts';
import { notifyServing } from './apiToServing.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

let api: TestApi;
let serving: TestServing;
let account: TestAccount;
let sdk: Caller;
let clockMs = 0;

beforeAll(async () => {
  api = await startTestApi();
  serving = await startTestServing({ now: () => Date.now() + clockMs });
  account = await buildAccount(api, 'alpha');
  sdk = await api.signIn(account.logins.sdk);
});
afterAll(async () => {
  await serving.close();
  await api.close();
});

type Body = Record<string, unknown>;

const apps = '/api/sdk/apps';
const configs = '/api/sdk/configs';

async function keyOf(appId: number): Promise<string> {
  return String(((await sdk('GET', `${apps}/${appId}`)).body as Body)['uid']);
}

/** Makes a request as an SDK does. */
async function requestConfig(query: string, headers: Record<string, string> = {}) {
  await notifyServing(api, serving);
  const response = await fetch(`${serving.url}/sdk/v1/config?${query}`, { headers });
  const text = await response.text();
  return { response, text, body: (text === '' ? {} : JSON.parse(text)) as Body };
}

/** Creates an app with its key. */
async function makeApp(name: string): Promise<{ id: number; key: string }> {
  const id = idOf(await sdk('POST', apps, { name, bundle: `com.example.${name}`, platform: 'roku' }));
  return { id, key: await keyOf(id) };
}

async function publish(appId: number, name: string, more: Body = {}): Promise<number> {
  const id = idOf(await sdk('POST', configs, { name, sdkAppId: appId, ...more }));
  const answer = await sdk('POST', `${configs}/${id}/publish`);
  expect(answer.status, answer.text).toBe(200);
  return id;
}

describe('the config of an SDK', () => {
  test('is 404 as JSON for an unknown key', async () => {
    const { response, body } = await requestConfig('key=nobody');
    expect(response.status).toBe(404);
    expect(body).toEqual({ problems: [{ code: 'unknown_key', message: 'No app has this key', path: '' }] });
  });

  test('has the defaults without a published version, and no drafts', async () => {
    const { key, id } = await makeApp('defaults');
    idOf(await sdk('POST', configs, { name: 'draft', sdkAppId: id, content: { cacheMb: 7 } }));
    const { body } = await requestConfig(`key=${key}`);
    expect(body).toMatchObject({ forceOff: false, version: null, config: { logLevel: 'warn', cacheMb: 50 } });
  });

  test('has the published version and the active placements with their channels', async () => {
    const { key, id } = await makeApp('whole');
    await publish(id, 'v1', { content: { logLevel: 'debug', testDevices: ['secret-device'] } });
    const placement = { sdkAppId: id, channelId: account.ids.channel };
    await sdk('POST', '/api/sdk/placements', { ...placement, name: 'pre-roll', width: 640, height: 360 });
    const paused = idOf(await sdk('POST', '/api/sdk/placements', { ...placement, name: 'paused' }));
    await sdk('PATCH', `/api/sdk/placements/${paused}`, { status: 0 });
    const { body, text, response } = await requestConfig(`key=${key}&sdk=1.0.0&did=abc`);
    expect(response.status).toBe(200);
    expect(body).toMatchObject({ version: 'v1', isTestDevice: false, config: { logLevel: 'debug' } });
    expect(body['placements']).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-z]{16}$/),
        name: 'pre-roll',
        format: 'instream',
        channelUrl: expect.stringMatching(/^https:\/\/ads\.example\/vast\/[0-9a-z]{16}$/),
        width: 640,
        height: 360,
        refreshS: 0,
        timeoutMs: 5000,
      },
    ]);
    expect(text).not.toContain('secret-device');
    const { pathname } = new URL(String((body['placements'] as Body[])[0]?.['channelUrl']));
    expect((await fetch(serving.url + pathname)).headers.get('content-type')).toContain('xml');
  });

  test('of a web page has the banners of a placement and their refresh interval', async () => {
    const id = idOf(await sdk('POST', apps, { name: 'pages', bundle: 'news.example', platform: 'web' }));
    const placement = { sdkAppId: id, channelId: account.ids.channel, refreshS: 30 };
    await sdk('POST', '/api/sdk/placements', { ...placement, name: 'sidebar', format: 'display' });
    const { body } = await requestConfig(`key=${await keyOf(id)}`);
    expect(body['placements']).toMatchObject([{ name: 'sidebar', format: 'display', refreshS: 30 }]);
  });

  test('of a paused app disables it, and so does that of every app of a paused account', async () => {
    const { key, id } = await makeApp('paused');
    await sdk('PATCH', `${apps}/${id}`, { status: 0 });
    expect((await requestConfig(`key=${key}`)).body).toEqual({ forceOff: true, reason: 'app_inactive' });
    await sdk('PATCH', `${apps}/${id}`, { status: 1 });
    expect((await requestConfig(`key=${key}`)).body['forceOff']).toBe(false);
    const root = await api.signIn('super');
    await root('PATCH', `/api/demands/${account.demandId}`, { status: 0 });
    expect((await requestConfig(`key=${key}`)).body['forceOff']).toBe(true);
    await root('PATCH', `/api/demands/${account.demandId}`, { status: 1 });
    sdk = await api.signIn(account.logins.sdk);
  });

  test('disables releases older than the minimum supported one', async () => {
    const { key, id } = await makeApp('releases');
    await publish(id, 'v1', { content: { minSupportedSdk: '1.10.0' } });
    const offAt = async (release: string) => (await requestConfig(`key=${key}&sdk=${release}`)).body['forceOff'];
    expect([await offAt('1.9.9'), await offAt('1.10.0'), await offAt('2.0')]).toEqual([true, false, false]);
    expect((await requestConfig(`key=${key}&sdk=1.9`)).body).toMatchObject({
      reason: 'sdk_unsupported',
      placements: [],
    });
  });

  test('may be cached by its ETag, which changes with its content', async () => {
    const { key, id } = await makeApp('tagged');
    const first = await requestConfig(`key=${key}`);
    const etag = first.response.headers.get('etag') ?? '';
    expect(governedHeaders(Object.fromEntries(first.response.headers))).toEqual({
      ...headersOf('sdkConfig'),
      [httpsOnly[0]]: httpsOnly[1],
    });
    const again = await requestConfig(`key=${key}`, { 'if-none-match': etag });
    expect([again.response.status, again.text]).toEqual([304, '']);
    await publish(id, 'v1', { content: { cacheMb: 8 } });
    const changed = await requestConfig(`key=${key}`, { 'if-none-match': etag });
    expect(changed.response.status).toBe(200);
    expect(changed.body).toMatchObject({ config: { cacheMb: 8 } });
  });
});

describe('a rollout', () => {
  test('delivers the newest version to its share of the devices and the one before to the others', async () => {
    const { key, id } = await makeApp('rollout');
    await publish(id, 'v1');
    clockMs += 1000;
    api.moveClock(1000);
    const newest = await publish(id, 'v2', { percent: 30, content: { testDevices: ['Lab-1'] } });
    const versionOf = async (device: string) => (await requestConfig(`key=${key}&did=${device}`)).body['version'];
    const first = new Map<string, unknown>();
    for (let device = 0; device < 60; device += 1) first.set(`device-${device}`, await versionOf(`device-${device}`));
    const covered = [...first].filter(([, version]) => version === 'v2').map(([device]) => device);
    expect(covered.length).toBeGreaterThan(5);
    expect(covered.length).toBeLessThan(35);
    // A request without a device gets the version for all; a test device always gets the newest one.
    expect((await requestConfig(`key=${key}`)).body['version']).toBe('v1');
    expect((await requestConfig(`key=${key}&iid=lab-1`)).body).toMatchObject({ version: 'v2', isTestDevice: true });
    await sdk('PATCH', `${configs}/${newest}`, { percent: 100 });
    for (const device of covered) expect(await versionOf(device)).toBe('v2');
    expect(await versionOf('device-0')).toBe('v2');
    await sdk('PATCH', `${configs}/${newest}`, { status: 0 });
    expect(await versionOf(covered[0] ?? '')).toBe('v1');
  });

  test('of a published version only allows changes of rollout, note and status', async () => {
    const { id } = await makeApp('fixed');
    const config = await publish(id, 'v1');
    const answer = await sdk('PATCH', `${configs}/${config}`, { content: { cacheMb: 1 } });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ problems: [{ code: 'published', path: 'content' }] });
    expect((await sdk('PATCH', `${configs}/${config}`, { percent: 5, note: 'slower' })).status).toBe(200);
    const again = await sdk('POST', `${configs}/${config}/publish`);
    expect([again.status, again.body]).toMatchObject([422, { problems: [{ code: 'published' }] }]);
  });

  test('with invalid settings is refused with every fault at its path', async () => {
    const { id } = await makeApp('faults');
    const content = { logLevel: 'loud', privacy: { gdpr: 1 }, colour: 'red' };
    const answer = await sdk('POST', configs, { name: 'v1', sdkAppId: id, content });
    expect(answer.status).toBe(400);
    const paths = (answer.body as { problems: { path: string }[] }).problems.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['content.colour', 'content.logLevel', 'content.privacy.gdpr']);
  });
});

describe('a key', () => {
  test('that was replaced works for 24 hours more, then no longer', async () => {
    const { id, key } = await makeApp('rotated');
    expect((await sdk('POST', `${apps}/${id}/rotateKey`)).status).toBe(200);
    const renewed = await keyOf(id);
    expect(renewed).not.toBe(key);
    const statuses = async () => [
      (await requestConfig(`key=${key}`)).response.status,
      (await requestConfig(`key=${renewed}`)).response.status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    clockMs += 24 * 3_600_000 + 60_000;
    expect(await statuses()).toEqual([404, 200]);
  });

  test('belongs to its app only: a bundle has one app on each platform', async () => {
    const body = { name: 'first', bundle: 'com.example.same', platform: 'ios' };
    expect((await sdk('POST', apps, body)).status).toBe(201);
    const same = await sdk('POST', apps, { ...body, name: 'second' });
    expect([same.status, same.body]).toMatchObject([409, { problems: [{ code: 'taken', path: 'bundle' }] }]);
    expect((await sdk('POST', apps, { ...body, name: 'third', platform: 'tvos' })).status).toBe(201);
  });
});

describe('rights', () => {
  test('SDK users only get the names of channels to select from', async () => {
    const names = await sdk('GET', '/api/demand/channelNames/list');
    expect(names.body).toEqual([{ id: account.ids.channel, name: 'alpha channel' }]);
    expect((await sdk('GET', '/api/demand/channels')).status).toBe(403);
    expect((await sdk('GET', '/api/demand/channels/list')).status).toBe(403);
    expect((await sdk('GET', '/api/demand/tagnames/list')).status).toBe(403);
  });

  test('the owner of the account reads apps, placements and settings, and changes none', async () => {
    const owner = await api.signIn(account.logins.demand);
    for (const [path, id] of [
      [apps, account.ids.sdkApp],
      ['/api/sdk/placements', account.ids.sdkPlacement],
      [configs, account.ids.sdkConfig],
    ] as const) {
      expect((await owner('GET', `${path}/${id}`)).status).toBe(200);
      expect((await owner('PATCH', `${path}/${id}`, { status: 0 })).status).toBe(403);
    }
    expect((await owner('POST', `${apps}/${account.ids.sdkApp}/rotateKey`)).status).toBe(403);
  });
});
