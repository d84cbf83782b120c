import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import type { TestStore } from '../../stores/openTestPostgres.ts';

let store: TestStore;
let clickhouse: ClickHouse;
const folders: string[] = [];

beforeAll(async () => {
  store = await openTestClickHouse();
  clickhouse = openClickHouse(store.url);
});
afterAll(async () => {
  await clickhouse.close();
  await store.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

const endless = 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)';

async function buildFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-migrations-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const { origin, username, password } = new URL(store.url);
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  return fetch(`${origin}${path}`, { method: 'POST', body, headers: { authorization: `Basic ${basic}`, ...headers } });
}

test('a query aborted before it is sent leaves its connection to others', async () => {
  const own = openClickHouse(store.url);
  await own.query('SELECT 1');
  const abortController = new AbortController();
  const given = own.query('SELECT 2', {}, { signal: abortController.signal });
  abortController.abort();
  await expect(given).rejects.toThrow('aborted');
  // Longer than the idle timeout of a connection.
  expect(await own.query('SELECT sleep(3) AS done')).toEqual([{ done: 0 }]);
  await own.close();
});

describe('streamed rows', () => {
  const signal = () => new AbortController().signal;
  const runs = `SELECT query FROM system.processes WHERE query LIKE '%endless%' AND query NOT LIKE '%system.processes%'`;

  test('arrive in batches, in order, with their parameters', async () => {
    const sql = 'SELECT number AS n, {text:String} AS text FROM numbers(200000) SETTINGS max_block_size = 10000';
    let [next, batches] = [0, 0];
    for await (const rows of clickhouse.stream<{ n: string; text: string }>(sql, { text: "it's" }, signal())) {
      for (const row of rows) expect(row).toEqual({ n: String(next++), text: "it's" });
      batches += 1;
    }
    expect(next).toBe(200_000);
    expect(batches).toBeGreaterThan(5);
  });

  test('a truncated response is an error, never a shorter result', async () => {
    const sql = 'SELECT throwIf(number = 150000) AS n FROM numbers(200000) SETTINGS max_block_size = 10000';
    let found = 0;
    const read = async () => {
      for await (const rows of clickhouse.stream(sql, {}, signal())) found += rows.length;
    };
    await expect(read()).rejects.toThrow();
    expect(found).toBeGreaterThan(0);
    // An error before the first row is reported unchanged.
    await expect(
      clickhouse.stream('SELECT nothing', {}, signal())[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({ code: '47' });
  });

  test('a reader that stops, or times out, cancels the query, and the next one gets its connection', async () => {
    const sql = 'SELECT number AS endless FROM numbers(1000000000000) SETTINGS max_result_bytes = 0';
    for (let at = 0; at < 3; at += 1) {
      for await (const rows of clickhouse.stream(sql, {}, signal())) if (rows.length > 0) break;
    }
    const timeUp = new AbortController();
    await expect(
      (async () => {
        for await (const rows of clickhouse.stream(sql, {}, timeUp.signal)) if (rows.length > 0) timeUp.abort();
      })(),
    ).rejects.toThrow();
    await expect.poll(() => clickhouse.query(runs), { timeout: 20_000 }).toEqual([]);
  });
});

describe('queries', () => {
  test('parameters of every kind arrive unchanged', async () => {
    const text = `it's "a" \\ \`b\`\n\t{x:Int8} -- ☃ \0 end`;
    const rows = await clickhouse.query(
      `SELECT {a:UInt64} AS a, {s:String} AS s, {l:Array(String)} AS l, {d:DateTime('UTC')} AS d, {n:Nullable(String)} AS n,
         '{a:UInt64}' AS quoted, /* {nope:Int8} */ {f:Float64} AS f
       FROM {t:Identifier} WHERE {b:Bool} LIMIT {k:UInt8}`,
      {
        a: 18446744073709551615n,
        s: text,
        l: [text, ''],
        d: new Date('2024-05-01T12:00:00Z'),
        n: null,
        f: -0.5,
        t: 'system.one',
        b: true,
        k: 3,
      },
    );
    expect(rows).toEqual([
      {
        a: '18446744073709551615',
        s: text,
        l: [text, ''],
        d: '2024-05-01 12:00:00',
        n: null,
        quoted: '{a:UInt64}',
        f: -0.5,
      },
    ]);
  });

  test('sums of money beyond 64 bits are returned as exact strings', async () => {
    const rows = await clickhouse.query('SELECT sum(toInt128(9223372036854775807)) AS nanos FROM numbers(3)');
    expect(rows).toEqual([{ nanos: '27670116110564327421' }]);
  });

  test.each([
    ['SELECT nope', '47', 'UNKNOWN_IDENTIFIER'],
    ['SELEC 1', '62', 'SYNTAX_ERROR'],
    ['SELECT * FROM nowhere', '60', 'UNKNOWN_TABLE'],
    ['SELECT {missing:Int8}', '456', 'UNKNOWN_QUERY_PARAMETER'],
    ['SELECT 1; SELECT 2', '62', 'SYNTAX_ERROR'],
  ])('%s is refused with ClickHouse code %s', async (sql, code, type) => {
    await expect(clickhouse.query(sql)).rejects.toMatchObject({ code, type });
  });

  test('an aborted report ends in the engine and frees its lane', async () => {
    const abort = new AbortController();
    const report = clickhouse.query(endless, {}, { lane: 'report', signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    await expect(report).rejects.toThrow();
    expect(await clickhouse.query('SELECT 1 AS one', {}, { lane: 'report' })).toEqual([{ one: 1 }]);
  });

  test('small queries and inserts are answered while reports run and wait', async () => {
    await clickhouse.command('CREATE TABLE beside (a UInt8) ENGINE = MergeTree ORDER BY a');
    const abort = new AbortController();
    const reports = Array.from({ length: 4 }, () =>
      clickhouse.query(endless, {}, { lane: 'report', signal: abort.signal }).catch(() => 'ended'),
    );
    await clickhouse.insertRows('beside', '{"a":7}\n', { token: 'beside' });
    expect(await clickhouse.query('SELECT a FROM beside')).toEqual([{ a: 7 }]);
    abort.abort();
    expect(await Promise.all(reports)).toEqual(['ended', 'ended', 'ended', 'ended']);
  });

  test('a query beyond its memory limit is refused, and the store continues', async () => {
    const greedy = 'SELECT length(groupArray(toString(number))) FROM numbers(100000000)';
    await expect(clickhouse.query(greedy, {}, { lane: 'report' })).rejects.toMatchObject({ code: '241' });
    expect(await clickhouse.ping()).toBe(true);
  });

  test('a sort beyond the memory limit of a query spills to disk', async () => {
    const rows = await clickhouse.query(
      `SELECT length(s) AS length FROM
         (SELECT concat(hex(sipHash64(number)), repeat('x', 150)) AS s FROM numbers(6000000))
       ORDER BY s LIMIT 1 OFFSET 5999999`,
      {},
      { lane: 'report' },
    );
    expect(rows).toEqual([{ length: '166' }]);
  });
});

describe('the HTTP interface', () => {
  test('answers only ping without a password', async () => {
    const { origin } = new URL(store.url);
    expect(await (await fetch(`${origin}/ping`)).text()).toBe('Ok.\n');
    const refused = await fetch(`${origin}/?query=SELECT+1`, { method: 'POST' });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('x-clickhouse-exception-code')).toBe('516');
  });

  test('returns query, format and error in headers', async () => {
    const good = await post('/?query_id=mine', 'SELECT 1 AS a FORMAT JSON');
    expect(good.headers.get('x-clickhouse-query-id')).toBe('mine');
    expect(good.headers.get('x-clickhouse-format')).toBe('JSON');
    const bad = await post('/', 'SELECT * FROM nowhere');
    expect([bad.status, bad.headers.get('x-clickhouse-exception-code')]).toEqual([404, '60']);
    expect(await bad.text()).toMatch(/^Code: 60\. DB::Exception: .*\(UNKNOWN_TABLE\)\n$/s);
  });

  test('accepts no setting that would persist in a connection', async () => {
    for (const sql of ['SET max_threads = 3', 'USE system']) {
      expect((await post('/', sql)).headers.get('x-clickhouse-exception-code')).toBe('48');
    }
    const inUrl = await post('/?max_threads=3', 'SELECT 1');
    expect([inUrl.status, inUrl.headers.get('x-clickhouse-exception-code')]).toEqual([400, '115']);
    expect(await (await post('/', "SELECT getSetting('max_threads') SETTINGS max_threads = 3")).text()).toBe('3\n');
    const after = Array.from({ length: 8 }, () => post('/', "SELECT getSetting('max_threads')"));
    for (const answer of await Promise.all(after)) expect(await answer.text()).toBe('1\n');
  });

  test('compresses a response with gzip on request', async () => {
    const answer = await post('/?enable_http_compression=1', 'SELECT number FROM numbers(1000)', {
      'accept-encoding': 'gzip',
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect((await answer.text()).split('\n')).toHaveLength(1001);
  });
});

describe('inserts', () => {
  test('rows with the same token are inserted once, also through a view', async () => {
    await clickhouse.command(
      'CREATE TABLE base (k UInt8, n Int64) ENGINE = MergeTree ORDER BY k SETTINGS non_replicated_deduplication_window = 100',
    );
    await clickhouse.command(
      'CREATE TABLE sums (k UInt8, n Int64) ENGINE = SummingMergeTree((n)) ORDER BY k SETTINGS non_replicated_deduplication_window = 100',
    );
    await clickhouse.command('CREATE MATERIALIZED VIEW to_sums TO sums AS SELECT k, sum(n) AS n FROM base GROUP BY k');
    for (const token of ["it's:1", "it's:1", 'b:2', "it's:1"]) {
      await clickhouse.insertRows('base', Buffer.from('{"k":1,"n":"5"}\n{"k":1,"n":"6"}\n'), { token });
    }
    expect(await clickhouse.query('SELECT count() AS rows, sum(n) AS n FROM base')).toEqual([{ rows: '4', n: '22' }]);
    expect(await clickhouse.query('SELECT sum(n) AS n FROM sums')).toEqual([{ n: '22' }]);
  });

  test('text that looks like SQL stays text', async () => {
    await clickhouse.command('CREATE TABLE texts (s String) ENGINE = MergeTree ORDER BY s');
    const s = `'); DROP TABLE texts; -- {x:Int8} "☃" \\ \0`;
    await clickhouse.insertRows('texts', `${JSON.stringify({ s })}\n`, { token: '1' });
    expect(await clickhouse.query('SELECT s FROM texts')).toEqual([{ s }]);
  });

  test('an incomplete row is refused and nothing of it is inserted', async () => {
    await clickhouse.command('CREATE TABLE halves (s String) ENGINE = MergeTree ORDER BY s');
    await expect(clickhouse.insertRows('halves', '{"s":"a"}\n{"s":', { token: '1' })).rejects.toMatchObject({
      code: '26',
    });
    expect(await clickhouse.query('SELECT count() AS rows FROM halves')).toEqual([{ rows: '0' }]);
  });
});

describe('migrations', () => {
  const one =
    '-- Tables;\nCREATE TABLE IF NOT EXISTS m1 (a UInt8) ENGINE = MergeTree ORDER BY a;\nINSERT INTO m1 VALUES (1);\n';
  const two = "INSERT INTO m1 SELECT length('a;b');";

  test('are applied once, in order, and edited ones are refused', async () => {
    expect(await migrateClickHouse(clickhouse, await buildFolder({ '0001_one.sql': one }))).toEqual(['0001_one.sql']);
    const both = await buildFolder({ '0001_one.sql': one, '0002_two.sql': two });
    expect(await migrateClickHouse(clickhouse, both)).toEqual(['0002_two.sql']);
    expect(await migrateClickHouse(clickhouse, both)).toEqual([]);
    expect(await clickhouse.query('SELECT a FROM m1 ORDER BY a')).toEqual([{ a: 1 }, { a: 3 }]);
    const edited = await buildFolder({ '0001_one.sql': `${one}-- more`, '0002_two.sql': two });
    await expect(migrateClickHouse(clickhouse, edited)).rejects.toThrow('0001_one.sql was edited');
    const late = await buildFolder({ '0000_late.sql': two, '0001_one.sql': one, '0002_two.sql': two });
    await expect(migrateClickHouse(clickhouse, late)).rejects.toThrow('sorts before');
  });

  test('that a release does not know do not stop it if they only add', async () => {
    const known = await buildFolder({ '0001_one.sql': one });
    const files = { '0001_one.sql': one, '0002_two.sql': two };
    await migrateClickHouse(clickhouse, await buildFolder(files));
    expect(await migrateClickHouse(clickhouse, known)).toEqual([]);
    await clickhouse.command(
      `ALTER TABLE schema_migrations UPDATE oldest_release = '99.0.0' WHERE version = 2 SETTINGS mutations_sync = 2`,
    );
    await expect(migrateClickHouse(clickhouse, known)).rejects.toThrow('its tables need release 99.0.0 or later');
    // As releases before 0.2.0 recorded them.
    await clickhouse.command('ALTER TABLE schema_migrations DROP COLUMN oldest_release');
    await expect(migrateClickHouse(clickhouse, known)).rejects.toThrow('need a newer release');
  });

  test('resume at the failed statement', async () => {
    const folder = await buildFolder({ '0001_one.sql': one, '0002_two.sql': two });
    await writeFile(join(folder, '0003_three.sql'), 'INSERT INTO m1 VALUES (7);\nINSERT INTO m2 VALUES (8);\n');
    await expect(migrateClickHouse(clickhouse, folder)).rejects.toThrow('0003_three.sql, statement 2');
    await clickhouse.command('CREATE TABLE m2 (a UInt8) ENGINE = MergeTree ORDER BY a');
    expect(await migrateClickHouse(clickhouse, folder)).toEqual(['0003_three.sql']);
    expect(await clickhouse.query('SELECT count() AS rows FROM m1 WHERE a = 7')).toEqual([{ rows: '1' }]);
  });
});
