import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogRow } from '#api/log/logContract.ts';
import { setPassword } from '../../../support/api/withPasswords.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import {
  type ApiResponse,
  type Caller,
  idOf,
  password,
  problemsOf,
  startTestApi,
  type TestApi,
} from '../startTestApi.ts';

let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let root: Caller;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  owner = await api.signIn(own.logins.demand);
});

afterAll(() => api.close());

function rowsOf(answer: ApiResponse): LogRow[] {
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { rows: LogRow[] }).rows;
}

/** The newest entry that a query finds. */
async function newest(call: Caller, query: string): Promise<LogRow> {
  const [row] = rowsOf(await call('GET', `/api/log?${query}`));
  if (!row) throw new Error(`nothing in the log for ${query}`);
  return row;
}

const revert = (call: Caller, { id }: { id: number }) => call('POST', `/api/log/${id}/revert`);

describe('the log', () => {
  test('shows who changed which value to which, newest first', async () => {
    await owner('PATCH', `/api/demand/tags/${own.ids.tag}`, { rate: '3.10' });
    const renamed = { name: 'alpha advertiser two' };
    await owner('PATCH', `/api/demand/advs/${own.ids.advertiser}`, renamed);
    const [first, second] = rowsOf(await owner('GET', '/api/log?action=updated&size=2'));
    expect(first).toMatchObject({
      userName: 'alpha demand',
      accountName: 'alpha',
      adminName: null,
      entity: 'advertiser',
      name: 'alpha advertiser two',
      fields: [{ field: 'name', from: 'alpha advertiser', to: 'alpha advertiser two' }],
      source: 'console',
      canRevert: true,
    });
    expect(second).toMatchObject({ entity: 'tag', fields: [{ field: 'rate', from: '2.50', to: '3.10' }] });
    expect(first?.requestId).not.toBe('');
    expect(second?.ip).toBe('127.0.0.1');
  });

  test('names the rows of references, including archived ones', async () => {
    const other = idOf(await owner('POST', '/api/demand/advs', { name: 'alpha other' }));
    await owner('PATCH', `/api/demand/tags/${own.ids.tag}`, { advertiserId: other });
    const moved = await newest(owner, `entity=tag&rowId=${own.ids.tag}`);
    expect(await revert(owner, moved)).toMatchObject({ status: 200 });
    await owner('PATCH', `/api/demand/advs/${other}`, { status: 2 });
    const [back] = rowsOf(await owner('GET', `/api/log?entity=tag&rowId=${own.ids.tag}`));
    expect(back).toMatchObject({
      fields: [{ field: 'advertiserId', from: other, to: own.ids.advertiser }],
      names: { advertiser: { [other]: 'alpha other', [own.ids.advertiser]: 'alpha advertiser two' } },
    });
  });

  test('is filtered by time, user, object, action, field and name, and paged', async () => {
    const everything = (await owner('GET', '/api/log')).body as { total: number };
    const page = (await owner('GET', '/api/log?page=2&size=5')).body as { rows: LogRow[]; total: number };
    expect(page).toMatchObject({ total: everything.total, page: 2, size: 5 });
    expect(page.rows).toHaveLength(5);
    const at = (await newest(owner, 'action=updated&field=rate')).at;
    for (const [query, isEach] of [
      [`from=${at}`, (row: LogRow) => row.at >= at],
      [`to=${at}`, (row: LogRow) => row.at < at],
      ['field=rate', (row: LogRow) => row.fields.some(({ field }) => field === 'rate')],
      ['entity=tag,channel', (row: LogRow) => ['tag', 'channel'].includes(row.entity)],
      ['action=login', (row: LogRow) => row.action === 'login'],
      ['q=ADVERTISER', (row: LogRow) => row.name.includes('advertiser')],
      [`userId=${own.ids.user}`, (row: LogRow) => row.userId === own.ids.user],
    ] as const) {
      const rows = rowsOf(await owner('GET', `/api/log?size=1000&${query}`));
      expect(rows.length, query).toBeGreaterThan(0);
      expect(rows.length, query).toBeLessThan(everything.total);
      expect(rows.every(isEach), query).toBe(true);
    }
    expect(problemsOf(await owner('GET', '/api/log?from=yesterday&action=stolen'))).toEqual([
      'from: invalid_format',
      'action.0: invalid_value',
    ]);
  });

  test('[GUARD-03] shows an account its own entries, and admins those of every account', async () => {
    const seen = rowsOf(await owner('GET', '/api/log?size=1000'));
    expect(new Set(seen.map(({ demandId }) => demandId))).toEqual(new Set([own.demandId]));
    const foreignLog = await owner('GET', `/api/log?demandId=${foreign.demandId}`);
    expect(foreignLog.body).toMatchObject({ rows: [], total: 0 });
    const people = await owner('GET', '/api/log/authors');
    expect(people.text).toContain('alpha demand');
    expect(people.text).not.toContain('bravo');
    const all = rowsOf(await root('GET', '/api/log?size=1000'));
    expect(new Set(all.map(({ demandId }) => demandId))).toEqual(new Set([null, own.demandId, foreign.demandId]));
    const one = rowsOf(await root('GET', `/api/log?size=1000&demandId=${foreign.demandId}`));
    expect(new Set(one.map(({ demandId }) => demandId))).toEqual(new Set([foreign.demandId]));
    for (const login of [own.logins.sub, own.logins.adv, own.logins.sdk]) {
      expect((await (await api.signIn(login))('GET', '/api/log')).status).toBe(403);
    }
  });

  test('the addresses of the operator’s users are only shown to the operator', async () => {
    await root('PATCH', `/api/demands/${own.demandId}`, { companyName: 'Alpha Media' });
    const query = 'entity=demand&field=companyName&action=updated';
    expect(await newest(owner, query)).toMatchObject({ userName: 'Super admin', ip: '', canRevert: false });
    expect(await newest(root, query)).toMatchObject({ ip: '127.0.0.1', canRevert: true });
  });

  test('a manager sees changes of what it may read, and one of some partners its own changes', async () => {
    const make = async (login: string, more: object) =>
      owner('POST', '/api/demand/managers', { name: login, login, password, ...more }).then(() => api.signIn(login));
    const finance = await make('alpha-finance', { managerRole: 'finance' });
    const seen = rowsOf(await finance('GET', '/api/log?size=1000'));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({ entity }) => ['advertiser', 'subpublisher', 'supplier', 'adexchange'].includes(entity))).toBe(
      true,
    );
    expect(seen.some(({ canRevert }) => canRevert)).toBe(false);
    expect(rowsOf(await finance('GET', '/api/log?entity=tag'))).toEqual([]);
    const trafficker = await make('alpha-trafficker', {
      managerRole: 'trafficker',
      scopeAdvertiserIds: [own.ids.advertiser],
    });
    await trafficker('PATCH', `/api/demand/tags/${own.ids.tag}`, { rate: '3.20' });
    const itsOwn = rowsOf(await trafficker('GET', '/api/log?size=1000'));
    expect(itsOwn.map(({ action }) => action)).toEqual(['updated', 'login', 'password']);
    const others = await newest(owner, `entity=tag&rowId=${own.ids.tag}&action=created`);
    expect((await revert(trafficker, others)).status).toBe(404);
    expect((await revert(trafficker, itsOwn[0]!)).status).toBe(200);
    const authors = (await trafficker('GET', '/api/log/authors')).body as { name: string }[];
    expect(authors.map(({ name }) => name)).toEqual(['alpha-trafficker']);
  });
});

describe('undoing an entry', () => {
  const tagState = async () => (await owner('GET', `/api/demand/tags/${own.ids.tag}`)).body as Record<string, unknown>;

  test('restores the old value of every changed field, notifies serving, and is an entry itself', async () => {
    const before = await tagState();
    await owner('PATCH', `/api/demand/tags/${own.ids.tag}`, { rate: '9.99', name: 'changed by mistake' });
    const entry = await newest(owner, `entity=tag&rowId=${own.ids.tag}`);
    const version = await api.deps.entities.version();
    expect((await revert(owner, entry)).body).toEqual({ entity: 'tag', rowId: own.ids.tag });
    const { updatedAt, version: later, ...values } = await tagState();
    expect(values).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name in values)));
    expect([later, updatedAt === before['updatedAt']]).toEqual([Number(before['version']) + 2, false]);
    expect(await api.deps.entities.version()).toBeGreaterThan(version);
    const taken = await newest(owner, `entity=tag&rowId=${own.ids.tag}`);
    expect(taken).toMatchObject({ source: 'revert', revertOf: entry.id, action: 'updated', userName: 'alpha demand' });

    // Undoing the undo makes the change again.
    expect((await revert(owner, taken)).status).toBe(200);
    expect(await tagState()).toMatchObject({ rate: '9.99', name: 'changed by mistake' });
    expect((await revert(owner, await newest(owner, `entity=tag&rowId=${own.ids.tag}`))).status).toBe(200);
  });

  test('is refused with both values when a field has changed since, and changes nothing', async () => {
    await owner('PATCH', `/api/demand/tags/${own.ids.tag}`, { rate: '4.00', timeoutMs: 700, name: 'third' });
    const entry = await newest(owner, `entity=tag&rowId=${own.ids.tag}`);
    await owner('PATCH', `/api/demand/tags/${own.ids.tag}`, { rate: '5.00', name: 'fourth' });
    const before = await tagState();
    const answer = await revert(owner, entry);
    expect(answer.status).toBe(409);
    expect(problemsOf(answer).toSorted()).toEqual(['name: changed_since', 'rate: changed_since']);
    expect(answer.text).toContain('it is now 5.00, and this change set it to 4.00');
    expect(await tagState()).toEqual(before);
  });

  test('archives what was created, and restores it', async () => {
    const id = idOf(await owner('POST', '/api/demand/advs', { name: 'alpha short-lived' }));
    const created = await newest(owner, `entity=advertiser&rowId=${id}`);
    expect(created.action).toBe('created');
    expect((await revert(owner, created)).status).toBe(200);
    expect((await owner('GET', `/api/demand/advs/${id}`)).body).toMatchObject({ status: 2 });
    expect((await revert(owner, created)).status).toBe(409);
    expect((await revert(owner, await newest(owner, `entity=advertiser&rowId=${id}`))).status).toBe(200);
    expect((await owner('GET', `/api/demand/advs/${id}`)).body).toMatchObject({ status: 1 });
  });

  test('puts a tag back into the waterfall that it was removed from, once', async () => {
    await owner('PATCH', `/api/demand/waterfall/${own.ids.waterfallRow}`, { tier: 3, weight: 70, floor: '1.50' });
    await owner('DELETE', `/api/demand/waterfall/${own.ids.waterfallRow}`);
    const removed = await newest(owner, 'entity=waterfallRow&action=deleted');
    const [tag, channel] = [`tags/${own.ids.tag}`, `channels/${own.ids.channel}`].map(async (path) => {
      return ((await owner('GET', `/api/demand/${path}`)).body as { name: string }).name;
    });
    const name = `${await tag} in ${await channel}`;
    expect(removed.name).toBe(name);
    const changed = await newest(owner, `entity=waterfallRow&action=updated&rowId=${own.ids.waterfallRow}`);
    expect(changed.name).toBe(name);
    const answer = await revert(owner, removed);
    expect(answer.status, answer.text).toBe(200);
    const { rowId } = answer.body as { rowId: number };
    expect((await newest(owner, `entity=waterfallRow&rowId=${rowId}`)).name).toBe(name);
    expect((await owner('GET', `/api/demand/waterfall/${rowId}`)).body).toMatchObject({
      channelId: own.ids.channel,
      tagId: own.ids.tag,
      tier: 3,
      weight: 70,
      floor: '1.50',
    });
    expect((await revert(owner, removed)).status).toBe(409);
    // It was created by undoing the removal; undoing that removes it again.
    expect((await revert(owner, await newest(owner, 'entity=waterfallRow&action=created'))).status).toBe(200);
    expect((await owner('GET', `/api/demand/waterfall/${rowId}`)).status).toBe(404);
  });

  test('follows the rules of any change: names must be free, references active', async () => {
    const first = idOf(await owner('POST', '/api/demand/advs', { name: 'alpha contested' }));
    await owner('PATCH', `/api/demand/advs/${first}`, { name: 'alpha renamed' });
    const renamed = await newest(owner, `entity=advertiser&rowId=${first}`);
    idOf(await owner('POST', '/api/demand/advs', { name: 'alpha contested' }));
    const answer = await revert(owner, renamed);
    expect(answer.status).toBe(409);
    expect(problemsOf(answer)).toEqual(['name: taken']);

    await owner('PATCH', `/api/demand/tags/${own.ids.tag}`, { advertiserId: first });
    const moved = await newest(owner, `entity=tag&rowId=${own.ids.tag}`);
    await owner('PATCH', `/api/demand/advs/${own.ids.advertiser}`, { status: 2 });
    expect(problemsOf(await revert(owner, moved))).toEqual(['advertiserId: archived_reference']);
    expect((await revert(owner, await newest(owner, `entity=advertiser&rowId=${own.ids.advertiser}`))).status).toBe(
      200,
    );
    expect((await revert(owner, moved)).status).toBe(200);
  });

  test('cannot restore passwords, sign-ins, tokens or platform settings', async () => {
    await owner('POST', '/api/demand/token');
    await setPassword(root, `/api/users/${own.ids.user}`, 'another password');
    await root('PUT', '/api/admin/config', { postbidMaxImps: 5, postbidMaxReps: 5 });
    for (const [query, path] of [
      [`entity=user&rowId=${own.ids.user}&action=password`, ''],
      ['action=login', ''],
      ['entity=config', ''],
      ['action=token', ''],
    ] as const) {
      const entry = await newest(root, query);
      expect(entry.canRevert, query).toBe(false);
      const answer = await revert(root, entry);
      expect(answer.status, query).toBe(422);
      expect(problemsOf(answer), query).toEqual([`${path}: not_revertible`]);
    }
    owner = await api.signIn(own.logins.demand, 'another password');
  });

  test('[GUARD-03] needs the right to the change itself, and an entry of the own account', async () => {
    await owner('PATCH', `/api/demand/tags/${own.ids.tag}`, { rate: '6.00' });
    const entry = await newest(owner, `entity=tag&rowId=${own.ids.tag}`);
    const before = await tagState();
    const readonly = await api.signIn('alpha-manager');
    expect((await newest(readonly, `entity=tag&rowId=${own.ids.tag}`)).canRevert).toBe(false);
    expect((await revert(readonly, entry)).status).toBe(403);
    expect((await revert(root, entry)).status).toBe(403);
    const neighbour = await api.signIn(foreign.logins.demand);
    expect((await revert(neighbour, entry)).status).toBe(404);
    expect((await neighbour('GET', `/api/log/${entry.id}`)).status).toBe(404);
    expect((await owner('GET', `/api/log/${entry.id}`)).body).toEqual(entry);
    expect((await revert(owner, { id: 999_999_999 })).status).toBe(404);
    expect(await tagState()).toEqual(before);
  });

  test('of an account’s activation signs its users out', async () => {
    await root('PATCH', `/api/demands/${foreign.demandId}`, { status: 0 });
    await root('PATCH', `/api/demands/${foreign.demandId}`, { status: 1 });
    const neighbour = await api.signIn(foreign.logins.demand);
    const activated = await newest(root, `entity=demand&rowId=${foreign.demandId}&action=status`);
    expect((await revert(root, activated)).status).toBe(200);
    expect((await neighbour('GET', '/api/session')).status).toBe(403);
  });
});
