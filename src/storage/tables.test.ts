import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { entityList } from '#model/index.ts';
import * as alertTables from './alerts/alertTables.ts';
import * as reportTables from './reports/reportTables.ts';
import * as scheduleTables from './schedules/scheduleTables.ts';
import * as shareTables from './shares/shareTables.ts';
import * as otherTables from './tables.ts';

const tables = { ...otherTables, ...alertTables, ...reportTables, ...scheduleTables, ...shareTables };
// drizzle-kit adds a method to all arrays, which later tests in the same process would find in theirs.
afterAll(() => void Reflect.deleteProperty(Array.prototype, 'random'));

const folder = new URL('../../migrations/postgres/', import.meta.url);

function latestSnapshot(): Parameters<typeof generateMigration>[0] {
  const names = readdirSync(new URL('meta/', folder)).filter((name) => name.endsWith('_snapshot.json'));
  const latest = names.sort().at(-1) ?? '';
  return JSON.parse(readFileSync(new URL(`meta/${latest}`, folder), 'utf8')) as Parameters<typeof generateMigration>[0];
}

test('the committed migrations lead to the tables as currently defined', async () => {
  const current = generateDrizzleJson(tables);
  expect(
    await generateMigration(latestSnapshot(), current),
    'run `npm run migrations` and commit what it writes',
  ).toEqual([]);
});

test('every entity has its table among those that migrations are generated from', () => {
  const exported: unknown[] = Object.values(tables);
  const names = exported.filter((each) => is(each, PgTable)).map((table) => getTableName(table));
  for (const { table } of entityList) expect(names).toContain(table);
});

test('every migration of the journal exists', () => {
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string }[];
  };
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  expect(journal.entries.map((entry) => `${entry.tag}.sql`)).toEqual(files.sort());
});
