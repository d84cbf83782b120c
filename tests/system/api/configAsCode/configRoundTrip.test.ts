import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ChangeSetResponse, RowChange } from '#api/changes/changeContract.ts';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import { idOf, password, startTestApi, type Caller, type TestApi } from '../startTestApi.ts';
import { randomIntegers } from '../entities/randomIntegers.ts';

type Item = Record<string, unknown>;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ edition: 'V2V' });
});

afterAll(() => api.close());

/** An empty account with a sellers.json of its own: in one file, no two accounts may name the same seller. */
async function emptyAccount(name: string): Promise<Caller> {
  const root = await api.signIn('super');
  const demandId = idOf(await root('POST', '/api/demands', { name, showDsp: true, domain: `ads.${name}.example` }));
  idOf(await root('POST', '/api/users', { name, login: name, password, type: 'demand', demandId }));
  return api.signIn(name);
}

/** Texts that YAML could parse as another type. */
const unusualTexts = [
  'plain',
  'yes',
  'null',
  '~',
  '1.10',
  '007',
  '0x1F',
  '2026-01-01',
  '- a list',
  'key: value',
  '# no comment',
  'quotes " and \' and \\',
  '*alias & anchor',
  'Ünïcode – 漢字 🙂',
  'first line\nsecond line\n\n  indented',
  'Windows\r\nline ends\r\n',
  `a long line ${'of words '.repeat(40)}`,
  '<xml attr="1">&amp;</xml>',
  '{ "json": [1, 2] }',
  '@name',
  'C1 \u0085\u009B and DEL \u007F',
  'line\u2028and paragraph\u2029',
  '\uFEFFmarked\uFFFE\uFFFF\u0001',
];

const vast = (system: string) =>
  `<VAST version="3.0">\n\t<Ad id="1">\r\n    <InLine><AdSystem>${system}</AdSystem><AdTitle>a</AdTitle><Impression/><Creatives/></InLine>\n  </Ad>\n\n</VAST>`;

/** The changes that create a random account, and the members of its lists by list index. */
function randomAccount(seed: number) {
  const below = randomIntegers(seed);
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const some = <T>(values: readonly T[], most: number): T[] => {
    const chosen = new Set(Array.from({ length: below(most + 1) }, () => one(values)));
    return values.length === 0 ? [] : [...chosen];
  };
  const changes: RowChange[] = [];
  const members = new Map<number, string[]>();
  const refs: Record<string, string[]> = {};
  const add = (entity: RowChange['entity'], count: number, values: (index: number) => Item) => {
    for (let index = 0; index < count; index += 1) {
      const ref = `${entity}${index}`;
      changes.push({ entity, action: 'create', ref, values: values(index) });
      (refs[entity] ??= []).push(`@${ref}`);
    }
  };
  const name = (index: number) => `${one(unusualTexts).replace(/\s+/g, ' ').trim().slice(0, 60)} ${index}`;
  const usd = () => `${below(900)}.${String(below(10_000)).padStart(4, '0')}`;
  const status = () => one([1, 1, 1, 0]);
  add('appList', 3, (index) => ({
    name: name(index),
    kind: 'domain',
    mode: one(['allow', 'block']),
    status: status(),
  }));
  add('creList', 2, (index) => ({ name: name(index), description: one(unusualTexts).slice(0, 400) }));
  add('pubList', 2, (index) => ({ name: name(index) }));
  for (const [place, { entity }] of changes.entries()) {
    const member = (at: number) => (entity === 'appList' ? `site${at}.example` : String(at).padStart(6, '0'));
    const size = one([1, 3, 40, 1001]);
    members.set(
      place,
      Array.from({ length: size }, (_, at) => member(at)),
    );
  }
  add('targeting', 3, (index) => ({
    name: name(index),
    countries: some(['US', 'CA', 'DE', 'NO'], 3),
    cities: some(unusualTexts.slice(0, 8), 3),
    postalCodes: some(['01067', '10115', 'SW1A 1AA'], 2),
    dmas: some(['501', '602'], 2),
    hours: some([0, 5, 167], 3).toSorted((a, b) => a - b),
    notes: one(unusualTexts),
    status: status(),
  }));
  add('ivt', 2, (index) => ({
    name: name(index),
    url: `https://pixel.example/${index}?a=b#c`,
    percent: below(10_001) / 100,
  }));
  const restricted = () => ({
    targetingIds: some(refs['targeting'] ?? [], 2),
    appListIds: some(refs['appList'] ?? [], 2),
    pubListIds: some(refs['pubList'] ?? [], 2),
    creListIds: some(refs['creList'] ?? [], 2),
  });
  add('advertiser', 4, (index) => ({
    name: name(index),
    notes: one(unusualTexts),
    contacts: some([{ type: 'billing', firstName: one(unusualTexts).slice(0, 5), contactEmail: 'a@b.example' }], 1),
    ...restricted(),
  }));
  add('subpublisher', 3, (index) => ({
    name: name(index),
    costModel: 'cpm',
    costCpm: usd(),
    sellersJson: {
      type: 'BOTH',
      name: one(['', 'Seller']),
      id: one(['', `seller-${index}`]),
      status: one([0, 1]),
      confidential: 0,
    },
    ...restricted(),
  }));
  add('tag', 12, (index) => {
    const isStored = below(3) === 0;
    return {
      name: name(index),
      advertiserId: one(refs['advertiser'] ?? []),
      source: isStored ? 'stored' : 'url',
      url: isStored ? '' : `https://ads.example/vast?cb=[CACHEBUSTING]&x={y}: z#${index}`.replace(' ', ''),
      vastXml: isStored ? vast(one(['a', 'b'])) : '',
      rate: usd(),
      spendPerDay: one([null, usd()]),
      impsPerDay: one([null, 1 + below(1000)]),
      startsOn: one([null, '2026-02-01']),
      notes: one(unusualTexts),
      ivtIds: some(refs['ivt'] ?? [], 2),
      status: status(),
      ...restricted(),
    };
  });
  add('channel', 5, (index) => ({
    name: name(index),
    subpublisherId: one([null, ...(refs['subpublisher'] ?? [])]),
    answerVersion: one(['auto', '4.2', '3.0']),
    costShare: below(10_001) / 100,
    floor: usd(),
    ...restricted(),
  }));
  for (const channelId of refs['channel'] ?? []) {
    for (const tagId of some(refs['tag'] ?? [], 6)) {
      changes.push({
        entity: 'waterfallRow',
        action: 'create',
        values: { channelId, tagId, tier: 1 + below(3), weight: 1 + below(100), floor: one([null, usd()]) },
      });
    }
  }
  add('supplier', 2, (index) => ({ name: name(index), notes: one(unusualTexts) }));
  add('adexchange', 1, (index) => ({
    name: name(index),
    endpoint: 'https://buyer.example/bid',
    supplierIds: some(refs['supplier'] ?? [], 2),
    margin: below(9001) / 100,
    spendPerDay: one([null, usd()]),
  }));
  add('deal', 2, (index) => ({
    name: name(index),
    dealId: `0${index}`,
    supplierId: one(refs['supplier'] ?? []),
    floor: usd(),
  }));
  add('campaign', 2, (index) => {
    const dealIds = some(refs['deal'] ?? [], 2);
    return {
      name: name(index),
      dealIds,
      dealBids: Object.fromEntries(dealIds.map((ref) => [ref, usd()])),
      advertiserId: one(refs['advertiser'] ?? []),
      startDate: '2026-03-01',
      bid: usd(),
      spendTotal: one([null, '2500.00']),
      frequencies: [{ imps: 3, per: 24, unit: 'hours', by: 'device' }],
      multipliers: [{ dimension: 'country', value: 'DE', factor: one([0, 0.5, 1.75]) }],
      supplierIds: some(refs['supplier'] ?? [], 2),
      ...restricted(),
    };
  });
  add('creative', 2, (index) => ({
    name: name(index),
    advertiserId: one(refs['advertiser'] ?? []),
    type: 'tag',
    markup: `<a href="\${CLICK_URL}">${one(unusualTexts)}</a>`,
    width: 300,
    height: 250,
    categories: ['IAB1-5'],
    attributes: ['1', '16'],
  }));
  return { changes, members };
}

const paths: Partial<Record<RowChange['entity'], string>> = {
  appList: 'applists',
  creList: 'crelists',
  pubList: 'publists',
};

async function build(call: Caller, seed: number): Promise<void> {
  const { changes, members } = randomAccount(seed);
  // Targetings may not refer to empty lists, so they refer to none here; members are added afterwards.
  const made = await call('POST', '/api/changes', { changes });
  expect(made.status, made.text).toBe(200);
  for (const { index, entity, id } of (made.body as ChangeSetResponse).results) {
    const lines = members.get(index);
    if (!lines) continue;
    const path = `/api/demand/${paths[entity]}/${id}/members`;
    const added = await call('POST', path, lines.join('\n'), { 'content-type': 'text/plain' });
    expect(added.status, added.text).toBe(200);
  }
}

const exported = async (call: Caller) => (await call('GET', '/api/config.yaml')).text;
const send = async (call: Caller, text: string, query: string) => {
  const answer = await call('POST', `/api/config?${query}`, text, { 'content-type': 'application/yaml' });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ConfigResponse;
};

/** A document without ids, and without members that are only counted. */
function withoutIds(text: string): Record<string, unknown> {
  const document = parse(text) as Record<string, Item[]>;
  for (const items of Object.values(document)) {
    if (!Array.isArray(items)) continue;
    for (const item of items) {
      delete item['id'];
      delete item['memberCount'];
      if (Array.isArray(item['members']) && item['members'].length === 0) delete item['members'];
    }
  }
  return document;
}

describe.each([1, 2, 3, 4])('a random account (%i)', (seed) => {
  let call: Caller;
  let text: string;

  beforeAll(async () => {
    call = await emptyAccount(`random-${seed}`);
    await build(call, seed);
    text = await exported(call);
  });

  test('equals its document', async () => {
    expect(await send(call, text, 'isDryRun=true')).toMatchObject({ batch: null, changes: [], problems: [] });
    expect(await send(call, text, '')).toMatchObject({ batch: null, changes: [], problems: [] });
    expect(await exported(call)).toBe(text);
  });

  test('is recreated in an empty account, and all of it can be undone at once', async () => {
    const second = await emptyAccount(`copy-${seed}`);
    const document = withoutIds(text);
    const plan = await send(second, stringify(document), 'isDryRun=true');
    expect(plan.problems).toEqual([]);
    const done = await send(second, stringify(document), `previewDigest=${plan.previewDigest}`);
    expect(done.changes.length).toBe(plan.changes.length);
    expect(withoutIds(await exported(second))).toEqual(document);
    const undone = await second('POST', `/api/changes/${done.batch}/undo`);
    expect(undone.status, undone.text).toBe(200);
    const { bidhouse, ...parts } = parse(await exported(second)) as Record<string, Item[]>;
    expect([bidhouse, ...Object.values(parts).flat()]).toEqual([1]);
  });

  test('is restored from another state of its document, with its members, and back again', async () => {
    const other = parse(text) as Record<string, Item[]>;
    const below = randomIntegers(seed + 100);
    for (const [part, items] of Object.entries(other)) {
      // Referenced objects stay.
      if (!Array.isArray(items) || !['tags', 'channels', 'deals', 'appLists', 'creatives'].includes(part)) continue;
      for (const item of items) if ('members' in item) item['members'] = [`new${below(9)}.example`];
    }
    other['channels'] = (other['channels'] ?? []).slice(1);
    for (const channel of other['channels']) delete channel['waterfall'];
    other['tags'] = (other['tags'] ?? []).filter(() => below(3) > 0);
    const changed = await send(call, stringify(other), '');
    expect(changed.changes.map(({ action }) => action)).toContain('archive');
    expect((await send(call, stringify(other), 'isDryRun=true')).changes).toEqual([]);

    const back = await send(call, text, '');
    expect(parse(await exported(call))).toEqual(parse(text));
    expect((await call('POST', `/api/changes/${back.batch}/undo`)).status).toBe(200);
    expect((await send(call, stringify(other), 'isDryRun=true')).changes).toEqual([]);
    expect((await call('POST', `/api/changes/${changed.batch}/undo`)).status).toBe(200);
    expect(parse(await exported(call))).toEqual(parse(text));
  });
});
