import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeSetResponse, RowChange } from '#api/changes/changeContract.ts';
import { fullOrReduced } from '../../../support/fullOrReduced.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let other: TestAccount;
let call: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'sets');
  other = await buildAccount(api, 'others');
  call = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const apply = (changes: RowChange[], more: object = {}) => call('POST', '/api/changes', { changes, ...more });
const answerOf = (answer: ApiResponse) => {
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ChangeSetResponse;
};
const undo = (batch: number | null) => call('POST', `/api/changes/${batch}/undo`);
const advertiser = (name: string, more: object = {}): RowChange => {
  return { entity: 'advertiser', action: 'create', values: { name, ...more } };
};
const tagOf = (name: string, advertiserId: unknown, more: object = {}): RowChange => {
  return {
    entity: 'tag',
    action: 'create',
    values: { name, advertiserId, url: 'https://ads.example/', ...more },
  };
};

describe('a change set', () => {
  test('creates rows that refer to each other, in any order', async () => {
    const { batch, results } = answerOf(
      await apply([
        { entity: 'waterfallRow', action: 'create', values: { channelId: '@c', tagId: '@t', tier: 2 } },
        { ...tagOf('together', '@a', { rate: '1.5' }), ref: 't' },
        { entity: 'channel', action: 'create', ref: 'c', values: { name: 'together' } },
        { ...advertiser('together'), ref: 'a' },
      ]),
    );
    expect(batch).toBeGreaterThan(0);
    const [row, tag, channel] = results.map(({ id }) => id);
    expect((await call('GET', `/api/demand/waterfall/${row}`)).body).toMatchObject({ channelId: channel, tagId: tag });
    expect((await call('GET', `/api/demand/tags/${tag}`)).body).toMatchObject({ rate: '1.50', version: 1 });
  });

  test('is all or nothing, and reports every fault at its place', async () => {
    const before = (await call('GET', '/api/demand/advs')).body;
    const refused = await apply([
      advertiser('never made'),
      tagOf('bad', '@nobody', { rate: '-1', url: 'ftp://x' }),
      { entity: 'channel', action: 'update', id: other.ids.channel, values: { name: 'mine now' } },
      { entity: 'tag', action: 'update', id: account.ids.tag, version: 99, values: { rate: '3' } },
    ]);
    expect(refused.status).toBe(422);
    const { problems } = refused.body as { problems: { path: string; code: string }[] };
    expect(problems.map(({ path }) => path).sort()).toEqual([
      'changes.1.values.advertiserId',
      'changes.1.values.rate',
      'changes.1.values.url',
      'changes.2.id',
      'changes.3.version',
    ]);
    expect((await call('GET', '/api/demand/advs')).body).toEqual(before);
  });

  test('with partial success changes the valid rows and says why the others are unchanged', async () => {
    const { results } = answerOf(
      await apply(
        [advertiser('good'), advertiser('good'), { entity: 'tag', action: 'update', id: 1_000_000, values: {} }],
        { isPartial: true },
      ),
    );
    expect(results.map(({ problems }) => problems.map(({ code }) => code))).toEqual([[], ['taken'], ['not_found']]);
    expect((await call('GET', '/api/demand/advs?q=good')).body).toMatchObject({ total: 1 });
  });

  test('in a dry run shows what would change and stores nothing', async () => {
    const row = async () => (await call('GET', `/api/demand/tags/${account.ids.tag}`)).body;
    const before = await row();
    const { batch, results } = answerOf(
      await apply(
        [
          { entity: 'tag', action: 'update', id: account.ids.tag, values: { rate: '9.99', name: 'dry' } },
          advertiser('dry'),
        ],
        { isDryRun: true },
      ),
    );
    expect(batch).toBeNull();
    expect(results[0]?.fields).toEqual([
      { field: 'name', from: 'sets tag', to: 'dry' },
      { field: 'rate', from: '2.50', to: '9.99' },
    ]);
    expect(await row()).toEqual(before);
    expect((await call('GET', '/api/demand/advs?q=dry')).body).toMatchObject({ total: 0 });
  });

  test('must not name a row twice', async () => {
    const twice = await apply([
      { entity: 'tag', action: 'update', id: account.ids.tag, values: { rate: '1' } },
      { entity: 'tag', action: 'update', id: account.ids.tag, values: { rate: '2' } },
    ]);
    expect([twice.status, twice.body]).toMatchObject([422, { problems: [{ code: 'duplicate', path: 'changes.1' }] }]);
  });

  const many = fullOrReduced(3000, 1100);

  test(`of ${many} rows is one write per 500 of them`, async () => {
    const names = Array.from({ length: many }, (_, index) => `mass ${index}`);
    const made = answerOf(await apply(names.map((name) => tagOf(name, account.ids.advertiser))));
    const changed = answerOf(
      await apply(
        made.results.map(({ id }, index) => {
          return { entity: 'tag', action: 'update', id: id ?? 0, version: 1, values: { rate: `${index % 7}.25` } };
        }),
      ),
    );
    expect(changed.results.every(({ problems }) => problems.length === 0)).toBe(true);
    expect((await call('GET', `/api/demand/tags/${made.results[8]?.id}`)).body).toMatchObject({
      rate: '1.25',
      version: 2,
    });
    answerOf(await undo(changed.batch));
    answerOf(await undo(made.batch));
    expect((await call('GET', '/api/demand/tags?q=mass')).body).toMatchObject({ total: 0 });
  });
});

describe('undoing a change set', () => {
  test('restores fields, archives new rows and restores removed ones; and can be undone itself', async () => {
    const rowId = idOf(
      await call('POST', '/api/demand/waterfall', {
        channelId: idOf(await call('POST', '/api/demand/channels', { name: 'undo channel' })),
        tagId: account.ids.tag,
        tier: 4,
      }),
    );
    const done = answerOf(
      await apply([
        { entity: 'waterfallRow', action: 'remove', id: rowId },
        { entity: 'tag', action: 'update', id: account.ids.tag, values: { rate: '7', timeoutMs: 700 } },
        advertiser('undo me'),
      ]),
    );
    const undone = answerOf(await undo(done.batch));
    expect((await call('GET', `/api/demand/tags/${account.ids.tag}`)).body).toMatchObject({
      rate: '2.50',
      timeoutMs: 1000,
    });
    expect((await call('GET', `/api/demand/waterfall?tagId=${account.ids.tag}`)).body).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ tier: 4 })]) as unknown,
    });
    expect((await call('GET', '/api/demand/advs?q=undo')).body).toMatchObject({ total: 0 });

    const again = await undo(done.batch);
    expect([again.status, again.body]).toMatchObject([409, { problems: [{ code: 'undone' }] }]);

    answerOf(await undo(undone.batch));
    expect((await call('GET', `/api/demand/tags/${account.ids.tag}`)).body).toMatchObject({ rate: '7.00' });
    expect((await call('GET', '/api/demand/advs?q=undo')).body).toMatchObject({ total: 1 });
  });

  test('is refused as a whole when another user has changed a row since', async () => {
    const [first, second] = await Promise.all(
      ['since one', 'since two'].map(async (name) => idOf(await call('POST', '/api/demand/advs', { name }))),
    );
    const done = answerOf(
      await apply([
        { entity: 'advertiser', action: 'update', id: first ?? 0, values: { notes: 'set' } },
        { entity: 'advertiser', action: 'update', id: second ?? 0, values: { notes: 'set' } },
      ]),
    );
    await call('PATCH', `/api/demand/advs/${second}`, { notes: 'by hand' });
    const refused = await undo(done.batch);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { problems: [{ code: 'changed_since', path: 'changes.1.values.notes' }] },
    ]);
    expect((await call('GET', `/api/demand/advs/${first}`)).body).toMatchObject({ notes: 'set' });
  });

  test('of another account does not exist', async () => {
    const { batch } = answerOf(await apply([advertiser('not theirs')]));
    const theirs = await api.signIn(other.logins.demand);
    expect((await theirs('POST', `/api/changes/${batch}/undo`)).status).toBe(404);
  });
});

describe('a row version', () => {
  test('refuses a change based on an older one, and rises by one', async () => {
    const id = idOf(await call('POST', '/api/demand/advs', { name: 'versioned' }));
    const path = `/api/demand/advs/${id}`;
    expect((await call('PATCH', path, { notes: 'a', version: 1 })).body).toMatchObject({ version: 2 });
    const stale = await call('PATCH', path, { notes: 'b', version: 1 });
    expect([stale.status, stale.body]).toMatchObject([409, { problems: [{ code: 'changed_since', path: 'version' }] }]);
    expect((await call('PATCH', path, { notes: 'c' })).body).toMatchObject({ version: 3, notes: 'c' });
    expect((await call('PATCH', path, { notes: 'c' })).body).toMatchObject({ version: 3 });
  });
});

describe('a bulk edit', () => {
  test('previews its changes, then makes exactly these, or none when the rows have changed since', async () => {
    const ids = await Promise.all(
      ['one', 'two', 'three'].map(async (name) =>
        idOf(await call('POST', '/api/demand/tags', { ...tagOf(`bulk ${name}`, account.ids.advertiser).values })),
      ),
    );
    const edit = { ids, edits: [{ field: 'rate', verb: 'set', value: '4.20' }] };
    const shown = await call('POST', '/api/demand/tags/bulk', { ...edit, isDryRun: true });
    expect(shown.body).toMatchObject({ changed: 3, batch: null });
    const { previewDigest } = shown.body as { previewDigest: string };
    await call('PATCH', `/api/demand/tags/${ids[0]}`, { timeoutMs: 300 });
    expect((await call('POST', '/api/demand/tags/bulk', { ...edit, previewDigest })).status).toBe(409);
    const done = await call('POST', '/api/demand/tags/bulk', edit);
    expect(done.body).toMatchObject({ changed: 3, results: ids.map((id) => ({ id, problem: null })) });
    answerOf(await undo((done.body as { batch: number }).batch));
    expect((await call('GET', `/api/demand/tags/${ids[2]}`)).body).toMatchObject({ rate: '0.00' });
  });

  test('has five operations for sets, and names those that a field does not support', async () => {
    const targeting = async (name: string) => idOf(await call('POST', '/api/demand/targetings', { name }));
    const [a, b, c] = [await targeting('verb a'), await targeting('verb b'), await targeting('verb c')];
    const id = idOf(await call('POST', '/api/demand/advs', { name: 'verbs', targetingIds: [a] }));
    const edit = async (verb: object) => {
      const answer = await call('POST', '/api/demand/advs/bulk', {
        ids: [id],
        edits: [{ field: 'targetingIds', ...verb }],
      });
      expect(answer.status, answer.text).toBe(200);
      return ((await call('GET', `/api/demand/advs/${id}`)).body as { targetingIds: number[] }).targetingIds;
    };
    expect(await edit({ verb: 'add', values: [b, a] })).toEqual([a, b]);
    expect(await edit({ verb: 'findReplace', find: a, replacement: c })).toEqual([c, b]);
    expect(await edit({ verb: 'remove', values: [b] })).toEqual([c]);
    expect(await edit({ verb: 'replace', values: [a, b] })).toEqual([a, b]);
    expect(await edit({ verb: 'clear' })).toEqual([]);
    const bad = await call('POST', '/api/demand/advs/bulk', {
      ids: [id],
      edits: [
        { field: 'name', verb: 'set', value: 'all the same' },
        { field: 'uid', verb: 'clear' },
      ],
    });
    expect([bad.status, bad.body]).toMatchObject([
      422,
      { problems: [{ path: 'edits.0.verb' }, { path: 'edits.1.field' }] },
    ]);
  });
});
