import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProblemResponse } from '#api/problem.ts';
import type { SavedView } from '#api/views/viewContract.ts';
import { buildAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let root: Caller;
let maker: Caller;
let colleague: Caller;
let neighbour: Caller;
/** Logins of a sub-publisher, an advertiser and the SDK of the creator's account, and one of its managers. */
let partners: Caller[];
let manager: Caller;

beforeAll(async () => {
  api = await startTestApi();
  root = await api.signIn('super');
  const own = await buildAccount(api, 'Acme');
  maker = await api.signIn(own.logins.demand);
  const other = { name: 'Colleague', login: 'colleague', password, type: 'demand', demandId: own.demandId };
  await root('POST', '/api/users', other);
  colleague = await api.signIn('colleague');
  const { sub, adv, sdk } = own.logins;
  partners = await Promise.all([sub, adv, sdk].map((login) => api.signIn(login)));
  manager = await api.signIn('Acme-manager');
  neighbour = await api.signIn((await buildAccount(api, 'Other')).logins.demand);
});

afterAll(() => api.close());

const view = { page: '/tags', name: 'Paused', search: 'status=paused&sort=name' };
const save = (call: Caller, more: object = {}) => call('POST', '/api/views', { ...view, ...more });
const listOf = async (call: Caller, page = '/tags') =>
  (await call('GET', `/api/views?page=${page}`)).body as SavedView[];
const namesOf = async (call: Caller, page?: string) => (await listOf(call, page)).map(({ name }) => name);
const pathsOf = (answer: ApiResponse) => (answer.body as ProblemResponse).problems.map(({ path }) => path);

describe('saved views', () => {
  test('belong to their creator and their page', async () => {
    const saved = await save(maker);
    expect(saved.status).toBe(201);
    expect(saved.body).toEqual({ id: idOf(saved), ...view, isShared: false, isOwn: true });
    expect(await namesOf(maker)).toEqual(['Paused']);
    expect(await namesOf(maker, '/channels')).toEqual([]);
    expect(await namesOf(colleague)).toEqual([]);
  });

  test('are visible to the other users of the account when shared, and to no other account', async () => {
    await save(maker, { name: 'For all', isShared: true });
    const [shared] = await listOf(colleague);
    expect(shared).toMatchObject({ name: 'For all', isShared: true, isOwn: false });
    expect(await namesOf(neighbour)).toEqual([]);
    expect(await namesOf(root)).toEqual([]);
    const refused = await colleague('DELETE', `/api/views/${shared?.id}`);
    expect(refused.status).toBe(404);
    expect(await namesOf(maker)).toContain('For all');
  });

  test('are shared among the users of the account, and with none of its partners', async () => {
    await save(maker, { page: '/channels', name: 'Of the account', isShared: true });
    expect(await namesOf(manager, '/channels')).toEqual(['Of the account']);
    for (const partner of partners) {
      expect(await namesOf(partner, '/channels')).toEqual([]);
      const refused = await save(partner, { page: '/channels', name: 'Of a partner', isShared: true });
      expect([refused.status, ...pathsOf(refused)]).toEqual([422, 'isShared']);
      await save(partner, { page: '/channels', name: 'A partner’s own' });
      expect(await namesOf(partner, '/channels')).toEqual(['A partner’s own']);
    }
    expect(await namesOf(maker, '/channels')).toEqual(['Of the account']);
  });

  test('of the same name replace each other, regardless of case', async () => {
    await save(maker, { page: '/deals', name: 'Mine' });
    const again = await save(maker, { page: '/deals', name: 'MINE', search: 'status=all' });
    expect(again.status).toBe(201);
    expect(await listOf(maker, '/deals')).toMatchObject([{ name: 'MINE', search: 'status=all' }]);
  });

  test('are deleted by their creator', async () => {
    const id = idOf(await save(maker, { page: '/ivts' }));
    expect((await maker('DELETE', `/api/views/${id}`)).status).toBe(200);
    expect(await namesOf(maker, '/ivts')).toEqual([]);
    expect((await maker('DELETE', `/api/views/${id}`)).status).toBe(404);
  });

  test('cannot be shared by a user without an account', async () => {
    const answer = await save(root, { isShared: true });
    expect(answer.status).toBe(422);
    expect(pathsOf(answer)).toEqual(['isShared']);
    expect((await save(root)).status).toBe(201);
  });

  test('report every fault of an invalid view', async () => {
    const answer = await save(maker, { page: '/nowhere', name: ' ', search: '?q=x', isShared: 'yes' });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer).toSorted()).toEqual(['isShared', 'name', 'page', 'search']);
    expect((await maker('GET', '/api/views?page=tags')).status).toBe(400);
    expect((await maker('GET', '/api/views')).status).toBe(400);
  });

  test('are limited in number, and the last one can still be replaced', async () => {
    for (let index = 0; index < 100; index += 1) {
      expect((await save(colleague, { page: '/creatives', name: `View ${index}` })).status).toBe(201);
    }
    expect((await save(colleague, { page: '/creatives', name: 'One more' })).status).toBe(422);
    expect((await save(colleague, { page: '/creatives', name: 'View 7', search: '' })).status).toBe(201);
    expect((await save(colleague, { page: '/tags', name: 'Elsewhere' })).status).toBe(201);
  });
});
