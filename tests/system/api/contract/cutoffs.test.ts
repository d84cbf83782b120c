import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CutoffEntry } from '#api/cutoffs/cutoffContract.ts';
import { createRole } from '../access/createRole.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let root: Caller;
let alpha: TestAccount;
let bravo: TestAccount;
let own: Caller;
let foreign: Caller;

beforeAll(async () => {
  api = await startTestApi();
  root = await api.signIn('super');
  alpha = await buildAccount(api, 'alpha');
  bravo = await buildAccount(api, 'bravo');
  own = await api.signIn(alpha.logins.demand);
  foreign = await api.signIn(bravo.logins.demand);
});
beforeEach(() => api.sql('delete from cutoffs'));
afterAll(() => api?.close());

async function cutOff(caller: Caller, body: object): Promise<CutoffEntry> {
  const answer = await caller('POST', '/api/cutoffs', { reason: 'redirects', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as CutoffEntry;
}
const listed = async (caller: Caller) => (await caller('GET', '/api/cutoffs')).body as CutoffEntry[];
const statusOf = async (caller: Caller, body: object) =>
  (await caller('POST', '/api/cutoffs', { reason: 'redirects', ...body })).status;

test('an object is cut off in its account, once, with who did it and why, and undone', async () => {
  const { advertiser } = alpha.ids;
  const first = await cutOff(own, { kind: 'advertiser', id: advertiser });
  expect(first).toMatchObject({ kind: 'advertiser', object: String(advertiser), reason: 'redirects', canUndo: true });
  expect(first.name).not.toBe('');
  expect((await cutOff(own, { kind: 'advertiser', id: advertiser, reason: 'again' })).id).toBe(first.id);
  expect(await listed(own)).toEqual([first]);
  expect(await listed(foreign)).toEqual([]);
  expect((await foreign('DELETE', `/api/cutoffs/${first.id}`)).status).toBe(404);
  expect((await own('DELETE', `/api/cutoffs/${first.id}`)).status).toBe(200);
  expect((await own('DELETE', `/api/cutoffs/${first.id}`)).status).toBe(404);
  expect(await listed(own)).toEqual([]);
  const { rows } = (await own('GET', '/api/log')).body as {
    rows: { action: string; entity: string; fields: object[] }[];
  };
  const entries = rows.filter(({ action }) => action.startsWith('cutOff'));
  expect(entries.map(({ action, entity }) => `${entity} ${action}`)).toEqual([
    'advertiser cutOffUndone',
    'advertiser cutOff',
  ]);
});

test('a text is cut off in the account, or by a super admin in all accounts, which see it without the name', async () => {
  const domain = await cutOff(own, { kind: 'domain', text: ' WWW.Brand.Example ' });
  expect(domain).toMatchObject({ demandId: alpha.demandId, object: 'brand.example', name: '' });
  const seat = await cutOff(root, { kind: 'seat', text: 'S9' });
  expect(seat).toMatchObject({ demandId: null, object: 'S9', canUndo: true });
  expect(seat.cutBy).not.toBe('');
  const seen = await listed(own);
  expect(seen.map(({ object, cutBy, canUndo }) => [object, cutBy === '', canUndo])).toEqual([
    ['S9', true, false],
    ['brand.example', false, true],
  ]);
  expect((await listed(foreign)).map(({ object }) => object)).toEqual(['S9']);
  expect((await own('DELETE', `/api/cutoffs/${seat.id}`)).status).toBe(403);
  expect((await root('DELETE', `/api/cutoffs/${domain.id}`)).status).toBe(200);
});

test('an object that a super admin has cut off is not brought back by its account', async () => {
  const { creative } = alpha.ids;
  const ours = await cutOff(own, { kind: 'creative', id: creative });
  expect(await cutOff(root, { kind: 'creative', id: creative })).toMatchObject({ id: ours.id, canUndo: true });
  const [seen] = (await listed(own)).filter(({ kind }) => kind === 'creative');
  expect(seen).toMatchObject({ id: ours.id, cutBy: '', canUndo: false });
  expect((await own('DELETE', `/api/cutoffs/${ours.id}`)).status).toBe(403);
  expect((await root('DELETE', `/api/cutoffs/${ours.id}`)).status).toBe(200);
});

test('a manager sees the cut-offs of what its custom role may read', async () => {
  const { tag, subpublisher } = alpha.ids;
  await cutOff(own, { kind: 'tag', id: tag });
  const ofSupply = await cutOff(own, { kind: 'subpublisher', id: subpublisher });
  const ofDomain = await cutOff(own, { kind: 'domain', text: 'brand.example' });
  const kindsOf = async (caller: Caller) => (await listed(caller)).map(({ kind }) => kind);
  expect(await kindsOf(own)).toEqual(['domain', 'subpublisher', 'tag']);
  const buyer = await createRole(api, own, { demand: 'read' });
  expect(await kindsOf(buyer.caller)).toEqual(['domain', 'tag']);
  expect((await buyer.caller('DELETE', `/api/cutoffs/${ofSupply.id}`)).status).not.toBe(200);
  const both = await createRole(api, own, { demand: 'write', supply: 'read' });
  expect(await kindsOf(both.caller)).toEqual(['domain', 'subpublisher', 'tag']);
  expect((await both.caller('DELETE', `/api/cutoffs/${ofSupply.id}`)).status).toBe(403);
  const changer = await createRole(api, own, { demand: 'write' });
  expect((await changer.caller('DELETE', `/api/cutoffs/${ofSupply.id}`)).status).toBe(404);
  expect((await changer.caller('DELETE', `/api/cutoffs/${ofDomain.id}`)).status).toBe(200);
});

test('objects of other accounts, other roles, and invalid values are rejected', async () => {
  expect(await statusOf(own, { kind: 'advertiser', id: bravo.ids.advertiser })).toBe(404);
  expect(await statusOf(own, { kind: 'supplier', id: 2_000_000_000 })).toBe(404);
  expect(await statusOf(own, { kind: 'domain', text: 'not a domain' })).toBe(422);
  expect(await statusOf(own, { kind: 'domain', text: '' })).toBe(400);
  expect(await statusOf(own, { kind: 'crid', text: 'x'.repeat(201) })).toBe(400);
  expect(await statusOf(own, { kind: 'crid', text: 'x', reason: ' ' })).toBe(400);
  expect(await statusOf(own, { kind: 'crid', id: 3 })).toBe(400);
  expect(await statusOf(own, { kind: 'channel', id: 3 })).toBe(400);
  for (const login of [alpha.logins.adv, alpha.logins.sub]) {
    const partner = await api.signIn(login);
    expect(await statusOf(partner, { kind: 'crid', text: 'x' })).toBe(403);
    expect((await partner('GET', '/api/cutoffs')).status).toBe(403);
  }
  expect(await listed(own)).toEqual([]);
});

test('ad serving gets it with the changes of the feed, and with its checkpoint', async () => {
  const version = await api.deps.entities.version();
  const { id } = await cutOff(root, { kind: 'crid', text: 'bad-1' });
  const row = { id, demandId: null, kind: 'crid', object: 'bad-1' };
  const message = { type: 'row', entity: 'cutoff', id, row };
  expect(await api.deps.entities.readChangesSince(version)).toMatchObject({ rows: [message] });
  expect((await api.deps.entities.checkpoint()).rows).toContainEqual(message);
  await root('DELETE', `/api/cutoffs/${id}`);
  expect(await api.deps.entities.readChangesSince(version + 1)).toMatchObject({ rows: [{ ...message, row: null }] });
});
