import { setTimeout as pauseFor } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlAuthorization } from '#runtime/control/controlToken.ts';
import type { SnapshotMessage } from '#model/index.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let call: Caller;
let address: string;

beforeAll(async () => {
  api = await startTestApi({ edition: 'V2V' });
  account = await buildAccount(api, 'alpha');
  call = await api.signIn(account.logins.demand);
  address = await api.listenForControl();
});

afterAll(() => api.close());

/** Reads the feed: `next` waits for a matching message and returns all up to it. */
async function follow(query: string) {
  const stop = new AbortController();
  const answer = await fetch(`${address}/internal/snapshotFeed${query}`, {
    headers: { authorization: controlAuthorization(api.deps.config.secret) },
    signal: stop.signal,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let remaining = '';
  const queue: SnapshotMessage[] = [];
  return {
    stop: () => stop.abort(),
    async next(fits: (message: SnapshotMessage) => boolean): Promise<SnapshotMessage[]> {
      const seen: SnapshotMessage[] = [];
      for (;;) {
        for (let message = queue.shift(); message; message = queue.shift()) {
          seen.push(message);
          if (fits(message)) return seen;
        }
        const { value, done } = await reader.read();
        if (done) throw new Error('the feed ended');
        const lines = (remaining + value).split('\n');
        remaining = lines.pop() ?? '';
        queue.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SnapshotMessage));
      }
    },
  };
}

const isVersion = (message: SnapshotMessage) => message.type === 'version';

describe('the snapshot feed', () => {
  test('returns nothing without the right token', async () => {
    for (const authorization of ['', 'Bearer x', controlAuthorization('another secret')]) {
      const answer = await api.control('GET', '/internal/snapshotFeed', undefined, { authorization });
      expect(answer.status).toBe(401);
    }
  });

  test('starts from scratch with a reset and a checkpoint of every served row, and no user', async () => {
    const feed = await follow('');
    const seen = await feed.next(isVersion);
    feed.stop();
    expect(seen[0]).toEqual({ type: 'reset' });
    const rows = seen.flatMap((message) => (message.type === 'row' ? [`${message.entity} ${message.id}`] : []));
    expect(rows).toEqual([
      `demand ${account.demandId}`,
      `advertiser ${account.ids.advertiser}`,
      `subpublisher ${account.ids.subpublisher}`,
      `tag ${account.ids.tag}`,
      `channel ${account.ids.channel}`,
      `waterfallRow ${account.ids.waterfallRow}`,
      ...(['supplier', 'adexchange', 'campaign', 'creative', 'deal'] as const).map(
        (name) => `${name} ${account.ids[name]}`,
      ),
      `targeting ${account.ids.targeting}`,
      `appList ${account.ids.appList}`,
      `creList ${account.ids.creList}`,
      `pubList ${account.ids.pubList}`,
      `ivt ${account.ids.ivt}`,
      `sdkApp ${account.ids.sdkApp}`,
      `sdkPlacement ${account.ids.sdkPlacement}`,
      `sdkConfig ${account.ids.sdkConfig}`,
    ]);
    expect(JSON.stringify(seen)).not.toContain('password');
    expect(seen.at(-1)).toEqual({ type: 'version', version: await api.deps.entities.version() });
  });

  test('publishes a change, an addition and a removal in order, each followed by its version', async () => {
    const version = await api.deps.entities.version();
    const feed = await follow(`?since=${version}`);
    expect(await feed.next(isVersion)).toEqual([{ type: 'version', version }]);
    const changed = await call('PATCH', `/api/demand/tags/${account.ids.tag}`, { rate: '7.5' });
    expect(await feed.next(isVersion)).toEqual([
      { type: 'row', entity: 'tag', id: account.ids.tag, row: changed.body },
      { type: 'version', version: version + 1 },
    ]);
    const added = await call('POST', '/api/demand/advs', { name: 'new' });
    await feed.next(
      (message) => message.type === 'row' && message.entity === 'advertiser' && message.id === idOf(added),
    );
    await call('DELETE', `/api/demand/waterfall/${account.ids.waterfallRow}`);
    const seen = await feed.next((message) => message.type === 'row' && message.entity === 'waterfallRow');
    expect(seen.at(-1)).toMatchObject({ id: account.ids.waterfallRow, row: null });
    expect(await feed.next(isVersion)).toEqual([{ type: 'version', version: version + 3 }]);
    feed.stop();
  });

  test('includes the changes of another process', async () => {
    const version = await api.deps.entities.version();
    const feed = await follow(`?since=${version}`);
    await feed.next(isVersion);
    await api.deps.entities.update('tag', account.ids.tag, { rate: '8' }, 'all');
    const seen = await feed.next((message) => message.type === 'row');
    feed.stop();
    expect(seen.at(-1)).toMatchObject({ type: 'row', entity: 'tag', row: { rate: '8.00' } });
  });

  test('continues where a reader stopped, without a reset', async () => {
    const version = await api.deps.entities.version();
    const ids = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push(idOf(await call('POST', '/api/demand/advs', { name: `later ${count}` })));
    }
    const feed = await follow(`?since=${version}`);
    const seen = await feed.next(isVersion);
    feed.stop();
    expect(seen.map((message) => (message.type === 'row' ? message.id : message.type))).toEqual([...ids, 'version']);
    expect(seen.at(-1)).toEqual({ type: 'version', version: version + 5 });
  });

  test('resets a reader whose changes were pruned, and one from the future', async () => {
    const version = await api.deps.entities.version();
    await api.deps.entities.pruneOutbox(new Date(Date.now() + 60_000).toISOString());
    for (const since of [version - 1, version + 100]) {
      const feed = await follow(`?since=${since}`);
      const seen = await feed.next(isVersion);
      feed.stop();
      expect(seen[0]).toEqual({ type: 'reset' });
      expect(seen.at(-1)).toEqual({ type: 'version', version });
    }
    const current = await follow(`?since=${version}`);
    expect(await current.next(isVersion)).toEqual([{ type: 'version', version }]);
    current.stop();
  });

  test('refuses an invalid version, and ends when the reader disconnects', async () => {
    const bad = await fetch(`${address}/internal/snapshotFeed?since=x`, {
      headers: { authorization: controlAuthorization(api.deps.config.secret) },
    });
    expect(bad.status).toBe(400);
    const feed = await follow('');
    await feed.next(isVersion);
    feed.stop();
    await pauseFor(50);
    await call('PATCH', `/api/demand/tags/${account.ids.tag}`, { rate: '9' });
  });
});
