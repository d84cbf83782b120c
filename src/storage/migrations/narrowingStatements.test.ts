import { expect, test } from 'vitest';
import { narrowingStatements } from './narrowingStatements.ts';
import type { StoreName } from './storeName.ts';

const expanding: [StoreName, string[]][] = [
  ['PostgreSQL', ['CREATE TABLE "a" ("id" integer NOT NULL)', 'CREATE UNIQUE INDEX "a_i" ON "a" USING btree ("id")']],
  ['PostgreSQL', ['CREATE TABLE "a" ("id" integer)', 'ALTER TABLE "a" ADD CONSTRAINT "a_fk" FOREIGN KEY ("id")']],
  ['PostgreSQL', ['ALTER TABLE "tags" ADD COLUMN "note" text']],
  ['PostgreSQL', [`ALTER TABLE "tags" ADD COLUMN "note" text DEFAULT '' NOT NULL`]],
  [
    'PostgreSQL',
    [
      'ALTER TABLE "tags" ADD COLUMN "note_id" integer',
      'ALTER TABLE "tags" ADD CONSTRAINT "tags_note" FOREIGN KEY ("demand_id","note_id") REFERENCES "notes"("demand_id","id")',
    ],
  ],
  ['PostgreSQL', ['CREATE INDEX "tags_note" ON "tags" ("note")']],
  ['ClickHouse', ['-- Sums.\nCREATE TABLE IF NOT EXISTS a (id String) ENGINE = MergeTree ORDER BY id']],
  ['ClickHouse', ['ALTER TABLE facts\n  ADD COLUMN IF NOT EXISTS a UInt32,\n  ADD COLUMN IF NOT EXISTS b UInt32']],
  ['ClickHouse', ['CREATE OR REPLACE TABLE hourly_new (a Date)\nAS SELECT a\nFROM facts']],
  ['ClickHouse', ['ALTER TABLE hourly_new_mv MODIFY QUERY\nSELECT 1\nFROM facts']],
];
const narrowing: [StoreName, string][] = [
  ['PostgreSQL', 'DROP TABLE "tags"'],
  ['PostgreSQL', 'DROP INDEX "tags_note"'],
  ['PostgreSQL', 'ALTER TABLE "tags" DROP COLUMN "note"'],
  ['PostgreSQL', 'ALTER TABLE "tags" RENAME COLUMN "note" TO "text"'],
  ['PostgreSQL', 'ALTER TABLE "tags" ALTER COLUMN "note" SET DATA TYPE integer'],
  ['PostgreSQL', 'ALTER TABLE "tags" ALTER COLUMN "note" SET NOT NULL'],
  ['PostgreSQL', 'ALTER TABLE "tags" ADD COLUMN "note" text NOT NULL'],
  ['PostgreSQL', 'ALTER TABLE "tags" ADD COLUMN "a" text, DROP COLUMN "b"'],
  ['PostgreSQL', 'ALTER TABLE "tags" ADD CONSTRAINT "c" CHECK (true)'],
  ['PostgreSQL', 'ALTER TABLE "tags" ADD CONSTRAINT "c" FOREIGN KEY ("note_id") REFERENCES "notes"("id")'],
  ['PostgreSQL', `ALTER TABLE "tags" ADD COLUMN "note" text DEFAULT '' UNIQUE`],
  ['PostgreSQL', 'ALTER TABLE "tags" ADD COLUMN "note" text CHECK (false)'],
  ['PostgreSQL', 'CREATE UNIQUE INDEX "tags_note" ON "tags" ("note")'],
  ['PostgreSQL', `UPDATE "tags" SET "note" = ''`],
  ['PostgreSQL', 'DO $$ BEGIN END $$'],
  ['ClickHouse', 'ALTER TABLE facts RENAME COLUMN a TO b'],
  ['ClickHouse', 'ALTER TABLE facts\n  ADD COLUMN IF NOT EXISTS a UInt32,\n  DROP COLUMN b'],
  ['ClickHouse', 'ALTER TABLE facts ADD CONSTRAINT c CHECK a = 0'],
  ['ClickHouse', 'ALTER TABLE facts MODIFY COLUMN a UInt8'],
  ['ClickHouse', 'RENAME TABLE IF EXISTS a TO b'],
  ['ClickHouse', 'CREATE OR REPLACE TABLE hourly_new (a Date)\nAS SELECT a\nFROM hourly_new'],
];

test.each(expanding)('%s: %j only adds', (store, statements) => {
  expect(narrowingStatements(store, statements)).toEqual([]);
});

test.each(narrowing)('%s: %s takes away what the previous release may use', (store, statement) => {
  expect(narrowingStatements(store, [statement])).toEqual([statement]);
});

test.each<[StoreName, string, string]>([
  ['PostgreSQL', 'CREATE TABLE IF NOT EXISTS "tags" ("id" integer)', 'ALTER TABLE "tags" DROP COLUMN "note"'],
  [
    'ClickHouse',
    'CREATE OR REPLACE TABLE hourly_new (a Date)\nAS SELECT a FROM facts',
    'ALTER TABLE hourly_new DROP COLUMN b',
  ],
])('%s: a table that may exist is no new one: %s', (store, create, drop) => {
  expect(narrowingStatements(store, [create, drop])).toEqual([drop]);
});
