import { withoutComments } from './describeStatement.ts';
import type { StoreName } from './storeName.ts';

/** Forms of statements that only add: a release that does not know of them works as before. */
const expansions: Record<StoreName, readonly RegExp[]> = {
  PostgreSQL: [
    /^CREATE (?:TABLE|INDEX|SEQUENCE)\b/i,
    /^INSERT INTO\b/i,
    // A release that does not know the column leaves it out.
    /^ALTER TABLE \S+ ADD COLUMN (?![\s\S]*\b(?:NOT NULL|UNIQUE|CHECK|REFERENCES|PRIMARY)\b)/i,
    /^ALTER TABLE \S+ ADD COLUMN (?![\s\S]*\b(?:UNIQUE|CHECK|REFERENCES|PRIMARY)\b)[\s\S]*\b(?:DEFAULT|GENERATED)\b/i,
  ],
  ClickHouse: [
    /^CREATE (?:TABLE|MATERIALIZED VIEW)\b/,
    // A table that is copied onto itself may lack columns afterwards.
    /^CREATE OR REPLACE TABLE (\w+)\b(?![\s\S]*\bFROM \1\b)/,
    /^INSERT INTO\b/,
    /^ALTER TABLE \w+\s+ADD (?:COLUMN|INDEX)\b/,
    /^ALTER TABLE \w+ MODIFY QUERY\b/,
  ],
};
/** Without IF NOT EXISTS: the previous release may have the table. */
const created = /^CREATE TABLE (?!IF\b)(?:"public"\.)?"?(\w+)"?/i;
const changed =
  /^(?:ALTER TABLE(?: ONLY)?|UPDATE|DELETE FROM|CREATE UNIQUE INDEX .*? ON|DROP TABLE(?: IF EXISTS)?)\s+(?:"public"\.)?"?(\w+)"?/i;
/** A new column without a default, which is null in the rows of a release that does not know it: table, column. */
const added = /^ALTER TABLE "?(\w+)"? ADD COLUMN "?(\w+)"?(?![\s\S]*\b(?:DEFAULT|GENERATED)\b)/i;
/** A foreign key: table, columns. It admits every row with a null in one of its columns. */
const foreignKey = /^ALTER TABLE "?(\w+)"? ADD CONSTRAINT \S+ FOREIGN KEY \(([^)]+)\)/i;
/** A further action of ALTER TABLE that does not add a column. */
const furtherAction = /,\s*(?:DROP|RENAME|ALTER|MODIFY|UPDATE|DELETE|ADD CONSTRAINT)\b/i;

/**
 * The statements of a migration after which a release that does not know it may fail or read something wrong: all that
 * do not only add, except those on tables that the migration creates and foreign keys of columns that it adds.
 */
export function narrowingStatements(store: StoreName, statements: readonly string[]): string[] {
  const texts = statements.map(withoutComments).filter((text) => text !== '');
  const own = new Set(texts.flatMap((text) => created.exec(text)?.[1] ?? []));
  const nulls = new Set(texts.map((text) => added.exec(text)?.slice(1).join('.')));
  const isOfAdded = (text: string) => {
    const [, table, columns = ''] = foreignKey.exec(text) ?? [];
    return columns.split(',').some((column) => nulls.has(`${table}.${column.replaceAll('"', '').trim()}`));
  };
  return texts.filter((text) => {
    const isExpansion =
      (expansions[store].some((form) => form.test(text)) || isOfAdded(text)) && !furtherAction.test(text);
    return !isExpansion && !own.has(changed.exec(text)?.[1] ?? '');
  });
}
