import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let own: TestAccount;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  owner = await api.signIn(own.logins.demand);
});
afterAll(() => api?.close());

const linkOf = async (id: number): Promise<string> => {
  const { body } = await owner('POST', `/api/demand/managers/${id}/signIn/link`, {});
  return (body as { url: string }).url.split('#')[1] ?? '';
};
const statusOf = async (token: string) => (await api.anonymous('POST', '/api/auth/link', { token })).status;

test('sessions and links of a user end with another role by a bulk edit, and with its undoing', async () => {
  const values = { name: 'Bulk', login: 'bulk', password, managerRole: 'readonly' };
  const id = idOf(await owner('POST', '/api/demand/managers', values));
  const set = async (field: string, value: string) => {
    const edits = [{ field, verb: 'set', value }];
    const answer = await owner('POST', '/api/demand/managers/bulk', { ids: [id], edits });
    expect(answer.body).toMatchObject({ changed: 1, results: [{ problem: null }] });
    return (answer.body as { batch: number }).batch;
  };
  const session = await api.signIn('bulk');
  const token = await linkOf(id);
  await set('name', 'Renamed');
  expect([(await session('GET', '/api/session')).status, await statusOf(token)]).toEqual([200, 200]);
  const batch = await set('managerRole', 'finance');
  expect([(await session('GET', '/api/session')).status, await statusOf(token)]).toEqual([403, 404]);
  const again = await api.signIn('bulk');
  expect((await owner('POST', `/api/changes/${batch}/undo`, {})).status).toBe(200);
  expect((await again('GET', '/api/session')).status).toBe(403);
});
