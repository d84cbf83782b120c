import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import { maxWrittenMembers } from '#api/configAsCode/writeDocument.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';

type Item = Record<string, unknown>;
type Document = Record<string, Item[]>;

let api: TestApi;
let account: TestAccount;
let call: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'yaml');
  call = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const read = async (): Promise<Document> => parse((await call('GET', '/api/config.yaml')).text) as Document;
const send = (document: unknown, query = '') =>
  call('POST', `/api/config${query}`, typeof document === 'string' ? document : stringify(document), {
    'content-type': 'application/yaml',
  });
const plan = async (document: unknown) => {
  const answer = await send(document, '?isDryRun=true');
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ConfigResponse;
};

describe('the document of an account', () => {
  test('names objects and their references, and omits defaults', async () => {
    const document = await read();
    expect(document['tags']).toEqual([
      {
        id: account.ids.tag,
        name: 'yaml tag',
        advertiser: 'yaml advertiser',
        url: 'https://ads.example/vast',
        rate: 2.5,
      },
    ]);
    expect(document['channels']?.[0]).toMatchObject({
      subpublisher: 'yaml sub-publisher',
      waterfall: [{ tag: 'yaml tag' }],
    });
    expect(JSON.stringify(document)).not.toContain('password');
  });

  test('changes nothing when it is imported unchanged', async () => {
    const { changes, problems } = await plan((await call('GET', '/api/config.yaml')).text);
    expect([changes, problems]).toEqual([[], []]);
  });

  test('creates, changes and archives as planned; and all of it can be undone', async () => {
    idOf(await call('POST', '/api/demand/advs', { name: 'goes away' }));
    const document = await read();
    document['advertisers'] = (document['advertisers'] ?? []).filter(({ name }) => name !== 'goes away');
    document['advertisers'].push({ name: 'Comes', status: 'paused' });
    const [tag] = document['tags'] ?? [];
    Object.assign(tag ?? {}, { name: 'yaml tag renamed', rate: 3.5 });
    document['tags']?.push({ name: 'Second', advertiser: 'Comes', url: 'https://two.example/' });
    const [channel] = document['channels'] ?? [];
    Object.assign(channel ?? {}, { waterfall: [{ tag: 'yaml tag renamed', tier: 3 }, { tag: 'Second' }] });

    const planned = await plan(document);
    expect(planned.problems).toEqual([]);
    expect(planned.changes.map(({ place, action, name }) => [place, action, name])).toEqual([
      ['advertisers.1', 'create', 'Comes'],
      ['advertisers', 'archive', 'goes away'],
      ['tags.0', 'update', 'yaml tag renamed'],
      ['tags.1', 'create', 'Second'],
      ['channels.0.waterfall.0', 'update', 'yaml tag renamed'],
      ['channels.0.waterfall.1', 'create', 'Second'],
    ]);
    const done = await send(document, `?previewDigest=${planned.previewDigest}`);
    expect(done.status, done.text).toBe(200);
    expect(await plan(document)).toMatchObject({ changes: [], problems: [] });
    expect((await call('GET', `/api/demand/tags/${account.ids.tag}`)).body).toMatchObject({
      name: 'yaml tag renamed',
      rate: '3.50',
    });

    const { batch } = done.body as ConfigResponse;
    expect((await call('POST', `/api/changes/${batch}/undo`)).status).toBe(200);
    const restored = await read();
    expect(restored['tags']).toMatchObject([{ name: 'yaml tag', rate: 2.5 }]);
    expect(restored['advertisers']?.map(({ name }) => name)).toEqual(['yaml advertiser', 'goes away']);
    expect(restored['channels']?.[0]?.['waterfall']).toEqual([{ tag: 'yaml tag' }]);
  });

  test('leaves sections unchanged that it does not have', async () => {
    const before = await read();
    expect((await send({ bidhouse: 1, targetings: [] })).status).toBe(200);
    const after = await read();
    expect(after['targetings']).toEqual([]);
    expect(after['tags']).toEqual(before['tags']);
  });

  test('is refused with every fault at its place, and nothing of it is stored', async () => {
    const before = await read();
    const refused = await send({
      bidhouse: 1,
      advertisers: [...(before['advertisers'] ?? []), { name: '' }],
      tags: [
        ...(before['tags'] ?? []),
        { name: 'bad', advertiser: 'nobody', url: 'ftp://x', rate: -1, colour: 'red' },
        { id: 999_999, name: 'gone' },
      ],
    });
    expect(refused.status).toBe(422);
    const { problems } = refused.body as ConfigResponse;
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['advertisers.2.name', 'tags.1.advertiser', 'tags.1.colour', 'tags.1.url', 'tags.2.id']),
    );
    expect(await read()).toEqual(before);
  });

  test('has the line of every fault in its plan', async () => {
    const text = ['bidhouse: 1', 'advertisers:', '  - name: A', '    colour: red', '  - name: B', '    status: gone'];
    const { problems } = await plan(text.join('\n'));
    expect(problems.map(({ path, line }) => [path, line])).toEqual([
      ['advertisers.0.colour', 4],
      ['advertisers.1.status', 6],
    ]);
  });

  test.each([
    ['tags: [', 'line.1', 1],
    ['# of an account\nbidhouse: 2', 'bidhouse', 2],
    ['# without a form\n\ntags: []', 'bidhouse', 3],
    ['', '', 1],
    ['- a list', '', 1],
    ['bidhouse: 1\ntrains: []', 'trains', 2],
    ['bidhouse: 1\ntags:\n  - name: a\n  - b', 'tags.1', 4],
    ['bidhouse: 1\na: &a [x]\ntags: *a', '', 3],
  ])('that reads %j is refused at %j, on line %i', async (text, path, line) => {
    const answer = await send(text);
    expect([answer.status, answer.body]).toMatchObject([422, { problems: [{ path, line }] }]);
  });
});

describe('an object in a document', () => {
  test('texts, numbers and amounts are taken as written', async () => {
    const items = `bidhouse: 1
targetings:
  - name: 2024
    postalCodes: [01067, 10115]
    dmas: [501]
subpublishers:
  - name: 1.10
    costModel: cpm
    costCpm: 2.5
    costShare: 70.0
`;
    const before = await read();
    const done = await send(items);
    expect(done.status, done.text).toBe(200);
    const after = await read();
    expect(after['targetings']).toMatchObject([{ name: '2024', postalCodes: ['01067', '10115'], dmas: ['501'] }]);
    expect(after['subpublishers']).toMatchObject([{ name: '1.10', costModel: 'cpm', costCpm: 2.5 }]);
    await send({ ...before, bidhouse: 1 });
    expect(await read()).toEqual(before);
  });

  test('money has its cents, markup its lines, and short lists are on one line', async () => {
    const markup = '<VAST version="3.0">\n  <Ad id="1"><InLine><AdSystem>a</AdSystem></InLine></Ad>\n</VAST>';
    const id = idOf(
      await call('POST', '/api/demand/tags', {
        name: 'stored',
        advertiserId: account.ids.advertiser,
        source: 'stored',
        vastXml: markup,
        rate: '3',
        targetingIds: [idOf(await call('POST', '/api/demand/targetings', { name: 'north', countries: ['NO', 'SE'] }))],
      }),
    );
    const { text } = await call('GET', '/api/config.yaml');
    expect(text).toContain(`  - id: ${id}
    name: stored
    advertiser: yaml advertiser
    source: stored
    vastXml: |-
      <VAST version="3.0">
        <Ad id="1"><InLine><AdSystem>a</AdSystem></InLine></Ad>
      </VAST>
    rate: 3.00
    targetings: [ north ]
`);
    expect(text).toContain('countries: [ NO, SE ]');
  });

  test('an archived object is restored by its id, unchanged', async () => {
    const id = idOf(await call('POST', '/api/demand/channels', { name: 'gone for a while' }));
    const { body } = await call('GET', `/api/demand/channels/${id}`);
    const text = (await call('GET', '/api/config.yaml')).text;
    const without = await read();
    without['channels'] = (without['channels'] ?? []).filter((item) => item['id'] !== id);
    expect((await send(without)).status).toBe(200);
    const { changes } = await plan(text);
    expect(changes).toMatchObject([
      { action: 'update', id, fields: [{ field: 'status', from: 'archived', to: 'active' }] },
    ]);
    expect((await send(text)).status).toBe(200);
    expect((await call('GET', `/api/demand/channels/${id}`)).body).toMatchObject({
      uid: (body as { uid: string }).uid,
      status: 1,
    });
  });

  test('two objects swap their names, and a new one takes the name that an old one gives up', async () => {
    for (const name of ['left', 'right']) idOf(await call('POST', '/api/demand/deals', { name, dealId: name }));
    const document = await read();
    const [left, right] = document['deals']?.slice(-2) ?? [];
    Object.assign(left ?? {}, { name: 'right' });
    Object.assign(right ?? {}, { name: 'left' });
    expect((await send(document)).status).toBe(200);
    Object.assign(left ?? {}, { name: 'renamed' });
    document['deals']?.push({ name: 'right', dealId: 'another' });
    const done = await send(document);
    expect(done.status, done.text).toBe(200);
    expect((await read())['deals']?.slice(-3).map(({ name }) => name)).toEqual(['renamed', 'left', 'right']);
  });
});

describe('the members of lists', () => {
  test('come with a new list, which others may reference, and are removed when all is undone', async () => {
    const before = await read();
    const document = {
      bidhouse: 1,
      appLists: [
        ...(before['appLists'] ?? []),
        { name: 'fine', kind: 'domain', members: ['WWW.One.example', 'two.example'] },
      ],
      targetings: [...(before['targetings'] ?? []), { name: 'on them', appLists: ['fine'] }],
    };
    const planned = await plan(document);
    expect(planned.problems).toEqual([]);
    expect(planned.changes[0]?.fields).toContainEqual({ field: 'members', from: 0, to: 2 });
    const done = await send(document, `?previewDigest=${planned.previewDigest}`);
    expect(done.status, done.text).toBe(200);
    expect((await read())['appLists']?.at(-1)).toMatchObject({ members: ['one.example', 'two.example'] });
    expect((await plan(document)).changes).toEqual([]);
    expect((await call('POST', `/api/changes/${(done.body as ConfigResponse).batch}/undo`)).status).toBe(200);
    expect(await read()).toEqual(before);
  });

  test('replace the earlier ones, together with the other changes of the document, and are restored at once', async () => {
    const path = `/api/demand/applists/${account.ids.appList}/members`;
    await call('POST', path, 'one\ntwo', { 'content-type': 'text/plain' });
    const before = await read();
    const document = await read();
    Object.assign(document['appLists']?.[0] ?? {}, { members: ['two', 'three', 'four'], description: 'changed too' });
    const done = (await send(document)).body as ConfigResponse;
    expect(done.changes[0]?.fields).toEqual([
      { field: 'description', from: '', to: 'changed too' },
      { field: 'members', from: 2, to: 3 },
    ]);
    expect((await read())['appLists']?.[0]).toMatchObject({ members: ['four', 'three', 'two'] });
    const undo = await call('POST', `/api/changes/${done.batch}/undo`);
    expect(undo.status, undo.text).toBe(200);
    expect(await read()).toEqual(before);
  });

  test('that are too many are counted and left unchanged, as are those of a list without members in the document', async () => {
    const path = `/api/demand/applists/${account.ids.appList}/members`;
    const many = Array.from({ length: maxWrittenMembers + 1 }, (_, index) => `app${index}`);
    await call('POST', `${path}?mode=replace`, many.join('\n'), { 'content-type': 'text/plain' });
    const document = await read();
    expect(document['appLists']?.[0]).toMatchObject({ memberCount: many.length });
    expect(document['appLists']?.[0]).not.toHaveProperty('members');
    Object.assign(document['appLists']?.[0] ?? {}, { memberCount: 3 });
    expect((await plan(document)).changes).toEqual([]);
    delete document['appLists']?.[0]?.['memberCount'];
    expect((await plan(document)).changes).toEqual([]);
    await call('POST', `${path}?mode=replace`, '', { 'content-type': 'text/plain' });
  });

  test('that are invalid are refused at their place', async () => {
    const { problems } = await plan({
      bidhouse: 1,
      appLists: [{ name: 'bad', kind: 'ip', members: ['192.0.2.0/24', 'nowhere', ''] }],
    });
    expect(problems.map(({ path }) => path)).toEqual(['appLists.0.members.1', 'appLists.0.members.2']);
  });
});

describe('permissions', () => {
  const manager = async (managerRole: string) => {
    const login = `yaml-${managerRole}`;
    const own = await api.signIn(account.logins.demand);
    idOf(await own('POST', '/api/demand/managers', { name: login, login, password, managerRole }));
    return api.signIn(login);
  };

  test('a read-only role has the document and its plan, and cannot apply it', async () => {
    const reader = await manager('readonly');
    const text = (await reader('GET', '/api/config.yaml')).text;
    expect(parse(text)).toEqual(await read());
    const type = { 'content-type': 'application/yaml' };
    expect((await reader('POST', '/api/config?isDryRun=true', text, type)).body).toMatchObject({ problems: [] });
    const other = text.replace('name: yaml tag', 'name: another name');
    expect((await reader('POST', '/api/config?isDryRun=true', other, type)).body).toMatchObject({
      changes: [{ place: 'tags.0', fields: [{ field: 'name' }] }],
      problems: [{ code: 'forbidden', path: 'tags' }],
    });
    expect((await reader('POST', '/api/config', other, type)).status).toBe(422);
    expect(await read()).toEqual(parse(text));
  });

  test('a role for a part of the account is not blocked by unchanged parts', async () => {
    const trafficker = await manager('trafficker');
    const document = await read();
    Object.assign(document['tags']?.[0] ?? {}, { notes: 'from a trafficker' });
    const type = { 'content-type': 'application/yaml' };
    expect((await trafficker('POST', '/api/config', stringify(document), type)).status).toBe(200);
    Object.assign(document['advertisers']?.[0] ?? {}, { notes: 'beyond it' });
    const refused = await trafficker('POST', '/api/config', stringify(document), type);
    expect((refused.body as ConfigResponse).problems).toMatchObject([{ code: 'forbidden', path: 'advertisers' }]);
  });

  test('a role that does not see a part learns so, and sees nothing of it', async () => {
    const finance = await manager('finance');
    const text = (await finance('GET', '/api/config.yaml')).text;
    expect(Object.keys(parse(text) as Document)).toEqual([
      'bidhouse',
      'advertisers',
      'subpublishers',
      'suppliers',
      'adexchanges',
    ]);
    const type = { 'content-type': 'application/yaml' };
    const fullDocument = (await call('GET', '/api/config.yaml')).text;
    const planned = (await finance('POST', '/api/config?isDryRun=true', fullDocument, type)).body as ConfigResponse;
    expect(planned.changes).toEqual([]);
    expect(planned.problems.map(({ path }) => path)).toContain('tags');
  });

  test('nothing is changed when the account has changed since it was read', async () => {
    const document = await read();
    Object.assign(document['tags']?.[0] ?? {}, { notes: 'planned' });
    const { previewDigest } = await plan(document);
    await call('PATCH', `/api/demand/tags/${account.ids.tag}`, { timeoutMs: 1234 });
    const late = await send(document, `?previewDigest=${previewDigest}`);
    expect([late.status, late.body]).toMatchObject([
      409,
      { problems: [{ code: 'changed_since', path: 'previewDigest' }] },
    ]);
    expect((await read())['tags']?.[0]).toMatchObject({ timeoutMs: 1234 });
  });
});
