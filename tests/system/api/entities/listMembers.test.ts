import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MemberReport } from '#model/lists/listMembers.ts';
import { headBytes, memberBytes, readHead } from '#engine/lists/listContents.ts';
import { controlAuthorization } from '#runtime/control/controlToken.ts';
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
let account: TestAccount;
let call: Caller;
let address: string;
let made = 0;

beforeAll(async () => {
  api = await startTestApi({ edition: 'V2V' });
  account = await buildAccount(api, 'alpha');
  call = await api.signIn(account.logins.demand);
  address = await api.listen();
});

afterAll(() => api.close());

async function newList(path: 'applists' | 'crelists' | 'publists', values: object = {}, caller = call) {
  made += 1;
  return `/api/demand/${path}/${idOf(await caller('POST', `/api/demand/${path}`, { name: `list ${made}`, ...values }))}`;
}

const send = (
  list: string,
  text: string,
  query = '',
  contentType = 'text/plain; charset=utf-8',
): Promise<ApiResponse> => call('POST', `${list}/members${query}`, text, { 'content-type': contentType });

async function report(list: string, text: string, query = '', contentType?: string): Promise<MemberReport> {
  const answer = await send(list, text, query, contentType);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as MemberReport;
}

async function membersOf(list: string): Promise<string[]> {
  const { rows } = (await call('GET', `${list}/members?size=1000`)).body as { rows: { value: string }[] };
  return rows.map(({ value }) => value);
}

describe('lines that are sent to a list', () => {
  test('are parsed as members, and invalid ones are reported with their line', async () => {
    const list = await newList('applists', { kind: 'domain' });
    const text = 'https://www.Example.com/path\n\nnews.example.com\nexample.com\nnot a domain\n10.0.0.1\n';
    const result = await report(list, text);
    expect(result).toEqual({
      mode: 'add',
      isDryRun: false,
      read: 5,
      duplicates: 1,
      added: 2,
      removed: 0,
      unchanged: 0,
      invalid: 2,
      badLines: [
        { line: 5, text: 'not a domain', message: 'Not a domain' },
        { line: 6, text: '10.0.0.1', message: 'Not a domain' },
      ],
      total: 2,
      entry: result.entry,
    });
    expect(await membersOf(list)).toEqual(['example.com', 'news.example.com']);
    expect((await call('GET', list)).body).toMatchObject({ appCount: 2, version: 2 });
  });

  test('may be the first column of CSV, whose heading is not a member', async () => {
    const list = await newList('applists');
    await report(list, 'bundle;name\r\n"com.example.one";One\r\ncom.example.two;Two\r\n', '', 'text/csv');
    expect(await membersOf(list)).toEqual(['com.example.one', 'com.example.two']);
  });

  test('name creatives as responses do, and publishers as they are', async () => {
    const creatives = await newList('crelists');
    await report(creatives, 'https://CDN.example/a.mp4?cb=1\n//cdn.example/a.mp4\nCR-7');
    expect(await membersOf(creatives)).toEqual(['CR-7', 'cdn.example/a.mp4']);
    const publishers = await newList('publists');
    await report(publishers, 'Pub-1\npub-1');
    expect(await membersOf(publishers)).toEqual(['Pub-1', 'pub-1']);
  });

  test('are only checked in a dry run', async () => {
    const list = await newList('publists');
    await report(list, 'a\nb');
    expect(await report(list, 'b\nc\n', '?mode=replace&isDryRun=true')).toMatchObject({
      isDryRun: true,
      added: 1,
      removed: 1,
      unchanged: 1,
      total: 2,
      entry: null,
    });
    expect(await membersOf(list)).toEqual(['a', 'b']);
  });

  test('have at most a hundred reported faults, and a count of all', async () => {
    const list = await newList('applists', { kind: 'ip' });
    const result = await report(list, Array.from({ length: 250 }, (_, index) => `x${index}`).join('\n'));
    expect(result).toMatchObject({ read: 250, invalid: 250, added: 0, entry: null });
    expect(result.badLines).toHaveLength(100);
    expect(result.badLines[99]).toMatchObject({ line: 100 });
  });

  test('may be empty, which empties a list that they replace', async () => {
    const list = await newList('publists');
    await report(list, 'a\nb');
    expect(await report(list, '')).toMatchObject({ read: 0, added: 0, total: 2 });
    expect(await report(list, '', '?mode=replace')).toMatchObject({ removed: 2, total: 0 });
    expect((await call('GET', list)).body).toMatchObject({ pubCount: 0, membersHash: '' });
  });

  test('are refused in formats other than text, and with unknown modes', async () => {
    const list = await newList('publists');
    const json = await call('POST', `${list}/members`, { items: ['a'] });
    expect([json.status, problemsOf(json)]).toEqual([415, [': unsupported_media_type']]);
    expect(json.text).toContain('The body must be text/plain or text/csv');
    const mode = await send(list, 'a', '?mode=merge&isDryRun=maybe&x=1');
    expect(mode.status).toBe(400);
    expect(problemsOf(mode)).toEqual(['mode: invalid_value', 'isDryRun: invalid_value', 'x: unknown_field']);
    expect(await membersOf(list)).toEqual([]);
  });
});

test('a change of members is in the log and can be undone once', async () => {
  const list = await newList('applists');
  await report(list, 'com.example.a\ncom.example.b');
  const { entry } = await report(list, 'com.example.b\ncom.example.c', '?mode=replace');
  const undone = await call('POST', `${list}/members/undo`, { entry });
  expect(undone.status, undone.text).toBe(200);
  expect(undone.body).toMatchObject({ added: 1, removed: 1, total: 2 });
  expect(await membersOf(list)).toEqual(['com.example.a', 'com.example.b']);
  const again = await call('POST', `${list}/members/undo`, { entry });
  expect([again.status, problemsOf(again)]).toEqual([409, ['entry: changed_since']]);
  const other = await newList('applists');
  expect((await call('POST', `${other}/members/undo`, { entry })).status).toBe(422);
  const log = await call('GET', `/api/log?entity=appList&rowId=${list.split('/').at(-1)}`);
  const { rows } = log.body as { rows: { id: number; source: string; revertOf: number | null; fields: unknown }[] };
  expect(rows.map(({ source, revertOf }) => [source, revertOf])).toEqual([
    ['revert', entry],
    ['console', null],
    ['console', null],
    ['console', null],
  ]);
  const reverted = await call('POST', `/api/log/${rows[0]?.id}/revert`);
  expect([reverted.status, reverted.body]).toMatchObject([200, { entity: 'appList' }]);
  expect(await membersOf(list)).toEqual(['com.example.b', 'com.example.c']);
  expect((await call('POST', `/api/log/${rows[0]?.id}/revert`)).status).toBe(409);
  expect(rows[1]?.fields).toEqual([{ field: 'members', from: { count: 2 }, to: { count: 2, added: 1, removed: 1 } }]);
});

test('members are paged, searched, sorted and downloaded', async () => {
  const list = await newList('publists', { name: 'Ours / 2026' });
  await report(list, Array.from({ length: 120 }, (_, index) => `pub-${String(index).padStart(3, '0')}`).join('\n'));
  expect((await call('GET', `${list}/members?page=3&size=50&sort=-value`)).body).toMatchObject({
    rows: Array.from({ length: 20 }, (_, index) => ({ value: `pub-${String(19 - index).padStart(3, '0')}` })),
    total: 120,
  });
  expect((await call('GET', `${list}/members?q=PUB-11`)).body).toMatchObject({ total: 10 });
  const file = await call('GET', `${list}/members.txt`);
  expect(file.headers['content-type']).toContain('text/plain');
  expect(file.headers['content-disposition']).toContain('Ours - 2026.txt');
  expect(file.text.split('\n').filter(Boolean)).toHaveLength(120);
  expect((await call('GET', `${list}/members?size=5000`)).status).toBe(400);
});

test('[LIST-01] the shared lists count the members', async () => {
  const creatives = await newList('crelists');
  await report(creatives, 'a\nb\nc');
  const publishers = await newList('publists');
  await report(publishers, 'a');
  const idOfList = (list: string) => Number(list.split('/').at(-1));
  const named = async (path: string, list: string) =>
    ((await call('GET', path)).body as { id: number }[]).find(({ id }) => id === idOfList(list));
  expect(await named('/api/demand/crelists/list', creatives)).toMatchObject({ creCount: 3 });
  expect(await named('/api/demand/publists/list', publishers)).toMatchObject({ pubCount: 1 });
});

test('platform lists are read by accounts and only changed by the operator', async () => {
  const root = await api.signIn('super');
  const list = await newList('applists', {}, root);
  const added = await root('POST', `${list}/members`, 'com.example.a', { 'content-type': 'text/plain' });
  expect(added.body).toMatchObject({ added: 1 });
  expect(await membersOf(list)).toEqual(['com.example.a']);
  const refused = await send(list, 'com.example.b');
  expect([refused.status, problemsOf(refused)]).toEqual([422, [': read_only']]);
  const { entry } = added.body as MemberReport;
  expect((await call('POST', `${list}/members/undo`, { entry })).status).toBe(422);
  expect(await membersOf(list)).toEqual(['com.example.a']);
});

test('a truncated body changes nothing', async () => {
  const list = await newList('publists');
  const signedIn = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ login: account.logins.demand, password }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const upload = request(`${address}${list}/members`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'content-length': 1000, origin: address, cookie },
  });
  const failed = once(upload, 'error');
  upload.write('a\nb\n');
  const isStaged = async () =>
    (await api.sql(`select 1 from pg_tables where tablename like 'list_import%'`)).length > 0;
  await expect.poll(isStaged).toBe(true);
  upload.destroy(new Error('gone'));
  await failed;
  await expect.poll(isStaged).toBe(false);
  expect(await membersOf(list)).toEqual([]);
  expect((await call('GET', list)).body).toMatchObject({ pubCount: 0, version: 1 });
});

describe('serving reads the members of a list', () => {
  const read = (path: string) => api.control('GET', path);

  test('by the digest in its row, and only with the right token', async () => {
    const list = await newList('publists');
    await report(list, 'a\nb\nc');
    const { id, membersHash } = (await call('GET', list)).body as { id: number; membersHash: string };
    const path = `/internal/lists/pubList/${id}/${membersHash}`;
    expect((await api.control('GET', path, undefined, { authorization: '' })).status).toBe(401);
    const answer = await fetch(`${await api.listenForControl()}${path}`, {
      headers: { authorization: controlAuthorization(api.deps.config.secret) },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(readHead(bytes)).toBe(3);
    expect(bytes.length).toBe(headBytes + 3 * memberBytes + 4);
    expect((await read(`/internal/lists/pubList/${id}/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await read(`/internal/lists/appList/${id}/${membersHash}`)).status).toBe(404);
    expect((await read(`/internal/lists/tag/${id}/${membersHash}`)).status).toBe(400);
  });
});
