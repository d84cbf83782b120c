import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CloneResponse, CloneRequest } from '#api/entities/clone/cloneContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let other: TestAccount;
let call: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'clone');
  other = await buildAccount(api, 'others');
  call = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const clone = (path: string, body: CloneRequest) => call('POST', `/api/demand/${path}/clone`, body);
const undo = (batch: number | null) => call('POST', `/api/changes/${batch}/undo`);

function cloneResult(answer: ApiResponse): CloneResponse {
  expect(answer.status, answer.text).toBe(200);
  return answer.body as CloneResponse;
}

async function make(path: string, body: object): Promise<number> {
  return idOf(await call('POST', `/api/demand/${path}`, body));
}

async function tagOf(advertiserId: number, name: string, more: object = {}): Promise<number> {
  return make('tags', { name, advertiserId, url: 'https://ads.example/', ...more });
}

describe('a clone', () => {
  test('of a channel has its waterfall, starts paused under a free name, and is undone at once', async () => {
    const channel = await make('channels', { name: 'north', floor: '1.20', targetingIds: [account.ids.targeting] });
    const tags = [await tagOf(account.ids.advertiser, 'north a'), await tagOf(account.ids.advertiser, 'north b')];
    for (const [index, tagId] of tags.entries()) {
      await make('waterfall', {
        channelId: channel,
        tagId,
        tier: index + 2,
        weight: 10,
        floor: '0.50',
        isEnabled: false,
      });
    }
    await make('channels', { name: 'North COPY' });
    const body: CloneRequest = { ids: [channel], hasChildren: true };
    const preview = cloneResult(await clone('channels', { ...body, isDryRun: true }));
    expect(preview.results.map(({ entity, id, name }) => [entity, id, name])).toEqual([
      ['channel', null, 'north copy 2'],
      ['waterfallRow', null, ''],
      ['waterfallRow', null, ''],
    ]);
    const done = cloneResult(await clone('channels', { ...body, previewDigest: preview.previewDigest }));
    const copy = done.results[0]?.id ?? 0;
    const { body: row } = await call('GET', `/api/demand/channels/${copy}`);
    expect(row).toMatchObject({
      status: 0,
      name: 'north copy 2',
      floor: '1.20',
      targetingIds: [account.ids.targeting],
    });
    const uidOf = async (id: number) => ((await call('GET', `/api/demand/channels/${id}`)).body as { uid: string }).uid;
    expect(await uidOf(copy)).not.toBe(await uidOf(channel));
    const rows = await api.sql(
      `select tag_id, tier, weight, is_enabled from waterfall_rows where channel_id = ${copy} order by tag_id`,
    );
    expect(rows).toEqual([
      { tag_id: tags[0], tier: 2, weight: 10, is_enabled: false },
      { tag_id: tags[1], tier: 3, weight: 10, is_enabled: false },
    ]);
    expect((await undo(done.batch)).status).toBe(200);
    expect((await call('GET', `/api/demand/channels/${copy}`)).body).toMatchObject({ status: 2 });
    expect(await api.sql(`select 1 from waterfall_rows where channel_id = ${copy}`)).toEqual([]);
  });

  test('of an advertiser has its tags and their places, three times, with names replaced', async () => {
    const advertiser = await make('advs', { name: 'Acme US' });
    const tag = await tagOf(advertiser, 'US pre-roll', { rate: '4.00' });
    const archivedTag = await tagOf(advertiser, 'US archived');
    await call('PATCH', `/api/demand/tags/${archivedTag}`, { status: 2 });
    await make('waterfall', { channelId: account.ids.channel, tagId: tag, tier: 5 });
    const { results } = cloneResult(
      await clone('advs', {
        ids: [advertiser],
        copies: 3,
        pattern: '{name} {n}',
        find: 'US',
        replacement: 'UK',
        status: 'same',
        hasChildren: true,
      }),
    );
    const names = (entity: string) => results.filter((each) => each.entity === entity).map(({ name }) => name);
    expect(names('advertiser')).toEqual(['Acme UK 1', 'Acme UK 2', 'Acme UK 3']);
    expect(names('tag')).toEqual(['UK pre-roll 1', 'UK pre-roll 2', 'UK pre-roll 3']);
    const made = results.filter((each) => each.entity === 'tag')[1]?.id;
    expect((await call('GET', `/api/demand/tags/${made}`)).body).toMatchObject({
      status: 1,
      rate: '4.00',
      advertiserId: results[1]?.id,
    });
    expect(await api.sql(`select tier from waterfall_rows where tag_id = ${made}`)).toEqual([{ tier: 5 }]);
    const alone = cloneResult(await clone('advs', { ids: [advertiser], isDryRun: true }));
    expect(alone.results).toHaveLength(1);
  });

  test('of a list has its members; archived references are not copied', async () => {
    const list = await make('applists', { name: 'apps', kind: 'domain', mode: 'allow' });
    const text = { 'content-type': 'text/plain' };
    const filled = await call(
      'POST',
      `/api/demand/applists/${list}/members?mode=add`,
      'one.example\ntwo.example',
      text,
    );
    expect(filled.status, filled.text).toBe(200);
    const { results, batch } = cloneResult(await clone('applists', { ids: [list], hasChildren: true }));
    expect((await call('GET', `/api/demand/applists/${results[0]?.id}`)).body).toMatchObject({
      name: 'apps copy',
      kind: 'domain',
      mode: 'allow',
      appCount: 2,
    });
    expect((await call('POST', `/api/changes/${batch}/undo`)).status).toBe(200);
    expect((await call('GET', `/api/demand/applists/${results[0]?.id}`)).body).toMatchObject({ status: 2 });
    expect((await call('GET', `/api/demand/applists/${list}`)).body).toMatchObject({ status: 1, appCount: 2 });
    const channel = await make('channels', { name: 'with apps', appListIds: [list] });
    await call('PATCH', `/api/demand/applists/${list}`, { status: 2 });
    const [copy] = cloneResult(await clone('channels', { ids: [channel] })).results;
    expect((await call('GET', `/api/demand/channels/${copy?.id}`)).body).toMatchObject({ appListIds: [] });
  });

  test('of a deal has an id of its own: the requested one, if it is free', async () => {
    const id = await make('deals', { name: 'Spring 24', dealId: 'SPRING-24', floor: '4.00' });
    const done = cloneResult(
      await clone('deals', { ids: [id], copies: 2, find: '24', replacement: '25', status: 'same' }),
    );
    expect(done.results.map(({ name }) => name)).toEqual(['Spring 25 copy', 'Spring 25 copy 2']);
    const rows = await Promise.all(done.results.map((each) => call('GET', `/api/demand/deals/${each.id}`)));
    expect(rows.map(({ body }) => body)).toMatchObject([
      { dealId: 'SPRING-25', floor: '4.00', status: 1 },
      { dealId: 'SPRING-25-2', floor: '4.00', status: 1 },
    ]);
    expect((await undo(done.batch)).status).toBe(200);
  });

  test('of foreign rows is empty, and beyond limits and rights it is refused', async () => {
    expect(cloneResult(await clone('channels', { ids: [other.ids.channel], hasChildren: true })).results).toEqual([]);
    expect((await clone('tags', { ids: [account.ids.tag], copies: 21 })).status).toBe(400);
    expect((await clone('tags', { ids: [account.ids.tag], pattern: '' })).status).toBe(400);
    const root = await api.signIn('super');
    await root('PATCH', `/api/demands/${account.demandId}`, { maxTags: 1 });
    const limited = await clone('tags', { ids: [account.ids.tag] });
    expect([limited.status, problemsOf(limited)]).toEqual([422, [': limit_reached']]);
    await root('PATCH', `/api/demands/${account.demandId}`, { maxTags: 0 });
    expect((await root('POST', '/api/demand/tags/clone', { ids: [account.ids.tag] })).status).toBe(403);
    const { previewDigest } = cloneResult(await clone('tags', { ids: [account.ids.tag], isDryRun: true }));
    await call('PATCH', `/api/demand/tags/${account.ids.tag}`, { rate: '9' });
    const late = await clone('tags', { ids: [account.ids.tag], previewDigest });
    expect([late.status, problemsOf(late)]).toEqual([409, ['previewDigest: changed_since']]);
  });
});
