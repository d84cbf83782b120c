import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateCaps } from '#api/delivery/startCapUpdates.ts';
import { createPacing } from '#api/delivery/pacing.ts';
import { openDelivered } from '#api/delivery/readDelivered.ts';
import type { WhatIfResponse } from '#api/whatif/whatIfContract.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { hashToUnit } from '#engine/hashToUnit.ts';
import { startLoader, type Loader } from '#events/load/loader.ts';
import type { SpoolRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { nanosFromUsd } from '#model/index.ts';
import type { WhatIfChange } from '#model/whatif/whatIf.ts';
import { createTestLog, type FactsFixture } from '../events/factsFixture.ts';
import { openFacts } from '../events/openFacts.ts';
import { idOf, password, startTestApi, type Caller, type TestApi } from '../api/startTestApi.ts';
import { notifyServing } from './snapshot/apiToServing.ts';
import { bids, oneBid } from './bidders.ts';
import { answers, startTagServer, type TagServer } from './tagServer.ts';
import { startTestServing, type TestServing } from './testServing.ts';

const dayMs = 86_400_000;

/** Results of serving the traffic once. */
interface Served {
  reqs: number;
  opps: number;
  /** Nano-USD. */
  rev: number;
  records: SpoolRecord[];
}

/** An account with a channel, three bidders and a tag, whose responses only depend on the page. */
interface Configuration {
  uid: string;
  channelId: number;
  tags: Record<'early' | 'rich' | 'late' | 'backup', { id: number; row: number }>;
  germanId: number;
}

const views = 160;

let facts: FactsFixture;
let api: TestApi;
let owner: Caller;
let partner: TagServer;
let loader: Loader;
let root = '';
/** From now back to the last noon, so that no run spans midnight. */
let clockMs = -((Date.now() + dayMs / 2) % dayMs);
const servings: TestServing[] = [];

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  api.moveClock(clockMs);
  const admin = await api.signIn('super');
  const demandId = idOf(await admin('POST', '/api/demands', { name: 'alpha' }));
  await admin('POST', '/api/users', { name: 'Ops', login: 'ops', password, type: 'demand', demandId });
  owner = await api.signIn('ops');
  partner = await startTagServer();
  for (const [name, base, spread, share] of bidders) {
    partner.on(
      `/${name}`,
      bids((request) => {
        const page = request.site?.page ?? '';
        if (hashToUnit(`${page} ${name} bids`) >= share) return null;
        const price = Math.round((base + spread * hashToUnit(`${page} ${name}`)) * 100) / 100;
        return oneBid(request, { price, crid: name });
      }),
    );
  }
  partner.on('/backup', answers(buildVast({ kind: 'inline' })));
  root = mkdtempSync(join(tmpdir(), 'whatif-'));
  loader = await startLoader({
    spoolRoot: join(root, 'spool'),
    stateDir: join(root, 'loader'),
    node: 'whatif',
    clickhouse: facts.clickhouse,
    log: createTestLog(),
    lifetimeMs: 4 * 3_600_000,
    factsDays: 400,
    intervalMs: 600_000,
  });
});
afterAll(async () => {
  await loader.stop();
  for (const serving of servings) await serving.close();
  await partner.close();
  await api.close();
  await facts.close();
  rmSync(root, { recursive: true, force: true });
});

/** Name, minimum bid, maximum increase, and how often it bids. */
const bidders = [
  ['early', 1, 2, 0.7],
  ['rich', 1.5, 3, 0.5],
  ['late', 0.5, 1, 0.9],
] as const;

/** Creates the configuration: two bidders in tier 1, one in tier 2, and a tag of a fixed rate behind them. */
async function createConfiguration(name: string): Promise<Configuration> {
  const make = async (path: string, body: object) => {
    const answer = await owner('POST', `/api/demand/${path}`, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body as { id: number; uid: string };
  };
  const { id: advertiserId } = await make('advs', { name: `${name} advertiser` });
  const channel = await make('channels', { name, costModel: 'share', costShare: 70, timeoutMs: 5000 });
  const { id: germanId } = await make('targetings', { name: `${name} German`, countries: ['DE'] });
  const place = async (key: string, tier: number, values: object) => {
    const { id } = await make('tags', { name: `${name} ${key}`, advertiserId, timeoutMs: 5000, ...values });
    const { id: row } = await make('waterfall', { channelId: channel.id, tagId: id, tier });
    return { id, row };
  };
  const bidder = (key: string) => ({ integration: 'RTB', endpoint: `${partner.url}/${key}` });
  return {
    uid: channel.uid,
    channelId: channel.id,
    germanId,
    tags: {
      early: await place('early', 1, bidder('early')),
      rich: await place('rich', 1, bidder('rich')),
      late: await place('late', 2, bidder('late')),
      backup: await place('backup', 3, { url: `${partner.url}/backup`, rate: '0.40' }),
    },
  };
}

async function openServing(traceShare: number): Promise<TestServing> {
  let randomCount = 0;
  let served = 0;
  const serving = await startTestServing({
    env: { TRACE_SHARE: String(traceShare) },
    now: () => Date.now() + clockMs,
    // The same sample in each run of the test.
    newServeId: () => `${traceShare === 1 ? 'every' : 'third'}${String((served += 1)).padStart(11, '0')}`,
    random: () => hashToUnit(`draw ${(randomCount += 1)}`),
  });
  servings.push(serving);
  return serving;
}

/** Serves the traffic and shows every ad. */
async function serve(
  serving: TestServing,
  uid: string,
  afterEach: (records: SpoolRecord[]) => Promise<void> = async () => undefined,
): Promise<Served> {
  await notifyServing(api, serving);
  const served: Served = { reqs: 0, opps: 0, rev: 0, records: [] };
  for (let view = 0; view < views; view += 1) {
    serving.serves.length = 0;
    serving.traces.length = 0;
    serving.events.length = 0;
    const country = view % 3 === 0 ? 'DE' : 'FR';
    const response = await fetch(
      `${serving.url}/vast/${uid}?w=640&h=360&country=${country}&page_url=${encodeURIComponent(`https://news.example/${view}`)}`,
    );
    const impression = /https:\/\/ads\.example(\/e\/impression\/[^\]]+)/.exec(await response.text())?.[1];
    if (impression) await fetch(serving.url + impression);
    const records = [...serving.serves, ...serving.traces, ...serving.events];
    const [record] = serving.serves;
    if (record && (record.reason === null || record.reason.startsWith('no_'))) served.reqs += 1;
    if (record?.reason === null) served.opps += 1;
    for (const { payload } of serving.events) served.rev += payload?.ad.rev ?? 0;
    served.records.push(...records);
    await afterEach(records);
  }
  return served;
}

async function load(records: readonly SpoolRecord[]): Promise<void> {
  const spool = openSpool({ dir: join(root, 'spool', '0') });
  for (const record of records) await spool.append(record);
  await spool.close();
  await loader.drain();
}

async function whatIf(channelId: number, changes: WhatIfChange[]): Promise<WhatIfResponse> {
  const answer = await owner('POST', '/api/demand/whatif', { channelId, days: 7, changes });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as WhatIfResponse;
}

/** Makes the changes by a change set, serves the traffic, and undoes them. */
async function reallyServe(
  serving: TestServing,
  configuration: Configuration,
  changes: WhatIfChange[],
  afterEach?: (records: SpoolRecord[]) => Promise<void>,
): Promise<Served> {
  const set = { changes: changes.map((change) => ({ ...change, action: 'update' })) };
  const saved = await owner('POST', '/api/changes', set);
  expect(saved.status, saved.text).toBe(200);
  const served = await serve(serving, configuration.uid, afterEach);
  const undone = await owner('POST', `/api/changes/${(saved.body as { batch: number }).batch}/undo`);
  expect(undone.status, undone.text).toBe(200);
  return served;
}

const nanos = (usd: string) => Number(nanosFromUsd(usd.replace('-', ''))) * (usd.startsWith('-') ? -1 : 1);

/** Changes, and their effect on a configuration whose tags respond as they do here. */
const trials: [string, (configuration: Configuration) => WhatIfChange[]][] = [
  ['a raised floor', ({ channelId }) => [{ entity: 'channel', id: channelId, values: { floor: '2.50' } }]],
  ['a bidder in a later tier', ({ tags }) => [{ entity: 'waterfallRow', id: tags.rich.row, values: { tier: 2 } }]],
  ['a paused tag', ({ tags }) => [{ entity: 'tag', id: tags.backup.id, values: { status: 0 } }]],
  ['a targeting', ({ tags, germanId }) => [{ entity: 'tag', id: tags.late.id, values: { targetingIds: [germanId] } }]],
  [
    'several at once',
    ({ tags, channelId }) => [
      { entity: 'channel', id: channelId, values: { floor: '0.90' } },
      { entity: 'waterfallRow', id: tags.late.row, values: { floor: '0.60' } },
      { entity: 'tag', id: tags.backup.id, values: { rate: '1.10' } },
    ],
  ],
];

/** The prediction and the actual result. */
function compare(answer: WhatIfResponse, served: Served) {
  const { opps, rev, fill } = answer.figures;
  return {
    predicted: { opps: Number(opps.after), fill: Number(fill.after), rev: nanos(rev.after) },
    served: {
      opps: served.opps,
      fill: Math.round((served.opps / served.reqs) * 1e6) / 1e6,
      rev: served.rev,
    },
  };
}

describe('the prediction of a change', () => {
  let configuration: Configuration;
  let serving: TestServing;
  let first: Served;

  beforeAll(async () => {
    configuration = await createConfiguration('whole');
    serving = await openServing(1);
    first = await serve(serving, configuration.uid);
    await load(first.records);
  });

  test('starts with the served traffic', async () => {
    const answer = await whatIf(configuration.channelId, [
      { entity: 'channel', id: configuration.channelId, values: { floor: '0.00' } },
    ]);
    expect(answer).toMatchObject({
      available: views,
      sampled: views,
      replayed: { traces: views },
      excluded: [],
      notes: [],
    });
    expect(answer.changed).toEqual({ traces: 0, requests: 0 });
    const { opps, rev, reqs } = answer.figures;
    expect([Number(reqs.before), Number(opps.before), nanos(rev.before)]).toEqual([first.reqs, first.opps, first.rev]);
    expect(rev).toMatchObject({ difference: '0.00', margin: '0.00' });
  });

  test.each(trials)('%s: equals the result after it is saved', async (_name, changesOf) => {
    const changes = changesOf(configuration);
    const answer = await whatIf(configuration.channelId, changes);
    const served = await reallyServe(serving, configuration, changes);
    const { predicted, served: actual } = compare(answer, served);
    expect(predicted).toEqual(actual);
    expect(answer.changed.traces).toBeGreaterThan(0);
    expect(answer.figures.rev.margin).toBe('0.00');
  });

  test('a cap: equals the result on another day', async () => {
    const cap = 12;
    const changes: WhatIfChange[] = [{ entity: 'tag', id: configuration.tags.late.id, values: { impsPerDay: cap } }];
    const answer = await whatIf(configuration.channelId, changes);
    const late = answer.tags.find(({ tag }) => tag.id === configuration.tags.late.id);
    expect(Number(late?.opps.before)).toBeGreaterThan(cap);
    expect(Number(late?.opps.after)).toBe(cap);
    clockMs += dayMs;
    api.moveClock(dayMs);
    const measured = { delivered: openDelivered(facts.clickhouse), pacing: createPacing() };
    const served = await reallyServe(serving, configuration, changes, async (records) => {
      if (!records.some((each) => each.type === 'event' && each.payload?.ad.tagId === configuration.tags.late.id))
        return;
      await load(records);
      if (await updateCaps(api.deps, measured)) api.deps.snapshotNotifier.notify();
      await notifyServing(api, serving);
    });
    const { predicted, served: actual } = compare(answer, served);
    expect(predicted).toEqual(actual);
  });
});

describe('the prediction of a change from a sample', () => {
  let configuration: Configuration;
  let serving: TestServing;
  let before: Served;

  beforeAll(async () => {
    configuration = await createConfiguration('sampled');
    serving = await openServing(0.3);
    before = await serve(serving, configuration.uid);
    await load(before.records);
  });

  test.each(trials)('%s: is right within its interval', async (_name, changesOf) => {
    const changes = changesOf(configuration);
    const answer = await whatIf(configuration.channelId, changes);
    expect(answer.isTooFew).toBe(false);
    expect(answer.replayed.traces).toBeLessThan(views / 2);
    const after = await reallyServe(serving, configuration, changes);
    const { opps, rev, fill } = answer.figures;
    const isWithin = (
      estimate: { difference: string; margin: string },
      actual: number,
      read: (text: string) => number,
    ) => expect(Math.abs(read(estimate.difference) - actual)).toBeLessThanOrEqual(read(estimate.margin) + 1e-6);
    isWithin(opps, after.opps - before.opps, Number);
    isWithin(fill, after.opps / after.reqs - before.opps / before.reqs, Number);
    isWithin(rev, after.rev - before.rev, nanos);
  });
});
