import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogRow } from '#api/log/logContract.ts';
import type { Watch, WhyFunnel, WhyTrace, WhyTraces } from '#api/why/whyContract.ts';
import { buildOrigin, buildServe, buildTrace } from '#tests/support/events/buildRecord.ts';
import type { SpoolRecord, TraceRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { newServeId } from '#events/token/token.ts';
import { maxWatches, watchMinutes } from '#model/index.ts';
import { loadSpool } from '../../events/loadSpool.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { idOf, password, startTestApi, type Caller, type TestApi } from '../startTestApi.ts';

const dayMs = 86_400_000;

let facts: FactsFixture;
let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let owner: Caller;
let root = '';
const now = Date.now();

/** A request of an account's channel whose tag timed out, and its trace. */
function visit(account: TestAccount, trace: Partial<TraceRecord> = {}, serveId = newServeId()): SpoolRecord[] {
  const { ids, demandId } = account;
  const origin = buildOrigin({ demandId, channelId: ids.channel, subpublisherId: ids.subpublisher });
  const at = trace.at ?? now - 1000;
  const built = buildTrace({ serveId, at, origin, ...trace });
  const [candidate] = built.body.candidates;
  const reason = 'reason' in trace ? (trace.reason ?? null) : 'no_answer';
  const candidates = candidate ? [{ ...candidate, tagId: ids.tag, advertiserId: ids.advertiser }] : [];
  const winners = reason === null ? [5, 3].map((usd) => ({ tagId: ids.tag, cpm: usd * 1_000_000_000 })) : [];
  const body = { ...built.body, candidates, winners };
  const loggedCandidates = reason === 'qps_exceeded' ? [] : candidates;
  return [
    buildServe({ serveId, at, origin, reason, candidates: loggedCandidates }),
    { ...built, reason, body: reason === 'qps_exceeded' ? { ...body, auction: null, candidates: [] } : body },
  ];
}

/** The trace of a test request, which has no record beside it. */
function testVisit(): SpoolRecord[] {
  const [, trace] = visit(own, { at: now - 3000, sampleWeight: 0, reason: 'qps_exceeded' }, tried);
  return trace?.type === 'trace' ? [{ ...trace, body: { ...trace.body, isTest: true } }] : [];
}

const known = newServeId();
const foreignServeId = newServeId();
const sold = newServeId();
const tried = newServeId();

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  owner = await api.signIn(own.logins.demand);
  root = mkdtempSync(join(tmpdir(), 'why-'));
  const spool = openSpool({ dir: join(root, 'spool', '0') });
  const records = [
    ...visit(own, {}, known),
    ...visit(own, { at: now - 2000, reason: 'qps_exceeded', isWatched: true, sampleWeight: 0 }),
    ...visit(foreign, {}, foreignServeId),
    ...visit(foreign, { reason: null }, sold),
    ...visit(own, { at: now - 8 * dayMs }),
    ...testVisit(),
  ];
  for (const record of records) await spool.append(record);
  await spool.close();
  expect(await loadSpool(root, facts.clickhouse)).toEqual([]);
});
afterAll(async () => {
  await api.close();
  await facts.close();
  rmSync(root, { recursive: true, force: true });
});

const tracesOf = async (query = '', call = owner) => {
  const answer = await call('GET', `/api/demand/why/traces${query}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as WhyTraces).rows;
};

describe('traces', () => {
  test('are loaded from the spool into their table, and not into the facts', async () => {
    const [row] = await facts.clickhouse.query<{ traces: string }>('SELECT count() AS traces FROM traces');
    // Those of eight days ago are pruned.
    expect(row?.traces).toBe('5');
    const [noted] = await facts.clickhouse.query<{ rows: string }>(
      'SELECT sum(rows) AS rows FROM loaded_segments FINAL',
    );
    const [stored] = await facts.clickhouse.query<{ rows: string }>('SELECT count() AS rows FROM facts');
    expect(noted?.rows).toBe(stored?.rows);
  });

  test('of tests are marked as such, and the funnel does not include them', async () => {
    const rows = await tracesOf(`?kind=channel&id=${own.ids.channel}`);
    expect(rows.map(({ serveId, isTest }) => [serveId === tried, isTest])).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
    const one = await owner('GET', `/api/demand/why/traces/${tried}`);
    expect(one.body).toMatchObject({ isTest: true, sampleWeight: 0 });
    const { steps } = (await owner('GET', `/api/demand/why/funnel?kind=channel&id=${own.ids.channel}&period=last7`))
      .body as WhyFunnel;
    expect(steps.find(({ key }) => key === 'calls')?.count).toBe(2);
  });

  test('are listed latest first, with reason, owner and a link to what would change it', async () => {
    const rows = await tracesOf(`?kind=channel&id=${own.ids.channel}`);
    expect(rows).toMatchObject([
      { serveId: known, integration: 'vast', channel: { id: own.ids.channel, name: 'alpha channel' }, tookMs: 300 },
      {
        isWatched: true,
        tookMs: null,
        reason: {
          reason: 'qps_exceeded',
          owner: 'us',
          fix: { entity: 'channel', path: `/channels?open=${own.ids.channel}&field=qps` },
        },
      },
      { serveId: tried },
    ]);
    expect(await tracesOf('?reason=timeout')).toMatchObject([{ serveId: known }]);
    expect(await tracesOf('?outcome=filled')).toEqual([]);
    expect(await tracesOf(`?kind=tag&id=${own.ids.tag}`)).toMatchObject([{ serveId: known }]);
    expect(await tracesOf(`?kind=subpublisher&id=${own.ids.subpublisher}`)).toHaveLength(3);
    expect(await tracesOf(`?since=${new Date(now - 1500).toISOString()}`)).toMatchObject([{ serveId: known }]);
    expect(await tracesOf(`?since=${new Date(now).toISOString()}`)).toEqual([]);
  });

  test('are returned in full by the id of their request', async () => {
    const answer = await owner('GET', `/api/demand/why/traces/${known}`);
    expect(answer.status, answer.text).toBe(200);
    const trace = answer.body as WhyTrace;
    expect(trace).toMatchObject({
      serveId: known,
      sampleWeight: 100,
      request: { params: { w: '640' }, address: '203.0.113.0' },
      auction: { isReplayable: true, calls: [{ outcome: 'timeout', endedMs: 300 }] },
    });
    expect(trace.candidates).toMatchObject([
      {
        tag: { id: own.ids.tag, name: 'alpha tag' },
        rate: '2.50',
        reason: { reason: 'timeout', fix: { path: `/tags?open=${own.ids.tag}&field=timeoutMs` } },
      },
    ]);
  });

  test('of another account are not found', async () => {
    expect((await tracesOf()).map(({ serveId }) => serveId)).not.toContain(foreignServeId);
    const foreignOne = await owner('GET', `/api/demand/why/traces/${foreignServeId}`);
    const missing = await owner('GET', '/api/demand/why/traces/0000000000000000');
    expect([foreignOne.status, missing.status]).toEqual([404, 404]);
    for (const path of ['traces', 'funnel']) {
      const answer = await owner('GET', `/api/demand/why/${path}?kind=channel&id=${foreign.ids.channel}`);
      expect(answer.status, path).toBe(404);
    }
    const admin = await api.signIn('super');
    expect((await tracesOf('', admin)).map(({ serveId }) => serveId)).toContain(foreignServeId);
  });

  test.each(['?kind=channel', '?id=1', '?kind=channel&id=x', '?outcome=maybe', '?limit=0', '?since=soon', '?whim=1'])(
    'requested with %s are refused with 400',
    async (query) => {
      expect((await owner('GET', `/api/demand/why/traces${query}`)).status).toBe(400);
    },
  );

  test('have every ad that won, in playing order', async () => {
    const neighbour = await api.signIn(foreign.logins.demand);
    const tag = { id: foreign.ids.tag, name: 'bravo tag' };
    const winners = [
      { ...tag, cpm: '5.00' },
      { ...tag, cpm: '3.00' },
    ];
    expect(await tracesOf('?outcome=filled', neighbour)).toMatchObject([{ serveId: sold, reason: null, winners }]);
    const { body } = await neighbour('GET', `/api/demand/why/traces/${sold}`);
    expect(body).toMatchObject({ serveId: sold, winners });
  });

  test('hide their tags from a manager of other advertisers', async () => {
    const other = idOf(await owner('POST', '/api/demand/advs', { name: 'alpha other' }));
    const manager = { name: 'Restricted', login: 'restricted', password, managerRole: 'readonly' };
    const answer = await owner('POST', '/api/demand/managers', { ...manager, scopeAdvertiserIds: [other] });
    expect(answer.status, answer.text).toBe(201);
    const restricted = await api.signIn('restricted');
    expect(await tracesOf('', restricted)).toEqual([]);
    expect((await restricted('GET', `/api/demand/why/traces/${known}`)).status).toBe(404);
  });
});

describe('the funnel', () => {
  test('counts from calls to impressions, and names the reason of every loss', async () => {
    const answer = await owner('GET', `/api/demand/why/funnel?kind=channel&id=${own.ids.channel}&period=last7`);
    expect(answer.status, answer.text).toBe(200);
    const { steps, losses } = answer.body as WhyFunnel;
    expect(Object.fromEntries(steps.map(({ key, count }) => [key, count]))).toEqual({
      calls: 2,
      blocked: 1,
      reqs: 1,
      missed: 0,
      considered: 1,
      called: 1,
      answered: 0,
      opps: 0,
      imps: 0,
    });
    const byReason = [...losses].sort((a, b) => (a.reason < b.reason ? -1 : 1));
    expect(byReason).toMatchObject([
      { at: 'unanswered', reason: 'no_answer', count: 1 },
      { at: 'blocked', reason: 'qps_exceeded', count: 1 },
      { at: 'lost', reason: 'timeout', count: 1, tag: { id: own.ids.tag, name: 'alpha tag' } },
    ]);
  });

  test('of a tag includes its channels', async () => {
    const answer = await owner('GET', `/api/demand/why/funnel?kind=tag&id=${own.ids.tag}&period=last7`);
    const { steps, losses } = answer.body as WhyFunnel;
    expect(steps.map(({ key, count }) => [key, count])).toEqual([
      ['considered', 1],
      ['called', 1],
      ['answered', 0],
      ['imps', 0],
    ]);
    expect(losses).toMatchObject([{ at: 'lost', reason: 'timeout', channel: { name: 'alpha channel' } }]);
  });
});

describe('a watch', () => {
  const watch = (body: object) => owner('POST', '/api/demand/watches', body);

  test('reaches serving through the snapshot feed, and ends after ten minutes', async () => {
    const answer = await watch({ kind: 'channel', id: own.ids.channel });
    expect(answer.status, answer.text).toBe(201);
    const { id, until } = answer.body as Watch;
    const { rows, version } = await api.deps.entities.checkpoint();
    expect(rows).toContainEqual({
      type: 'row',
      entity: 'watch',
      id,
      row: { id, demandId: own.demandId, kind: 'channel', object: String(own.ids.channel), until: Date.parse(until) },
    });
    const again = await watch({ kind: 'channel', id: own.ids.channel });
    expect((again.body as Watch).id).toBe(id);
    const changes = await api.deps.entities.readChangesSince(version);
    expect(changes).toMatchObject({ type: 'changes', rows: [{ entity: 'watch', id }] });
    expect((await owner('GET', '/api/demand/watches')).body).toMatchObject([{ id }]);
    api.moveClock(watchMinutes * 60_000 + 1000);
    expect((await owner('GET', '/api/demand/watches')).body).toEqual([]);
  });

  test('is in the log with who started it; for a device the log does not show which', async () => {
    await watch({ kind: 'channel', id: own.ids.channel });
    await watch({ kind: 'device', id: 'device-of-somebody' });
    const { rows } = (await owner('GET', '/api/log?action=watch')).body as { rows: LogRow[] };
    expect(rows.slice(0, 2)).toMatchObject([
      { entity: 'device', rowId: null, name: '', userName: expect.stringMatching(/./), fields: [], canRevert: false },
      { entity: 'channel', rowId: own.ids.channel, name: 'alpha channel', accountName: expect.stringMatching(/./) },
    ]);
    expect(JSON.stringify(rows)).not.toContain('device-of-somebody');
    for (const { id } of (await owner('GET', '/api/demand/watches')).body as Watch[]) {
      await owner('DELETE', `/api/demand/watches/${id}`);
    }
  });

  test('is limited to a few at a time, and can be ended', async () => {
    const ids: number[] = [];
    for (let each = 0; each < maxWatches; each += 1) {
      const answer = await watch({ kind: 'device', id: `device-00${each}` });
      expect(answer.status, answer.text).toBe(201);
      ids.push((answer.body as Watch).id);
    }
    const refused = await watch({ kind: 'tag', id: own.ids.tag });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ problems: [{ code: 'too_many_watches' }] });
    expect(await owner('DELETE', `/api/demand/watches/${ids[0]}`)).toMatchObject({ status: 200, body: {} });
    expect((await watch({ kind: 'tag', id: own.ids.tag })).status).toBe(201);
    const neighbour = await api.signIn(foreign.logins.demand);
    expect((await neighbour('DELETE', `/api/demand/watches/${ids[1]}`)).status).toBe(404);
    expect((await neighbour('GET', '/api/demand/watches')).body).toEqual([]);
  });

  test.each([
    [404, () => ({ kind: 'channel', id: foreign.ids.channel })],
    [404, () => ({ kind: 'tag', id: 2_000_000_000 })],
    [400, () => ({ kind: 'channel', id: 'x' })],
    [400, () => ({ kind: 'device', id: 'short' })],
    [400, () => ({ kind: 'house', id: 1 })],
    [400, () => ({})],
  ])('is refused with %s for unknown objects or invalid values', async (status, body) => {
    expect((await watch(body())).status).toBe(status);
  });
});
