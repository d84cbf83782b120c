import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEntities } from '#api/changes/setEntities.ts';
import type { ImportResponse } from '#api/csv/csvContract.ts';
import { parseCsv } from '#api/csv/parseCsv.ts';
import { hasPart, isAllowed, type EntityName } from '#model/index.ts';
import { fullOrReduced } from '../../../support/fullOrReduced.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { randomIntegers } from './randomIntegers.ts';

let api: TestApi;
let account: TestAccount;
let other: TestAccount;
let call: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'csv');
  other = await buildAccount(api, 'others');
  call = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const csv = { 'content-type': 'text/csv' };
const send = (path: string, text: string, query = '') => call('POST', `/api/${path}/import${query}`, text, csv);
const dryRun = async (path: string, text: string) => importResult(await send(path, text, '?isDryRun=true'));
const undo = (batch: number | null) => call('POST', `/api/changes/${batch}/undo`);

function importResult(answer: ApiResponse): ImportResponse {
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ImportResponse;
}

async function exported(path: string, query = ''): Promise<string> {
  const answer = await call('GET', `/api/${path}/export.csv?columns=all&headings=fields${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
}

async function makeTags(names: readonly string[], more: object = {}): Promise<number[]> {
  const changes = names.map((name) => ({
    entity: 'tag',
    action: 'create',
    values: { name, advertiserId: account.ids.advertiser, url: 'https://ads.example/', ...more },
  }));
  const { results } = (await call('POST', '/api/changes', { changes })).body as { results: { id: number }[] };
  return results.map(({ id }) => id);
}

describe('[START-03] addresses of pages in fields of domains', () => {
  test('become domains by CSV and by calls; a line that is none is refused before anything is saved', async () => {
    const channel = account.ids.channel;
    const file = (domains: string) => `id,blockedAdomains\n${channel},${domains}\n`;
    const refused = await send('demand/channels', file('https://www.Brand.example/shop|10.0.0.1'));
    expect(problemsOf(refused)).toEqual(['lines.2.blockedAdomains: invalid_format']);
    const blocked = async () =>
      ((await call('GET', `/api/demand/channels/${channel}`)).body as { blockedAdomains: string[] }).blockedAdomains;
    expect(await blocked()).toEqual([]);
    importResult(await send('demand/channels', file('https://www.Brand.example/shop|rival.example.')));
    expect(await blocked()).toEqual(['brand.example', 'rival.example']);
    const subpublisher = `/api/demand/subs/${account.ids.subpublisher}`;
    const changed = await call('PATCH', subpublisher, { domain: 'https://www.Bücher.example:8443/' });
    expect(changed.body).toMatchObject({ domain: 'xn--bcher-kva.example' });
    const bad = await call('PATCH', subpublisher, { domain: 'no domain' });
    expect(problemsOf(bad)).toMatchObject([expect.stringContaining('domain: ')]);
    const pages = ['https://brand.example/shoes', 'https://www.brand.example/hats'];
    const merged = await call('PATCH', `/api/demand/channels/${channel}`, { blockedAdomains: pages });
    expect(merged.body).toMatchObject({ blockedAdomains: ['brand.example'] });
    const long = { blockedAdomains: [`${'é'.repeat(200_000)}.example`] };
    const tooLong = await call('PATCH', `/api/demand/channels/${channel}`, long);
    expect([tooLong.status, problemsOf(tooLong)]).toEqual([
      400,
      ['blockedAdomains.0: too_big', 'blockedAdomains.0: invalid_format'],
    ]);
  });

  test('become bundles of apps of the SDK, and domains of those for the web; others are refused with their line', async () => {
    const sdk = await api.signIn(account.logins.sdk);
    const load = (...rows: string[]) =>
      sdk('POST', '/api/sdk/apps/import', ['name,platform,bundle', ...rows].join('\n'), csv);
    const store = 'https://play.google.com/store/apps/details?id=com.example.stored&hl=en';
    const refused = await load(`stored,android,${store}`, 'page,android,https://www.apple.com/app/id12');
    expect(problemsOf(refused)).toEqual(['lines.3.bundle: invalid_bundle']);
    importResult(await load(`stored,android,${store}`, 'page,web,https://www.Recipes.example/start'));
    const { rows } = (await sdk('GET', '/api/sdk/apps')).body as {
      rows: { id: number; name: string; bundle: string }[];
    };
    const bundleOf = new Map(rows.map(({ name, bundle }) => [name, bundle]));
    expect([bundleOf.get('stored'), bundleOf.get('page')]).toEqual(['com.example.stored', 'recipes.example']);
    const path = `/api/sdk/apps/${rows.find(({ name }) => name === 'stored')?.id}`;
    expect((await sdk('PATCH', path, { bundle: store })).body).toMatchObject({
      bundle: 'com.example.stored',
      version: 1,
    });
    expect(problemsOf(await sdk('PATCH', path, { bundle: 'play.google.com' }))).toEqual(['bundle: invalid_bundle']);
  });
});

describe('an export', () => {
  test('of every entity is imported unchanged without any change', async () => {
    const awkward = { name: "'=1+1", notes: 'two\r\nlines; "quoted", | and =more' };
    await call('PATCH', `/api/demand/advs/${account.ids.advertiser}`, awkward);
    await call('PATCH', `/api/demand/targetings/${account.ids.targeting}`, {
      cities: ['Paris|Texas', '[x]', '=Rome'],
      languages: ['de', 'en'],
      notes: '-5',
    });
    const sdk = await api.signIn(account.logins.sdk);
    for (const entity of setEntities.filter(({ name }) => hasPart('CTVMediaV2V', name as EntityName))) {
      await importUnchanged(isAllowed('demand', entity.name as EntityName, 'update') ? call : sdk, entity);
    }
    const others = setEntities.filter(({ name }) => !hasPart('CTVMediaV2V', name as EntityName));
    expect(others.map(({ name }) => name)).toEqual(['creList', 'pubList']);
    const ofLists = await startTestApi({ edition: 'V2V' });
    try {
      const { logins } = await buildAccount(ofLists, 'lists');
      for (const entity of others) await importUnchanged(await ofLists.signIn(logins.demand), entity);
    } finally {
      await ofLists.close();
    }
  });

  async function importUnchanged(caller: Caller, { name, path }: (typeof setEntities)[number]): Promise<void> {
    const file = await caller('GET', `/api/${path}/export.csv?columns=all&headings=fields`);
    expect(file.status, name).toBe(200);
    const sent = await caller('POST', `/api/${path}/import?isDryRun=true`, file.text, csv);
    expect([name, sent.status], sent.text).toEqual([name, 200]);
    const answer = importResult(sent);
    expect([name, answer.faults, answer.rows], file.text).toEqual([name, [], []]);
    expect(answer.unchanged, name).toBeGreaterThan(0);
  }

  test('for readers, with labels and names, changes nothing either', async () => {
    const answer = await dryRun(
      'demand/channels',
      (await call('GET', '/api/demand/channels/export.csv?columns=name,status,subpublisherId,environment,floor')).text,
    );
    expect([answer.faults, answer.rows]).toEqual([[], []]);
    expect(answer.columns).toEqual(['name', 'status', 'subpublisherId', 'environment', 'floor']);
  });

  test('of an earlier version is recognized by the labels of then, of fields and of their options', async () => {
    const [id] = await makeTags(['earlier'], { spendPerDay: '5.00' });
    const file = [
      'ID,Name,A viewer is,Revenue a day (USD),Calls a second,Last day,Rests until',
      `${id},earlier,Address: a household,5,70,2030-01-31,`,
    ].join('\r\n');
    const { faults, columns, ignored, rows } = await dryRun('demand/tags', file);
    expect([faults, columns, ignored]).toEqual([
      [],
      ['name', 'freqBy', 'spendPerDay', 'qps', 'endsOn'],
      ['cappedUntil'],
    ]);
    expect(rows[0]?.fields).toEqual(
      expect.arrayContaining([
        { field: 'freqBy', from: 'device', to: 'address' },
        { field: 'qps', from: null, to: 70 },
        { field: 'endsOn', from: null, to: '2030-01-31' },
      ]),
    );
    expect(rows[0]?.fields).toHaveLength(3);
  });

  test('as a spreadsheet saves it, with semicolons and without zeros, changes nothing', async () => {
    const [id] = await makeTags(['spreadsheet'], { rate: '2.50' });
    const answer = await dryRun('demand/tags', `id;name;rate;isNothing\r\n${id};spreadsheet;2.5;\r\n`);
    expect(answer.faults.map(({ path, code }) => [path, code])).toEqual([['lines.1.isNothing', 'unknown_field']]);
    expect((await dryRun('demand/tags', `id;name;rate\r\n${id};spreadsheet;2.5\r\n`)).rows).toEqual([]);
  });
});

describe('texts that spreadsheets would execute', () => {
  const texts = ['=1+1', '\uFF1D1+1', '\uFF20SUM(A1)', '\u200B=1', '"=1"', "'-1", '\u00A0+1', '-5', '\uFEFF\uFF0B1'];

  test('are escaped in an export, numbers are not, and an import removes the escape', async () => {
    const ids = await makeTags(texts.map((text, at) => `${text} ${at}`));
    for (const [at, id] of ids.entries()) await call('PATCH', `/api/demand/tags/${id}`, { notes: texts[at] });
    const stored = (await call('GET', '/api/demand/tags?size=1000')).body as { rows: { id: number; notes: string }[] };
    const file = await exported('demand/tags');
    const { records } = parseCsv(file) as { records: { cells: string[] }[] };
    const [head, ...rows] = records.map(({ cells }) => cells);
    const place = head?.indexOf('notes') ?? -1;
    for (const [at, id] of ids.entries()) {
      const notes = stored.rows.find((row) => row.id === id)?.notes;
      const cell = rows.find(([first]) => first === String(id))?.[place];
      expect([texts[at], cell]).toEqual([texts[at], notes === '-5' ? '-5' : `'${notes}`]);
    }
    const back = await dryRun('demand/tags', file);
    expect([back.faults, back.rows]).toEqual([[], []]);
  });
});

describe('an import', () => {
  test('changes rows with an id, adds those without, touches no other column, and can be undone', async () => {
    const [one, two] = await makeTags(['import one', 'import two'], { rate: '1.00', notes: 'kept' });
    const file = [
      'id\tname\trate\tadvertiserId\turl',
      `${one}\timport one\t$3\tcsv advertiser\thttps://ads.example/`,
      `${two}\timport two\t1\t${account.ids.advertiser}\thttps://ads.example/`,
      '\timport three\t4.5\tcsv advertiser\thttps://ads.example/three',
    ].join('\n');
    await call('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { name: 'csv advertiser' });
    const preview = await dryRun('demand/tags', file);
    expect(preview).toMatchObject({ batch: null, unchanged: 1, faults: [] });
    expect(preview.rows.map(({ line, isNew, name }) => [line, isNew, name])).toEqual([
      [2, false, 'import one'],
      [4, true, 'import three'],
    ]);
    expect(preview.rows[0]?.fields).toEqual([{ field: 'rate', from: '1.00', to: '3.00' }]);

    const done = importResult(await send('demand/tags', file, `?previewDigest=${preview.previewDigest}`));
    expect(done.batch).toBeGreaterThan(0);
    expect((await call('GET', `/api/demand/tags/${one}`)).body).toMatchObject({ rate: '3.00', notes: 'kept' });
    expect((await call('GET', '/api/demand/tags?q=import three')).body).toMatchObject({ total: 1 });

    expect((await undo(done.batch)).status).toBe(200);
    expect((await call('GET', `/api/demand/tags/${one}`)).body).toMatchObject({ rate: '1.00' });
    expect((await call('GET', '/api/demand/tags?q=import three')).body).toMatchObject({ total: 0 });
  });

  test('reports every fault with its line and column, and changes nothing', async () => {
    const [id] = await makeTags(['faulty'], { rate: '1.00' });
    const file = [
      'id,version,name,rate,startsOn,endsOn,advertiserId,targetingIds',
      `${id},99,faulty,2,,,${account.ids.advertiser},`,
      `,,"two`,
      `lines",cheap,tomorrow,,${other.ids.advertiser},`,
      `x,,fine,1,2026-02-02,2026-01-01,Nobody,nothing|${other.ids.targeting}`,
      ',,faulty,1,,,csv advertiser,',
      '1,2',
      `${id},,,,,,,`,
      `${other.ids.tag},,taken over,1,,,${account.ids.advertiser},`,
    ].join('\r\n');
    const preview = await dryRun('demand/tags', file);
    expect(preview.faults.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'lines.2.version changed_since',
      'lines.3.advertiserId unknown_reference',
      'lines.3.rate invalid_format',
      'lines.3.startsOn invalid_format',
      'lines.3.url required',
      'lines.5.advertiserId unreadable',
      'lines.5.endsOn ends_before_start',
      'lines.5.id invalid',
      'lines.5.targetingIds unreadable',
      'lines.5.url required',
      'lines.6.name taken',
      'lines.6.url required',
      'lines.7 cell_count',
      'lines.8.advertiserId required',
      'lines.8.id duplicate',
      'lines.8.name too_small',
      'lines.8.rate required',
      'lines.9.id not_found',
    ]);
    const refused = await send('demand/tags', file);
    expect(refused.status).toBe(422);
    expect(problemsOf(refused)).toHaveLength(preview.faults.length);
    expect((await call('GET', `/api/demand/tags/${id}`)).body).toMatchObject({ rate: '1.00', version: 1 });
    expect(refused.text).not.toContain('others');
  });

  test.each([
    ['an empty file', '', 'lines.1 empty'],
    ['headings that are not known', 'id,colour,rate\n', 'lines.1.colour unknown_field'],
    ['a heading that is there twice', 'id,rate,Rate\n', 'lines.1.rate duplicate'],
    ['cells without a heading', 'id,rate,\n1,2,3\n', 'lines.1.column 3 no_heading'],
    ['nothing to write', 'id,createdAt\n', 'lines.1 no_columns'],
    ['a secret', 'id,password\n', 'lines.1.password unknown_field'],
    ['an open quotation mark', 'id,rate\n1,"2\n', 'lines.2 bad_csv'],
    ['too many rows', `rate\n${'1\n'.repeat(10_001)}`, ' too_many'],
  ])('%s is refused', async (_, text, fault) => {
    const { faults } = await dryRun('demand/tags', text);
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toContain(fault);
    expect((await send('demand/tags', text)).status).toBe(422);
  });

  test('values that are fixed at creation may be present, but not changed', async () => {
    const id = idOf(await call('POST', '/api/demand/applists', { name: 'fixed', kind: 'domain' }));
    expect((await dryRun('demand/applists', `id,kind,mode\n${id},Site domain,allow\n`)).faults).toEqual([]);
    const { faults } = await dryRun('demand/applists', `id,kind,mode\n${id},ip,allow\n`);
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual(['lines.2.kind immutable']);
  });

  test('is not applied when the rows have changed since the dry run', async () => {
    const [id] = await makeTags(['seen']);
    const file = `id,rate\n${id},5\n`;
    const { previewDigest } = await dryRun('demand/tags', file);
    await call('PATCH', `/api/demand/tags/${id}`, { rate: '6' });
    const refused = await send('demand/tags', file, `?previewDigest=${previewDigest}`);
    expect([refused.status, problemsOf(refused)]).toEqual([409, ['previewDigest: changed_since']]);
    expect((await call('GET', `/api/demand/tags/${id}`)).body).toMatchObject({ rate: '6.00' });
  });

  const many = fullOrReduced(10_000, 2_000);

  test(`of ${many} rows is one change set`, async () => {
    const file = `name,url,advertiserId,rate\n${Array.from({ length: many }, (_, i) => `mass ${i},https://ads.example/,${account.ids.advertiser},${i % 9}.5`).join('\n')}`;
    const done = importResult(await send('demand/tags', file));
    expect(done.rows).toHaveLength(many);
    const fullExport = await exported('demand/tags', '&q=mass');
    expect(await dryRun('demand/tags', fullExport)).toMatchObject({ unchanged: many, rows: [], faults: [] });
    expect((await undo(done.batch)).status).toBe(200);
  });

  test('needs the right to change rows, and only accepts CSV', async () => {
    const readOnly = await api.signIn('super');
    expect((await readOnly('POST', '/api/demand/tags/import', 'rate\n', csv)).status).toBe(403);
    expect((await call('POST', '/api/demand/tags/import', { rate: 1 })).status).toBe(415);
    const template = await call('GET', '/api/demand/tags/template.csv');
    expect(template.text).toMatch(/^\uFEFFid,status,name,advertiserId,.*notes\r\n$/);
    expect((await dryRun('demand/tags', template.text)).faults).toEqual([]);
  });
});

describe('random files', () => {
  test('an import and its undo leave every row as it was', async () => {
    const pick = randomIntegers(4);
    const ids = await makeTags(
      Array.from({ length: 60 }, (_, index) => `random ${index}`),
      { rate: '1.00', floor: '0.10' },
    );
    const stateOf = async () => {
      const rows = await api.sql(`select * from tags where id in (${ids.join()}) order by id`);
      for (const row of rows) for (const column of ['version', 'updated_at']) delete row[column];
      return rows;
    };
    const cells: Record<string, (index: number) => string> = {
      name: (index) => `random ${index} ${pick(3)}`,
      status: () => String(pick(3)),
      rate: () => `${pick(30)}.${pick(100)}`,
      floor: () => `0.${pick(100)}`,
      startsOn: () => (pick(2) === 0 ? '' : `2026-01-0${1 + pick(9)}`),
      impsPerDay: () => (pick(2) === 0 ? '' : String(1 + pick(1000))),
      targetingIds: () => (pick(2) === 0 ? '' : 'csv targetings'),
      notes: () => ['=1', '"x"', 'a|b;c', "'", 'ünï\r\ncode'][pick(5)]!,
    };
    for (let round = 0; round < 25; round++) {
      const columns = Object.keys(cells).filter(() => pick(2) === 0);
      if (columns.length === 0) continue;
      const lines = [['id', ...columns]];
      for (const [index, id] of ids.entries()) {
        if (pick(3) > 0) lines.push([String(id), ...columns.map((column) => cells[column]!(index))]);
      }
      if (pick(2) === 0) lines.push(['', ...columns.map((column) => cells[column]!(1000 + round))]);
      const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
      const file = lines.map((line) => line.map(quoted).join(',')).join('\r\n');
      const before = await stateOf();
      const answer = await send('demand/tags', file);
      if (answer.status !== 200) {
        // A new row lacks required fields: then nothing was changed at all.
        expect([answer.status, await stateOf()], answer.text).toEqual([422, before]);
        continue;
      }
      const { batch, rows } = answer.body as ImportResponse;
      if (rows.length === 0) continue;
      const back = await undo(batch);
      expect(back.status, back.text).toBe(200);
      expect(await stateOf()).toEqual(before);
    }
  });

  test('whatever rows contain, importing their export changes nothing', async () => {
    const pick = randomIntegers(9);
    const text = () => ['=a', "'=a", '-1', 'b,c', 'd;e|f', '"g"', 'h\r\ni', '[j', 'k ', "'"][pick(10)]!.trim() || 'x';
    const names: EntityName[] = ['tag', 'channel', 'targeting', 'ivt', 'advertiser'];
    const changes = Array.from({ length: 120 }, (_, index) => {
      const entity = names[pick(names.length)]!;
      const values: Record<string, unknown> = { name: `${text()} ${index}` };
      if (entity === 'tag')
        Object.assign(values, { advertiserId: account.ids.advertiser, url: 'https://ads.example/' });
      if (entity === 'ivt') Object.assign(values, { url: 'https://pixel.example/', percent: pick(10_000) / 100 });
      else values['notes'] = text();
      if (entity === 'targeting')
        Object.assign(values, { cities: [...new Set([text(), text()])], countries: ['DE', 'FR'] });
      if (entity === 'tag' || entity === 'channel') values['targetingIds'] = pick(2) ? [account.ids.targeting] : [];
      return { entity, action: 'create', values };
    });
    const made = await call('POST', '/api/changes', { changes });
    expect(made.status, made.text).toBe(200);
    for (const entity of setEntities.filter(({ name }) => (names as string[]).includes(name))) {
      const answer = await dryRun(entity.path, await exported(entity.path));
      expect([answer.faults, answer.rows]).toEqual([[], []]);
      expect(answer.unchanged).toBeGreaterThan(10);
    }
  });
});
