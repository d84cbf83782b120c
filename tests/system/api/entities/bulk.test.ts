import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttachResponse } from '#api/entities/attach/attachContract.ts';
import type { BulkResponse } from '#api/entities/bulk/bulkContract.ts';
import type { LogRow } from '#api/log/logContract.ts';
import type { BulkEdit } from '#model/index.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { randomIntegers } from './randomIntegers.ts';
import { type ApiResponse, type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let other: TestAccount;
let call: Caller;
/** The facts of every tag and channel. */
let facts: Record<string, string | number>[] = [];

beforeAll(async () => {
  api = await startTestApi({ facts: { query: <Row>() => Promise.resolve(facts as Row[]) } });
  account = await buildAccount(api, 'bulk');
  other = await buildAccount(api, 'others');
  call = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const undo = (batch: number | null) => call('POST', `/api/changes/${batch}/undo`);
const bulk = (path: string, body: object) => call('POST', `/api/demand/${path}/bulk`, body);

function bulkResult<A = BulkResponse>(answer: ApiResponse): A {
  expect(answer.status, answer.text).toBe(200);
  return answer.body as A;
}

async function make(entity: string, all: readonly object[]): Promise<number[]> {
  const changes = all.map((values) => ({ entity, action: 'create', values }));
  const answer = await call('POST', '/api/changes', { changes });
  return bulkResult<{ results: { id: number }[] }>(answer).results.map(({ id }) => id);
}

const makeTags = (names: readonly string[], more: object = {}) =>
  make(
    'tag',
    names.map((name) => ({ name, advertiserId: account.ids.advertiser, url: 'https://ads.example/[CB]', ...more })),
  );

async function stateOf(table: string, ids: readonly number[]) {
  const rows = await api.sql(`select * from ${table} where id in (${ids.join()}) order by id`);
  for (const row of rows) for (const column of ['version', 'updated_at']) delete row[column];
  return rows;
}

describe('a bulk edit', () => {
  test('replaces a macro in addresses and part of a name, and sets a rate, in one change set', async () => {
    const ids = await makeTags(['macro a', 'macro b'], { rate: '1.00' });
    const edits: BulkEdit[] = [
      { field: 'url', verb: 'findReplace', find: '[CB]', replacement: '[CACHEBUSTING]' },
      { field: 'name', verb: 'findReplace', find: 'macro', replacement: 'swapped' },
      { field: 'rate', verb: 'set', value: '2.75' },
    ];
    const preview = bulkResult(await bulk('tags', { ids, edits, isDryRun: true }));
    expect(preview.results[0]?.fields).toEqual([
      { field: 'name', from: 'macro a', to: 'swapped a' },
      { field: 'url', from: 'https://ads.example/[CB]', to: 'https://ads.example/[CACHEBUSTING]' },
      { field: 'rate', from: '1.00', to: '2.75' },
    ]);
    const done = bulkResult(await bulk('tags', { ids, edits, previewDigest: preview.previewDigest }));
    expect((await call('GET', `/api/demand/tags/${ids[1]}`)).body).toMatchObject({ name: 'swapped b', rate: '2.75' });
    bulkResult(await undo(done.batch));
    expect((await call('GET', `/api/demand/tags/${ids[1]}`)).body).toMatchObject({ name: 'macro b', rate: '1.00' });
  });

  test('shows the figures of the changed rows in the last seven days, and of no others', async () => {
    const [one = 0, two = 0, same = 0] = await makeTags(['touch a', 'touch b', 'touch c'], { rate: '1.00' });
    await call('PATCH', `/api/demand/tags/${same}`, { rate: '3' });
    facts = [one, two, same].map((id) => ({
      is_total: 0,
      d_tag: id,
      m_reqs: '1000',
      m_imps: '100',
      m_rev: '2500000000',
    }));
    // Figures are refreshed after a few seconds.
    api.moveClock(10_000);
    const ids = [one, two, same];
    const edits: BulkEdit[] = [{ field: 'rate', verb: 'set', value: '3.00' }];
    const preview = bulkResult(await bulk('tags', { ids, edits, isDryRun: true }));
    facts = [];
    expect(preview.affectedTraffic).toMatchObject({ reqs: 2000, imps: 200, rev: '5.00' });
    const { from = '', to = '' } = preview.affectedTraffic ?? {};
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);
    expect(bulkResult(await bulk('tags', { ids, edits })).affectedTraffic).toBeUndefined();
    expect(
      bulkResult(await bulk('targetings', { ids: [account.ids.targeting], status: 0, isDryRun: true })).affectedTraffic,
    ).toBe(undefined);
  });

  test('of all rows in a state, or within bounds of their figures, changes only those', async () => {
    const [busy = 0, quiet = 0] = await makeTags(['bound busy', 'bound quiet'], { rate: '1.00' });
    const [ended = 0] = await makeTags(['bound ended'], { endsOn: '2020-01-01' });
    facts = [{ is_total: 0, d_tag: busy, m_imps: '100' }];
    api.moveClock(10_000);
    const edits: BulkEdit[] = [{ field: 'notes', verb: 'set', value: 'seen' }];
    const changedBy = async (all: object) => {
      const { results } = bulkResult(await bulk('tags', { all: { q: 'bound', ...all }, edits, isDryRun: true }));
      return results.map(({ id }) => id);
    };
    const days = { from: '2026-11-01', to: '2026-11-02' };
    expect(await changedBy({})).toEqual([busy, quiet, ended]);
    expect(await changedBy({ state: ['ended'] })).toEqual([ended]);
    expect(await changedBy({ having: ['imps:min:1'], ...days })).toEqual([busy]);
    expect(await changedBy({ having: ['imps:max:0'], state: ['no_channel'] })).toEqual([quiet, ended]);
    facts = [];
    const refused = await bulk('tags', {
      all: { state: ['asleep'], having: ['imps'], from: 'x', to: '2026-11-02' },
      edits,
    });
    expect(problemsOf(refused)).toEqual([
      'all.state.0: invalid_value',
      'all.having.0: invalid_format',
      'all.from: invalid_format',
    ]);
  });

  test('apply followed by undo leaves every row as it was, whatever the edits', async () => {
    const pick = randomIntegers(11);
    const targetings = await make(
      'targeting',
      Array.from({ length: 25 }, (_, index) => ({
        name: `random ${index}`,
        countries: ['DE', 'FR', 'IT'].slice(0, 1 + (index % 3)),
        cities: [`city ${index % 4}`, 'Rome'],
      })),
    );
    const some = (all: readonly string[]) => [all[pick(all.length)]!];
    const random: (() => BulkEdit)[] = [
      () => ({ field: 'countries', verb: 'add', values: some(['DE', 'FR', 'ES', 'PT']) }),
      () => ({ field: 'countries', verb: 'remove', values: some(['DE', 'FR', 'IT']) }),
      () => ({ field: 'cities', verb: 'clear' }),
      () => ({ field: 'cities', verb: 'findReplace', find: 'Rome', replacement: some(['Paris', 'Lima'])[0]! }),
      () => ({ field: 'cities', verb: 'replace', values: some(['Oslo', 'Bern']) }),
      () => ({ field: 'name', verb: 'findReplace', find: String(pick(3)), replacement: 'x' }),
      () => ({ field: 'notes', verb: 'set', value: some(['a', '', 'ünï\ncode'])[0] }),
    ];
    let applied = 0;
    for (let round = 0; round < 40; round++) {
      const edits = random.filter(() => pick(3) === 0).map((edit) => edit());
      const ids = targetings.filter(() => pick(2) === 0);
      if (edits.length === 0 || ids.length === 0) continue;
      if (new Set(edits.map(({ field }) => field)).size < edits.length) continue;
      const before = await stateOf('targetings', targetings);
      const { batch, changed } = bulkResult(await bulk('targetings', { ids, edits }));
      expect(changed).toBeGreaterThan(0);
      if (batch === null) continue;
      applied += 1;
      expect(await stateOf('targetings', targetings)).not.toEqual(before);
      bulkResult(await undo(batch));
      expect(await stateOf('targetings', targetings)).toEqual(before);
    }
    expect(applied).toBeGreaterThan(10);
  });

  test('adjusts numbers by an amount or a share, rounded and limited; rows whose value would be invalid stay', async () => {
    const [cheap] = await makeTags(['adjusted a'], { rate: '0.20', impsPerDay: 1000 });
    const [dear] = await makeTags(['adjusted b'], { rate: '4.00' });
    const ids = [cheap!, dear!];
    const valuesOf = async () =>
      Promise.all(
        ids.map(async (id) => {
          const { rate, impsPerDay } = (await call('GET', `/api/demand/tags/${id}`)).body as Record<string, unknown>;
          return [rate, impsPerDay];
        }),
      );
    const adjust = (edit: object) => bulk('tags', { ids, edits: [{ verb: 'adjust', ...edit } as BulkEdit] });
    bulkResult(await adjust({ field: 'rate', by: '-10', unit: 'percent', roundTo: '0.05' }));
    expect(await valuesOf()).toEqual([
      ['0.20', 1000],
      ['3.60', null],
    ]);
    bulkResult(await adjust({ field: 'impsPerDay', by: '25', unit: 'percent' }));
    bulkResult(await adjust({ field: 'rate', by: '-0.30', unit: 'amount', min: '0.05' }));
    expect(await valuesOf()).toEqual([
      ['0.05', 1250],
      ['3.30', null],
    ]);
    const { results } = bulkResult(await adjust({ field: 'rate', by: '-1', unit: 'amount' }));
    expect(results.map(({ problem }) => problem?.path ?? null)).toEqual(['rate', null]);
    const refused = await adjust({ field: 'name', by: 'a', unit: 'share', roundTo: '0' });
    expect([refused.status, problemsOf(refused).length]).toEqual([400, 3]);
    expect(problemsOf(await adjust({ field: 'name', by: '1', unit: 'amount' }))).toEqual(['edits.0.verb: wrong_verb']);
  });

  test('is in the log as part of one change, which can be undone there', async () => {
    const ids = await makeTags(['logged a', 'logged b', 'logged c'], { rate: '1.00' });
    const { batch } = bulkResult(await bulk('tags', { ids, edits: [{ field: 'rate', verb: 'set', value: '8.00' }] }));
    const entryOf = async () => {
      const { rows } = bulkResult<{ rows: LogRow[] }>(
        await call('GET', `/api/log?entity=tag&rowId=${ids[0]}&action=updated`),
      );
      return rows[0]?.batch;
    };
    expect(await entryOf()).toEqual({ id: batch, count: 3, canUndo: true });
    const looker = await api.signIn('super');
    const seen = bulkResult<{ rows: LogRow[] }>(
      await looker('GET', `/api/log?entity=tag&rowId=${ids[0]}&action=updated`),
    );
    expect(seen.rows[0]?.batch).toEqual({ id: batch, count: 3, canUndo: false });
    bulkResult(await undo(batch));
    const { rows } = bulkResult<{ rows: LogRow[] }>(
      await call('GET', `/api/log?entity=tag&rowId=${ids[0]}&action=updated`),
    );
    expect(rows.map((row) => row.batch?.canUndo)).toEqual([true, false]);
  });

  test('is one row of the grouped log, and its entries can be listed', async () => {
    const ids = await makeTags(['grouped a', 'grouped b', 'grouped c'], { rate: '1.00' });
    const { batch } = bulkResult(await bulk('tags', { ids, edits: [{ field: 'rate', verb: 'set', value: '9.00' }] }));
    await call('PATCH', `/api/demand/tags/${ids[1]}`, { rate: '2.00' });
    const read = async (query: string) =>
      bulkResult<{ rows: LogRow[]; total: number }>(await call('GET', `/api/log?q=grouped&${query}`));
    const batchesOf = (rows: readonly LogRow[]) => rows.map((row) => row.batch?.id ?? null);
    const grouped = await read('action=updated&isGrouped=true');
    expect([batchesOf(grouped.rows), grouped.total]).toEqual([[null, batch], 2]);
    expect(grouped.rows[1]?.rowId).toBe(ids[2]);
    // The second page goes on where the first ends.
    expect(batchesOf((await read('action=updated&isGrouped=true&size=1&page=2')).rows)).toEqual([batch]);
    const single = await read('action=updated');
    expect(single.total).toBe(4);
    const ofBatch = await read(`batch=${batch}`);
    expect(ofBatch.rows.map(({ rowId }) => rowId)).toEqual([...ids].toReversed());
  });
});

describe('attaching many tags to many channels', () => {
  const attach = (path: string, body: object) => call('POST', `/api/demand/${path}/attach`, body);
  const rowsOf = async (tags: readonly number[]) =>
    api.sql(
      `select tag_id, channel_id, tier, weight from waterfall_rows where tag_id in (${tags.join()}) order by tag_id, channel_id`,
    );

  test('adds missing rows, leaves the others unchanged, and is undone at once', async () => {
    const tags = await makeTags(['attach a', 'attach b']);
    const channels = await make('channel', [{ name: 'attach c' }, { name: 'attach d' }]);
    idOf(await call('POST', '/api/demand/waterfall', { tagId: tags[0], channelId: channels[0], tier: 9 }));
    const body = { ids: tags, to: channels, action: 'attach', tier: 2, weight: 30 };
    const preview = bulkResult<AttachResponse>(await attach('tags', { ...body, isDryRun: true }));
    expect(preview.results.map(({ change }) => change)).toEqual(['same', 'attached', 'attached', 'attached']);
    expect(await rowsOf(tags)).toHaveLength(1);
    const before = await rowsOf(tags);
    const done = bulkResult<AttachResponse>(await attach('tags', { ...body, previewDigest: preview.previewDigest }));
    expect(await rowsOf(tags)).toEqual([
      { tag_id: tags[0], channel_id: channels[0], tier: 9, weight: 50 },
      { tag_id: tags[0], channel_id: channels[1], tier: 2, weight: 30 },
      { tag_id: tags[1], channel_id: channels[0], tier: 2, weight: 30 },
      { tag_id: tags[1], channel_id: channels[1], tier: 2, weight: 30 },
    ]);
    bulkResult(await undo(done.batch));
    expect(await rowsOf(tags)).toEqual(before);
  });

  test('detaches from the other side, and an undo restores tier and weight', async () => {
    const tags = await makeTags(['detach a', 'detach b']);
    const channels = await make('channel', [{ name: 'detach c' }]);
    bulkResult(await attach('channels', { ids: channels, to: tags, action: 'attach', tier: 3, weight: 7 }));
    const before = await rowsOf(tags);
    const all = { q: 'detach c' };
    const done = bulkResult<AttachResponse>(await attach('channels', { all, to: [tags[0]], action: 'detach' }));
    expect(done.results).toMatchObject([
      { tag: { name: 'detach a' }, channel: { name: 'detach c' }, change: 'detached' },
    ]);
    expect(await rowsOf(tags)).toHaveLength(1);
    bulkResult(await undo(done.batch));
    expect(await rowsOf(tags)).toEqual(before);
  });

  test('refuses unknown, foreign and archived objects, and more than 10,000 pairs', async () => {
    const [tag] = await makeTags(['attach e']);
    const body = { ids: [tag], action: 'attach' };
    const foreign = await attach('tags', { ...body, to: [other.ids.channel] });
    const missing = await attach('tags', { ...body, to: [2_000_000_000] });
    expect(problemsOf(foreign)).toEqual(['to.0: unknown_reference']);
    expect(problemsOf(missing)).toEqual(problemsOf(foreign));
    expect((await attach('tags', { ...body, to: [] })).status).toBe(400);
    expect(
      bulkResult<AttachResponse>(await attach('tags', { ...body, ids: [other.ids.tag], to: [account.ids.channel] }))
        .results,
    ).toEqual([]);
    expect((await attach('tags', { ...body, to: [account.ids.channel], tier: 99 })).status).toBe(400);
  });
});
