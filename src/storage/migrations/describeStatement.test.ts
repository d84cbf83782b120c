import { expect, test } from 'vitest';
import { describeStatement } from './describeStatement.ts';

test.each([
  ['ClickHouse', 'ALTER TABLE facts\n  ADD COLUMN IF NOT EXISTS slots UInt32', 'metadata', ['facts'], false],
  [
    'ClickHouse',
    '-- Sums.\nCREATE OR REPLACE TABLE hourly_new\n(\n  hour DateTime\n)\nENGINE = SummingMergeTree\nAS SELECT hour\nFROM facts',
    'copy',
    ['hourly_new', 'facts'],
    true,
  ],
  [
    'ClickHouse',
    'ALTER TABLE hourly_new_mv MODIFY QUERY\nSELECT 1\nFROM facts',
    'view',
    ['hourly_new_mv', 'facts'],
    true,
  ],
  ['ClickHouse', 'ALTER TABLE traces\n  UPDATE body = 1 WHERE 1', 'rewrite', ['traces'], false],
  [
    'PostgreSQL',
    'CREATE TABLE "notes" ("id" integer PRIMARY KEY, "length" integer GENERATED ALWAYS AS (1) STORED)',
    'metadata',
    ['notes'],
    false,
  ],
  ['PostgreSQL', 'ALTER TABLE "tags" ADD COLUMN "note" text', 'metadata', ['tags'], false],
  ['PostgreSQL', 'UPDATE "tags" SET "note" = \'\'', 'rewrite', ['tags'], false],
  ['PostgreSQL', 'CREATE INDEX "tags_note" ON "tags" ("note")', 'index', ['tags'], false],
] as const)('%s: %s', (store, sql, kind, tables, pausesInserts) => {
  expect(describeStatement(store, sql)).toEqual({
    kind,
    tables: expect.arrayContaining([...tables]),
    pausesInserts,
  });
});
