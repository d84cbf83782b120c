import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRenameInterrupted, renameFormerColumns } from '#events/load/formerColumns.ts';
import { startLoader } from '#events/load/loader.ts';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { renamingVersion } from '../../support/events/formerFactNames.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import type { TestStore } from '../../stores/openTestPostgres.ts';
import { createTestLog, migrationsDir } from './factsFixture.ts';

const node = 'upgraded';
const lifetimeMs = 3_600_000;
const at = Date.now();
const time = new Date(at).toISOString().slice(0, -1);
let root = '';
let store: TestStore;
let clickhouse: ClickHouse;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'former-columns-'));
  store = await openTestClickHouse();
  clickhouse = openClickHouse(store.url);
});
afterAll(async () => {
  await clickhouse.close();
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

/** A row as the version before the renaming wrote it. */
function formerRow(seq: number, more: object): string {
  const row = { node, seq, at: time, kind: 'event', verdict: 'counted', demandId: 1, channelId: 10, imps: 1 };
  const values = { ivt: 'data_centre', consent: 'untold' };
  return `${JSON.stringify({ ...row, ...values, door: 'vast', scanFee: 300, ...more })}\n`;
}

test('rows that an earlier version prepared are loaded whole once the columns are renamed', async () => {
  const [before, stateDir] = [join(root, 'migrations'), join(root, 'loader')];
  mkdirSync(before);
  for (const name of readdirSync(migrationsDir).filter((each) => Number(each.slice(0, 4)) < renamingVersion))
    cpSync(join(migrationsDir, name), join(before, name));
  await migrateClickHouse(clickhouse, before);

  const segment = join(stateDir, 'segments', '1');
  for (const dir of [segment, join(stateDir, 'refused')]) mkdirSync(dir, { recursive: true });
  const span = { rows: 1, fromAt: at, toAt: at };
  const parts = [
    { seq: 1, ...span },
    { seq: 2, ...span, table: 'traces' },
  ];
  writeFileSync(join(segment, 'manifest.json'), JSON.stringify({ epoch: 1, inputs: [], parts, quarantined: 0 }));
  const sightings = JSON.stringify({ site: { declared: '"door":', detected: '', publisher: '', category: '' } });
  // A parameter of the account's own may have the name of a column.
  const params = { door: 'front', consent: 'untold' };
  const site = { site: 'news.example', sightings, params };
  writeFileSync(join(segment, '1.ndjson'), formerRow(1, site));
  const trace = { node, seq: 2, at: time, serveId: 'a', demandId: 1, channelId: 10, door: 'rtb', weight: 100 };
  const refused = { ivt: 'data_centre', reason: 'ads_txt_unauthorised' };
  writeFileSync(join(segment, '2.ndjson'), `${JSON.stringify({ ...trace, ...refused, body: '{}' })}\n`);
  const loadedBefore = { ...trace, ...refused, seq: 0, serveId: 'b', body: '{}' };
  await clickhouse.insertRows('traces', `${JSON.stringify(loadedBefore)}\n`, { token: 'before' });
  writeFileSync(join(stateDir, 'refused', '1-3.ndjson'), formerRow(3, {}));

  const readRow = () => JSON.parse(readFileSync(join(segment, '1.ndjson'), 'utf8')) as object;
  // The tables have the names of then as well: only values are as they are called now.
  expect(await renameFormerColumns(clickhouse, stateDir)).toBe(3);
  expect(readRow()).toMatchObject({ door: 'vast', ivt: 'data_center', consent: 'undeclared', params });
  expect(await renameFormerColumns(clickhouse, stateDir)).toBe(0);
  await migrateClickHouse(clickhouse, migrationsDir);
  expect(await renameFormerColumns(clickhouse, stateDir)).toBe(3);
  expect(await renameFormerColumns(clickhouse, stateDir)).toBe(0);
  expect(readRow()).toMatchObject({
    integration: 'vast',
    verificationFee: 300,
    observations: sightings,
    params,
  });

  const spoolRoot = join(root, 'spool');
  const log = createTestLog();
  const loader = await startLoader({ spoolRoot, stateDir, node, clickhouse, log, lifetimeMs, intervalMs: 20 });
  await loader.drain();
  await loader.stop();
  const key = 'integration, ivt, consent';
  const sums = 'sum(imps) AS imps, sum(verificationFee) AS fee';
  expect(await clickhouse.query(`SELECT ${key}, ${sums} FROM hourly_audience GROUP BY ${key}`)).toEqual([
    { integration: 'vast', ivt: 'data_center', consent: 'undeclared', imps: '2', fee: '600' },
  ]);
  const read = { integration: 'rtb', sampleWeight: 100, ivt: 'data_center', reason: 'ads_txt_unauthorized' };
  expect(await clickhouse.query('SELECT integration, sampleWeight, ivt, reason FROM traces')).toEqual([read, read]);
  expect(await clickhouse.query('SELECT key, argMaxMerge(declared) AS declared FROM observed GROUP BY key')).toEqual([
    { key: 'news.example', declared: JSON.stringify((JSON.parse(sightings) as { site: unknown }).site) },
  ]);
});

test('rows of a worker that was not upgraded with the others wait at its node, and are loaded after its upgrade', async () => {
  const stateDir = join(root, 'late');
  const segment = join(stateDir, 'segments', '11');
  mkdirSync(segment, { recursive: true });
  const span = { rows: 1, fromAt: at, toAt: at };
  const parts = [
    { seq: 11, ...span },
    { seq: 12, ...span, table: 'traces' },
  ];
  writeFileSync(join(segment, 'manifest.json'), JSON.stringify({ epoch: 2, inputs: [], parts, quarantined: 0 }));
  const row = formerRow(11, { site: 'late.example' });
  writeFileSync(join(segment, '11.ndjson'), row);
  const trace = { node, seq: 12, at: time, serveId: 'late', demandId: 1, channelId: 10, door: 'bid', weight: 1 };
  writeFileSync(join(segment, '12.ndjson'), `${JSON.stringify({ ...trace, body: '{}' })}\n`);
  const log = createTestLog();
  const options = { spoolRoot: join(root, 'spool'), stateDir, node, clickhouse, log, lifetimeMs, intervalMs: 20 };
  const found = () =>
    clickhouse.query(`SELECT integration, toFloat64(verificationFee) AS fee FROM facts WHERE site = 'late.example'`);
  const foundTraces = () => clickhouse.query(`SELECT integration, sampleWeight FROM traces WHERE serveId = 'late'`);

  const loader = await startLoader(options);
  await expect.poll(() => log.lines).toEqual([expect.stringMatching(/^warn: .*retried: .*workerNeedsUpgrade/s)]);
  await loader.stop();
  expect([await found(), await foundTraces()]).toEqual([[], []]);
  expect(readFileSync(join(segment, '11.ndjson'), 'utf8')).toBe(row);
  await expect(
    clickhouse.insertRows('traces', readFileSync(join(segment, '12.ndjson')), { token: 'former traces' }),
  ).rejects.toThrow('workerNeedsUpgrade');

  await renameFormerColumns(clickhouse, stateDir);
  const upgraded = await startLoader(options);
  await upgraded.drain();
  await upgraded.stop();
  expect(await found()).toEqual([{ integration: 'vast', fee: 300 }]);
  expect(await foundTraces()).toEqual([{ integration: 'bid', sampleWeight: 1 }]);
});

test('a migration that was interrupted after it had renamed the columns is recognized until it has ended', async () => {
  const other = await openTestClickHouse();
  const renamed = openClickHouse(other.url);
  try {
    expect(await isRenameInterrupted(renamed)).toBe(false);
    const before = join(root, 'migrations');
    await migrateClickHouse(renamed, before);
    expect(await isRenameInterrupted(renamed)).toBe(false);
    await renamed.command('ALTER TABLE facts RENAME COLUMN IF EXISTS door TO integration');
    expect(await isRenameInterrupted(renamed)).toBe(true);
    await migrateClickHouse(renamed, migrationsDir);
    expect(await isRenameInterrupted(renamed)).toBe(false);
  } finally {
    await renamed.close();
    await other.close();
  }
});
