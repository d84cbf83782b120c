import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FactRow } from '#events/load/factRows.ts';
import { isBadData } from '#events/load/isBadData.ts';
import { createNativeBlock } from '#events/load/nativeBlock.ts';
import type { HitVerdict } from '#model/index.ts';
import { describeFactSchema } from '#storage/factSchema/factSchema.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import { buildFactRows } from '../../support/events/buildFactRows.ts';
import { buildTime } from '../../support/events/buildRecord.ts';
import type { FactsFixture } from './factsFixture.ts';
import { openFacts } from './openFacts.ts';
import { randomVisit } from './randomTraffic.ts';

const types = describeFactSchema().tables.get('facts')?.columns ?? new Map<string, string>();
let facts: FactsFixture;

beforeAll(async () => {
  facts = await openFacts();
});
afterAll(() => facts.close());

async function insertBlock(rows: readonly object[], token: string): Promise<void> {
  const block = createNativeBlock(types);
  for (const row of rows) block.add(row);
  await facts.clickhouse.insertRows('facts', Buffer.concat(block.take()), { token, columns: block.columns });
}

/** All columns of a node's rows, with devices, which are larger than safe integers, as text. */
function readRows(node: string): Promise<object[]> {
  return facts.clickhouse.query(
    "SELECT * EXCEPT node FROM facts WHERE node = {node:String} ORDER BY seq SETTINGS date_time_output_format = 'iso'",
    { node },
  );
}

function jsonOf(row: object): string {
  const { at, device, ...others } = row as FactRow;
  const time = new Date(at).toISOString().slice(0, -1);
  return JSON.stringify({ ...others, at: time, ...(device === undefined ? {} : { device: String(device) }) });
}

test('a block has the same rows as JSON', async () => {
  const random = seededRandom(3);
  const verdicts: readonly HitVerdict[] = ['counted', 'duplicate', 'expired', 'forged'];
  const records = Array.from({ length: 300 }, () => randomVisit(random, buildTime)).flat();
  const rows = buildFactRows(records, () => verdicts[Math.floor(random() * 4)] ?? 'counted');
  const numbered = rows.map((row, seq) => ({ ...row, seq }));
  const lines = numbered.map((row) => jsonOf({ ...row, node: 'json' }));
  await facts.clickhouse.insertRows('facts', lines.join('\n'), { token: 'json' });
  await insertBlock(
    numbered.map((row) => ({ ...row, node: 'block' })),
    'block',
  );
  const found = await readRows('block');
  expect(found).toHaveLength(rows.length);
  expect(found).toEqual(await readRows('json'));
});

test('values at the limits of their types, empty ones and such that look like text survive', async () => {
  const row = { node: 'limits', kind: 'event', verdict: 'counted', demandId: 1 };
  const rows = [
    { ...row, seq: 1, at: buildTime, rev: -1, cost: Number.MAX_SAFE_INTEGER, systemCost: Number.MIN_SAFE_INTEGER },
    { ...row, seq: 2, at: buildTime, device: 2n ** 64n - 1n, tier: 255, errorCode: 65_535, tagId: 2 ** 32 - 1 },
    // An empty line in the bytes.
    { ...row, seq: 3, at: buildTime, campaignId: 0x0a0a_0a0a, app: '\n\n;\n', tookMs: 0 },
    { ...row, seq: 4, at: buildTime, site: 'ü'.repeat(64), observations: '☃'.repeat(5000), deal: undefined },
    { ...row, seq: 5, at: buildTime, params: { genre: 'news', 'a,b': '' }, market: 'US SmartTV' },
    { ...row, seq: 6, at: buildTime, params: { genre: '{}' }, tookMs: 2 ** 32 - 1 },
    { ...row, seq: 7, at: buildTime },
  ];
  await insertBlock(rows, 'limits');
  const columns =
    'rev, cost, systemCost, device, tier, errorCode, tagId, campaignId, app, tookMs, site, params, market';
  const found = await facts.clickhouse.query<Record<string, unknown>>(
    `SELECT ${columns}, observations FROM facts WHERE node = 'limits' ORDER BY seq`,
  );
  const none = {
    ...{ rev: '0', cost: '0', systemCost: '0', device: '0', tier: 0, errorCode: 0, tagId: 0, campaignId: 0 },
    ...{ app: '', tookMs: null, site: '', params: {}, market: '', observations: '' },
  };
  expect(found).toEqual([
    { ...none, rev: '-1', cost: '9007199254740991', systemCost: '-9007199254740991' },
    { ...none, device: '18446744073709551615', tier: 255, errorCode: 65_535, tagId: 4_294_967_295 },
    { ...none, campaignId: 0x0a0a_0a0a, app: '\n\n;\n', tookMs: 0 },
    { ...none, site: 'ü'.repeat(64), observations: '☃'.repeat(5000) },
    { ...none, params: { genre: 'news', 'a,b': '' }, market: 'US SmartTV' },
    { ...none, params: { genre: '{}' }, tookMs: 4_294_967_295 },
    none,
  ]);
});

test('a column that the table lacks makes the rows wait until it has it', async () => {
  const block = createNativeBlock(new Map([['later', 'UInt8']]));
  block.add({ later: 1 });
  const insert = facts.clickhouse.insertRows('facts', Buffer.concat(block.take()), {
    token: 'later',
    columns: block.columns,
  });
  const error: unknown = await insert.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '16' });
  expect(isBadData(error)).toBe(false);
});

test('a row with a column that has no type is an error', () => {
  expect(() => createNativeBlock(types).add({ nope: 1 })).toThrow('No column nope');
});
