import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WhatIfResponse } from '#api/whatif/whatIfContract.ts';
import { timelineOf } from '#engine/whatif/timeline.ts';
import { buildOrigin, buildServe, buildTrace } from '#tests/support/events/buildRecord.ts';
import { startLoader } from '#events/load/loader.ts';
import { openSpool } from '#events/spool/spool.ts';
import { newServeId } from '#events/token/token.ts';
import type { WhatIfChange } from '#model/whatif/whatIf.ts';
import { createTestLog, type FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { idOf, password, startTestApi, type Caller, type TestApi } from '../startTestApi.ts';

let facts: FactsFixture;
let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let owner: Caller;
let root = '';

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  owner = await api.signIn(own.logins.demand);
  root = mkdtempSync(join(tmpdir(), 'whatif-'));
  const spool = openSpool({ dir: join(root, 'spool', '0') });
  const { ids, demandId } = own;
  const origin = buildOrigin({ demandId, channelId: ids.channel, subpublisherId: ids.subpublisher });
  const snapshot = await api.deps.entities.version();
  // Requests that were refused before the auction, of which one predates the recorded history, and one that was only
  // watched.
  for (let count = 0; count < 4; count += 1) {
    const serveId = newServeId();
    const at = Date.now() - 1000 * (count + 1);
    const built = buildTrace({ serveId, at, origin, reason: 'qps_exceeded', sampleWeight: count === 3 ? 0 : 10 });
    const body = { ...built.body, snapshot: count === 2 ? 0 : snapshot, auction: null, candidates: [], winners: [] };
    await spool.append(buildServe({ serveId, at, origin, reason: 'qps_exceeded', candidates: [] }));
    await spool.append({ ...built, isWatched: count === 3, body });
  }
  await spool.close();
  const loader = await startLoader({
    spoolRoot: join(root, 'spool'),
    stateDir: join(root, 'loader'),
    node: 'whatif',
    clickhouse: facts.clickhouse,
    log: createTestLog(),
    lifetimeMs: 4 * 3_600_000,
    factsDays: 400,
    intervalMs: 20,
  });
  await loader.drain();
  await loader.stop();
  // The known history begins now.
  await api.sql(`update snapshot_version set history_from = ${snapshot}`);
});
afterAll(async () => {
  await api.close();
  await facts.close();
  rmSync(root, { recursive: true, force: true });
});

const runWhatIf = (body: object, call = owner) => call('POST', '/api/demand/whatif', body);
const raise = (): WhatIfChange[] => [{ entity: 'channel', id: own.ids.channel, values: { floor: '9.00' } }];

describe('a what-if', () => {
  test('counts included and excluded requests, without those that were only watched, and saves nothing', async () => {
    const before = await owner('GET', `/api/demand/channels/${own.ids.channel}`);
    const answer = await runWhatIf({ channelId: own.ids.channel, days: 2, changes: raise() });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      available: 3,
      sampled: 3,
      replayed: { traces: 2, requests: 20 },
      changed: { traces: 0, requests: 0 },
      excluded: [{ reason: 'history', traces: 1, requests: 10 }],
      isTooFew: true,
      figures: { reqs: { before: '0', after: '0' }, rev: { before: '0.00', difference: '0.00', margin: '0.00' } },
      tags: [],
    } satisfies Partial<Record<keyof WhatIfResponse, unknown>>);
    const after = await owner('GET', `/api/demand/channels/${own.ids.channel}`);
    expect(after.body).toEqual(before.body);
  });

  test('covers no channel of others, and no tag outside of the channel', async () => {
    const { ids } = own;
    expect((await runWhatIf({ channelId: foreign.ids.channel, changes: raise() })).status).toBe(404);
    const neighbour = await api.signIn(foreign.logins.demand);
    expect((await runWhatIf({ channelId: ids.channel, changes: raise() }, neighbour)).status).toBe(404);
    const other = idOf(
      await owner('POST', '/api/demand/tags', {
        name: 'aside',
        advertiserId: ids.advertiser,
        url: 'https://a.example/',
      }),
    );
    for (const id of [other, foreign.ids.tag]) {
      const answer = await runWhatIf({
        channelId: ids.channel,
        changes: [{ entity: 'tag', id, values: { rate: '1.00' } }],
      });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ problems: [{ code: 'not_of_channel', path: 'changes.0.id' }] });
    }
    const theirs = { targetingIds: [foreign.ids.targeting] };
    const answer = await runWhatIf({
      channelId: ids.channel,
      changes: [{ entity: 'tag', id: ids.tag, values: theirs }],
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('changes.0.values.targetingIds');
  });

  test('names every fault of its changes', async () => {
    const { channel, tag, waterfallRow } = own.ids;
    const changes = [
      { entity: 'channel', id: channel, values: { floor: '-1', notes: 'x' } },
      { entity: 'tag', id: tag, values: { status: 2 } },
      { entity: 'waterfallRow', id: waterfallRow, values: { tier: 21 } },
      { entity: 'tag', id: tag, values: {} },
    ];
    const answer = await runWhatIf({ channelId: channel, changes });
    expect(answer.status).toBe(422);
    const { problems } = answer.body as { problems: { path: string }[] };
    expect(problems.map(({ path }) => path).sort()).toEqual([
      'changes.0.values.floor',
      'changes.0.values.notes',
      'changes.1.values.status',
      'changes.2.values.tier',
      'changes.3',
    ]);
  });

  test.each([
    {},
    { channelId: 'x', changes: [] },
    { channelId: 1, changes: [] },
    { channelId: 1, changes: [{ entity: 'demand', id: 1, values: { status: 0 } }] },
    { channelId: 1, changes: [{ entity: 'tag', id: 1, values: 7 }] },
    { channelId: 1, days: 8, changes: [{ entity: 'tag', id: 1, values: {} }] },
    { channelId: 1, days: 0.5, changes: [{ entity: 'tag', id: 1, values: {} }] },
    { channelId: 1, changes: [{ entity: 'tag', id: 1, values: {} }], whim: 1 },
  ])('that cannot be parsed is refused: %j', async (body) => {
    expect((await runWhatIf(body)).status).toBe(400);
  });

  test('is available to users who read the whole channel, whether they may change it or not', async () => {
    const manager = async (name: string, more: object) => {
      const answer = await owner('POST', '/api/demand/managers', { name, login: name, password, ...more });
      expect(answer.status, answer.text).toBe(201);
      return api.signIn(name);
    };
    const body = { channelId: own.ids.channel, changes: raise() };
    const reader = await manager('reader', { managerRole: 'readonly' });
    expect((await runWhatIf(body, reader)).status).toBe(200);
    const finance = await manager('finance', { managerRole: 'finance' });
    expect((await runWhatIf(body, finance)).status).toBe(403);
    const scope = { managerRole: 'full', scopeAdvertiserIds: [own.ids.advertiser] };
    const restricted = await manager('restricted', scope);
    expect((await runWhatIf(body, restricted)).body).toMatchObject({ problems: [{ code: 'restricted' }] });
    for (const login of [own.logins.sub, own.logins.adv, own.logins.sdk]) {
      expect((await runWhatIf(body, await api.signIn(login))).status, login).toBe(403);
    }
    expect((await runWhatIf(body, api.anonymous)).status).toBe(403);
  });

  test('runs once at a time per account', async () => {
    const body = { channelId: own.ids.channel, changes: raise() };
    const answers = await Promise.all([runWhatIf(body), runWhatIf(body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await runWhatIf(body)).status).toBe(200);
  });
});

describe('the past state of a row', () => {
  const past = (also: { entity: 'targeting'; id: number }[] = []) =>
    api.deps.entities.channelPast({
      channelId: own.ids.channel,
      demandId: own.demandId,
      since: new Date(0).toISOString(),
      additional: also,
    });
  const stateAt = async (version: number) => {
    const { start, changes } = timelineOf(await past());
    const rows = new Map(start.map((state) => [`${state.entity} ${state.id}`, state.row]));
    for (const each of changes) if (each.version <= version) rows.set(`${each.entity} ${each.id}`, each.row);
    return rows;
  };

  test('is known for each version: changed, created and removed', async () => {
    const { tag, channel } = own.ids;
    const versions: number[] = [];
    const note = async () => void versions.push(await api.deps.entities.version());
    await note();
    await owner('PATCH', `/api/demand/tags/${tag}`, { rate: '3.00' });
    await note();
    const made = idOf(
      await owner('POST', '/api/demand/tags', {
        name: 'later',
        advertiserId: own.ids.advertiser,
        url: 'https://later.example/',
      }),
    );
    const row = idOf(await owner('POST', '/api/demand/waterfall', { channelId: channel, tagId: made, tier: 4 }));
    await note();
    await owner('PATCH', `/api/demand/tags/${tag}`, { rate: '4.00', name: 'renamed' });
    expect((await owner('DELETE', `/api/demand/waterfall/${row}`)).status).toBe(200);
    await note();
    const statuses = await Promise.all(
      versions.map(async (version) => {
        const rows = await stateAt(version);
        return [rows.get(`tag ${tag}`)?.['rate'], rows.get(`waterfallRow ${row}`)?.['tier']];
      }),
    );
    expect(statuses).toEqual([
      ['2.50', undefined],
      ['3.00', undefined],
      ['3.00', 4],
      ['4.00', undefined],
    ]);
  });

  test('includes the pauses caused by caps', async () => {
    const { tag } = own.ids;
    const before = await api.deps.entities.version();
    await api.deps.caps.setDelivery('tag', [{ id: tag, cappedUntil: '2030-01-01T00:00:00.000Z', pace: 50 }]);
    expect((await stateAt(before)).get(`tag ${tag}`)).toMatchObject({ cappedUntil: null, pace: 100 });
    const now = (await stateAt(before + 1)).get(`tag ${tag}`);
    expect(now).toMatchObject({ cappedUntil: '2030-01-01T00:00:00.000Z', pace: 50 });
    await api.deps.caps.setDelivery('tag', [{ id: tag, cappedUntil: null, pace: 100 }]);
  });

  test('is pruned after a while, and then reported as unknown', async () => {
    const before = await past();
    await api.deps.entities.prunePast(new Date(Date.now() + 60_000).toISOString());
    const after = await past();
    expect(before.past.length).toBeGreaterThan(0);
    expect(after.past).toEqual([]);
    expect(after.from).toBe(await api.deps.entities.version());
  });

  test('is also read for objects that a change would add', async () => {
    const { rows } = await past([{ entity: 'targeting', id: own.ids.targeting }]);
    expect(rows.map(({ entity }) => entity)).toContain('targeting');
    expect((await past()).rows.map(({ entity }) => entity)).not.toContain('targeting');
  });
});
