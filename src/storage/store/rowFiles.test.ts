import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRowFiles } from './rowFiles.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rows-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const insert = { sql: `INSERT INTO "FORMAT" SETTINGS token = 'SETTINGS' FORMAT Native`, format: '', isReadOnly: false };

test('rows are in a file that the statement names, as long as it runs', async () => {
  const files = openRowFiles(folder);
  const rows = Buffer.from([0, 10, 10, 255]);
  const result = await files.withFile({ ...insert, rows }, (statement) => {
    const [name = ''] = readdirSync(folder);
    const path = join(folder, name);
    expect(readFileSync(path)).toEqual(rows);
    expect(statement).toEqual({
      ...insert,
      sql: `INSERT INTO "FORMAT" FROM INFILE '${path}' SETTINGS token = 'SETTINGS' FORMAT Native`,
    });
    return Promise.resolve(7);
  });
  expect(result).toBe(7);
  await expect(files.withFile({ ...insert, rows }, () => Promise.reject(new Error('bad rows')))).rejects.toThrow(
    'bad rows',
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a file is found in a folder whose name is a pattern', async () => {
  const files = openRowFiles(join(folder, '{a}'));
  await files.withFile({ ...insert, rows: Buffer.from('rows') }, async ({ sql }) => {
    expect(sql).toContain(`FROM INFILE '${join(folder, '?a?')}/`);
    expect(readdirSync(join(folder, '{a}'))).toHaveLength(1);
  });
});

test('a statement without rows runs as it is', async () => {
  expect(await openRowFiles(folder).withFile(insert, (statement) => Promise.resolve(statement))).toBe(insert);
});

test('files of a killed process are removed', () => {
  writeFileSync(join(folder, 'left'), 'rows');
  openRowFiles(folder);
  expect(readdirSync(folder)).toEqual([]);
});
