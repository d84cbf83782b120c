import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Statement } from './lanes.ts';
import { cutSql, stringLiteral } from './sqlText.ts';

/** A folder for rows in a binary format: chDB ends rows in the SQL at an empty line, which any bytes may contain (26.7). */
export interface RowFiles {
  /** Runs a statement whose rows, if it has any, are read from a file. */
  withFile<T>(statement: Statement, run: (statement: Statement) => Promise<T>): Promise<T>;
}

/** Opens the folder, and removes the files of a killed process from it. */
export function openRowFiles(folder: string): RowFiles {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    async withFile(statement, run) {
      const { rows, ...others } = statement;
      if (!rows) return run(statement);
      const path = resolve(folder, randomUUID());
      try {
        await writeFile(path, rows, { mode: 0o600 });
        return await run({ ...others, sql: readFrom(statement.sql, path) });
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

/**
 * An INSERT with the clause FROM INFILE, which stands before SETTINGS and FORMAT. The path is a pattern: braces in it
 * would match no file, without an error. A question mark matches any character; no other folder has a file of this name.
 */
function readFrom(sql: string, path: string): string {
  const clause = `FROM INFILE ${stringLiteral(path.replaceAll(/[{}]/g, '?'))} `;
  let isDone = false;
  return cutSql(sql)
    .map(({ kind, text }) => {
      if (isDone || kind !== 'code') return text;
      return text.replace(/\b(?:SETTINGS|FORMAT)\b/i, (word) => {
        isDone = true;
        return clause + word;
      });
    })
    .join('');
}
