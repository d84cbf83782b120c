import type { StoreName } from './storeName.ts';

/** The effect of a statement of a migration. */
export interface StatementEffect {
  /** `metadata` takes a moment whatever the size; `copy` and `rewrite` write rows of the tables anew. */
  kind: 'metadata' | 'view' | 'rename' | 'copy' | 'rewrite' | 'index';
  /** Tables whose size decides how long it takes, and the table that it changes, which may not exist yet. */
  tables: string[];
  /** Whether rows that workers insert meanwhile would be missing or counted twice, so that they wait. */
  pausesInserts: boolean;
}

/** Forms of statements with their kind; the first that matches decides, and the others are metadata. */
const kinds: Record<StoreName, readonly (readonly [RegExp, StatementEffect['kind']])[]> = {
  ClickHouse: [
    [/^CREATE OR REPLACE TABLE [\s\S]+\bAS SELECT\b/, 'copy'],
    [/^INSERT INTO [\s\S]+\bSELECT\b/, 'copy'],
    [/^(?:CREATE MATERIALIZED|DROP) VIEW\b|^ALTER TABLE \w+ MODIFY QUERY\b/, 'view'],
    [/\bRENAME COLUMN\b|^RENAME TABLE\b/, 'rename'],
    [/^ALTER TABLE \w+\s+(?:UPDATE|DELETE|MODIFY COLUMN)\b/, 'rewrite'],
  ],
  PostgreSQL: [
    [/^CREATE TABLE\b/i, 'metadata'],
    [/^INSERT INTO [\s\S]+\bSELECT\b/i, 'copy'],
    [/^(?:UPDATE|DELETE|WITH)\b|^ALTER TABLE [\s\S]+\bTYPE\b|\bGENERATED ALWAYS AS\b/i, 'rewrite'],
    [/^CREATE (?:UNIQUE )?INDEX\b|^ALTER TABLE [\s\S]+\bADD CONSTRAINT\b/i, 'index'],
    [/\bRENAME\b/i, 'rename'],
  ],
};
const mentions =
  /\b(?:TABLE(?: IF (?:NOT )?EXISTS)?|FROM|INTO|UPDATE|JOIN|ON|TO)\s+(?:"public"\.)?"?([a-z_][a-z0-9_]*)"?/gi;

/** Classifies a statement by its form. */
export function describeStatement(store: StoreName, sql: string): StatementEffect {
  const statement = withoutComments(sql);
  const kind = kinds[store].find(([form]) => form.test(statement))?.[1] ?? 'metadata';
  const tables = [...new Set([...statement.matchAll(mentions)].flatMap(([, name]) => name ?? []))];
  return { kind, tables, pausesInserts: store === 'ClickHouse' && ['view', 'copy', 'rename'].includes(kind) };
}

/** A statement without its comment lines and the space around it. */
export function withoutComments(sql: string): string {
  return sql.replaceAll(/--[^\n]*(?:\n|$)/g, '').trim();
}
