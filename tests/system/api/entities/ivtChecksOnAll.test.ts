import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '#api/profile/profileContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

const path = '/api/demand/info';

let api: TestApi;
let account: TestAccount;
let bravo: TestAccount;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  bravo = await buildAccount(api, 'bravo');
  const root = await api.signIn('super');
  await root('PATCH', `/api/demands/${account.demandId}`, { showCheckIVT: true });
  owner = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

async function read(): Promise<Profile> {
  return (await owner('GET', path)).body as Profile;
}

/** Sends the form back as it was read, with these changes. */
async function save(changes: object): Promise<ApiResponse> {
  return owner('PUT', path, { ...(await read()), ...changes });
}

describe('a profile with invalid traffic checks for every channel and tag', () => {
  const idsOf = async (status: string) => {
    const rows = await Promise.all(
      ['channels', 'tags'].map(async (list) => {
        const { body } = await owner('GET', `/api/demand/${list}?checkIVT=false&status=${status}`);
        return (body as { rows: { id: number }[] }).rows;
      }),
    );
    return rows.flat();
  };
  const uncheck = async () => {
    await save({ setCheckIVTAll: null });
    for (const list of ['channels', 'tags']) {
      const edits = [{ field: 'checkIVT', verb: 'set', value: false }];
      const answer = await owner('POST', `/api/demand/${list}/bulk`, { all: {}, edits });
      if (answer.status !== 200) throw new Error(answer.text);
    }
  };

  test('enables the check wherever it is off, on paused rows too, in one change set of the log', async () => {
    await uncheck();
    await owner('PATCH', `/api/demand/tags/${account.ids.tag}`, { status: 0 });
    const before = await idsOf('0,1');
    expect(before.length).toBeGreaterThan(1);
    const saved = await save({ setCheckIVTAll: 1, contactNumber: 'checked' });
    expect(saved).toMatchObject({ status: 200, body: { setCheckIVTAll: 1, contactNumber: 'checked' } });
    expect(await idsOf('0,1')).toEqual([]);
    const { rows } = await api.deps.log.list({ scope: [account.demandId] }, { page: 1, size: before.length + 1 });
    expect(new Set(rows.map(({ batch }) => batch)).size).toBe(1);
    expect(rows[0]?.batch).toEqual(expect.any(Number));
    const isCheck = (field: string) => field === 'checkIVT';
    expect(rows.filter(({ fields }) => fields.some(({ field }) => isCheck(field)))).toHaveLength(before.length);
    expect(
      rows
        .find(({ entity }) => entity === 'demand')
        ?.fields.map(({ field }) => field)
        .toSorted(),
    ).toEqual(['contactNumber', 'setCheckIVTAll']);
    await owner('PATCH', `/api/demand/tags/${account.ids.tag}`, { status: 1 });
  });

  test('does so at each save as long as it is on, and leaves checked rows unchanged', async () => {
    await save({ setCheckIVTAll: 1 });
    const { body } = await owner('GET', `/api/demand/channels/${account.ids.channel}`);
    await owner('PATCH', `/api/demand/tags/${account.ids.tag}`, { checkIVT: false });
    await save({ contactNumber: 'again' });
    expect((await owner('GET', `/api/demand/tags/${account.ids.tag}`)).body).toMatchObject({ checkIVT: true });
    expect((await owner('GET', `/api/demand/channels/${account.ids.channel}`)).body).toEqual(body);
  });

  test('disables nothing again, and enables nothing in another account', async () => {
    await save({ setCheckIVTAll: 1 });
    await save({ setCheckIVTAll: null });
    expect(await idsOf('0,1')).toEqual([]);
    const other = await (await api.signIn(bravo.logins.demand))('GET', '/api/demand/channels?checkIVT=false');
    expect(other.body).toMatchObject({ total: 1 });
    await uncheck();
  });

  test('saves nothing at all when the profile is refused', async () => {
    await uncheck();
    const before = await idsOf('0,1');
    expect((await save({ setCheckIVTAll: 1, name: 'Bravo' })).status).toBe(409);
    expect((await save({ setCheckIVTAll: 1, priceReq: '7.00' })).status).toBe(422);
    expect(await idsOf('0,1')).toEqual(before);
    expect((await read()).setCheckIVTAll).toBe(null);
  });
});

describe('a profile with verification for every channel and tag', () => {
  const flagsOf = async (list: 'channels' | 'tags', id: number) => {
    const { body } = await owner('GET', `/api/demand/${list}/${id}`);
    const { checkIVT, postbidPix, postbidWh, version } = body as Record<string, unknown>;
    return { checkIVT, postbidPix, postbidWh, version };
  };
  const enable = async (flags: object) => {
    const root = await api.signIn('super');
    expect((await root('PATCH', `/api/demands/${account.demandId}`, flags)).status).toBe(200);
  };

  test('enables the vendors of the account, beside the check, each row changed once', async () => {
    await enable({ showCheckIVT: true, showPostbidPix: true, showPostbidWh: false });
    const before = await flagsOf('channels', account.ids.channel);
    expect(before).toMatchObject({ checkIVT: false, postbidPix: false, postbidWh: false });
    expect((await save({ setPostbidAll: 1, setCheckIVTAll: 1 })).status).toBe(200);
    const after = { checkIVT: true, postbidPix: true, postbidWh: false };
    const version = Number(before.version) + 1;
    expect(await flagsOf('channels', account.ids.channel)).toEqual({ ...after, version });
    expect(await flagsOf('tags', account.ids.tag)).toMatchObject(after);
    await enable({ showPostbidWh: true });
    expect((await save({ contactNumber: 'both' })).status).toBe(200);
    expect(await flagsOf('tags', account.ids.tag)).toMatchObject({ ...after, postbidWh: true });
    await save({ setPostbidAll: null, setCheckIVTAll: null });
    expect(await flagsOf('tags', account.ids.tag)).toMatchObject({ postbidPix: true, postbidWh: true });
  });

  test('a vendor that the account does not have cannot be enabled for a channel or tag', async () => {
    await enable({ showPostbidPix: true, showPostbidWh: false });
    const tag = `/api/demand/tags/${account.ids.tag}`;
    await owner('PATCH', tag, { postbidPix: false, postbidWh: false });
    const refused = await owner('PATCH', tag, { postbidPix: true, postbidWh: true });
    expect([refused.status, (refused.body as { problems: object[] }).problems]).toEqual([
      422,
      [{ code: 'not_enabled', message: 'Postbid wh is not enabled for this account', path: 'postbidWh' }],
    ]);
    expect((await owner('PATCH', tag, { postbidPix: true })).status).toBe(200);
    expect((await owner('PATCH', tag, { postbidWh: false })).status).toBe(200);
  });
});
