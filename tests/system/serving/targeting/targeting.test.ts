import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { openControlPlane, type ControlPlane } from '#serving/snapshot/controlPlane.ts';
import { httpContents } from '#serving/lists/httpContents.ts';
import { createListLoader, type ListLoader } from '#serving/lists/listLoader.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { openSnapshotFile } from '#serving/snapshot/snapshotFile.ts';
import {
  httpSnapshotSource,
  startSnapshotFollower,
  type SnapshotFollower,
} from '#serving/snapshot/snapshotFollower.ts';
import { buildAccount, type TestAccount } from '../../api/buildAccount.ts';
import { type Caller, idOf, startTestApi, type TestApi } from '../../api/startTestApi.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

let folder: string;
let api: TestApi;
let plane: ControlPlane;
let account: TestAccount;
let own: Caller;
let lists: ListLoader;
let follower: SnapshotFollower;
let serving: TestServing;
let uid: string;

/** A control plane, an ad server that follows its feed, and a channel with one stored ad. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'targeting-'));
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  own = await api.signIn(account.logins.demand);
  await change(`tags/${account.ids.tag}`, { source: 'stored', vastXml: buildVast({ kind: 'inline' }) });
  const channel = await own('GET', `/api/demand/channels/${account.ids.channel}`);
  uid = (channel.body as { uid: string }).uid;
  plane = openControlPlane(await api.listenForControl(), api.deps.config.secret);
  const logger = createLogger({ level: 'silent', role: 'test' });
  const now = () => performance.now();
  const fetchContents = httpContents(plane);
  lists = createListLoader({ folder: join(folder, 'lists'), fetchContents, logger, now });
  follower = await startSnapshotFollower({
    source: httpSnapshotSource(plane),
    file: openSnapshotFile(join(folder, 'snapshot'), { pauseMs: 1000, now, onError: console.error }),
    lists: [lists],
    logger,
    now,
    random: Math.random,
  });
  serving = await startTestServing({ snapshot: () => follower.snapshot() });
});
afterAll(async () => {
  await serving.close();
  await follower.close();
  await lists.close();
  await plane.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

async function change(path: string, values: object): Promise<void> {
  const answer = await own('PATCH', `/api/demand/${path}`, values);
  expect(answer.status, answer.text).toBe(200);
}

/** The reason of a request without an ad, or of the tag that was not served; null for an ad. */
async function requestAd(query: string): Promise<string | null> {
  const count = serving.serves.length;
  await (await fetch(`${serving.url}/vast/${uid}?${query}`)).text();
  const record = serving.serves[count];
  return record?.reason === 'no_candidates' ? (record.candidates[0]?.reason ?? '') : (record?.reason ?? null);
}

test('a saved targeting applies to the next responses, on the channel and on the tag', async () => {
  await expect.poll(() => requestAd('country=US')).toBeNull();
  const targeting = `targetings/${account.ids.targeting}`;
  await change(`channels/${account.ids.channel}`, { targetingIds: [account.ids.targeting] });
  await expect.poll(() => requestAd('country=US')).toBe('targeting_country');
  expect(await requestAd('country=DE')).toBeNull();
  await change(targeting, { countries: ['US'] });
  await expect.poll(() => requestAd('country=US')).toBeNull();
  expect(await requestAd('country=DE')).toBe('targeting_country');
  await change(`channels/${account.ids.channel}`, { targetingIds: [] });
  await expect.poll(() => requestAd('country=DE')).toBeNull();
  await change(`tags/${account.ids.tag}`, { targetingIds: [account.ids.targeting] });
  await expect.poll(() => requestAd('country=DE')).toBe('targeting_country');
  expect(serving.serves.at(-1)).toMatchObject({ reason: 'no_candidates' });
  await change(targeting, { status: 0 });
  await expect.poll(() => requestAd('country=DE')).toBeNull();
});

test('an attached list lets nothing pass until its members are loaded, and then its members', async () => {
  const list = idOf(await own('POST', '/api/demand/applists', { name: 'Sites', kind: 'domain', mode: 'block' }));
  const put = (members: string) =>
    own('POST', `/api/demand/applists/${list}/members?mode=add`, members, { 'content-type': 'text/plain' });
  expect((await put('https://www.Bad.example/page\n')).status).toBe(200);
  await change(`channels/${account.ids.channel}`, { appListIds: [list] });
  await expect.poll(() => requestAd('domain=bad.example')).toBe('site_blocked');
  await expect.poll(() => requestAd('domain=sub.bad.example')).toBeNull();
  expect((await put('sub.bad.example')).status).toBe(200);
  await expect.poll(() => requestAd('domain=sub.bad.example')).toBe('site_blocked');
  await change(`applists/${list}`, { mode: 'allow' });
  await expect.poll(() => requestAd('domain=sub.bad.example')).toBeNull();
  expect(await requestAd('domain=good.example')).toBe('site_not_allowed');
  await change(`applists/${list}`, { status: 2 });
  await expect.poll(() => requestAd('domain=good.example')).toBeNull();
});

test('a tag is excluded before its first day', async () => {
  await change(`tags/${account.ids.tag}`, { startsOn: '2999-01-01' });
  await expect.poll(() => requestAd('')).toBe('flight');
  await change(`tags/${account.ids.tag}`, { startsOn: null });
  await expect.poll(() => requestAd('')).toBeNull();
});
