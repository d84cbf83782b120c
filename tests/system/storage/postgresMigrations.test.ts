import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { openPostgres } from '#storage/postgres.ts';
import { describePostgres } from '../../stores/describePostgres.ts';

const folders: string[] = [];

async function buildFolder(files: { when: number; tag: string; sql: string }[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-migrations-'));
  folders.push(folder);
  await mkdir(join(folder, 'meta'));
  const entries = files.map(({ when, tag }, idx) => ({ idx, version: '7', when, tag, breakpoints: true }));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  for (const { tag, sql } of files) await writeFile(join(folder, `${tag}.sql`), sql);
  return folder;
}

const first = {
  when: 100,
  tag: '0000_one',
  sql: 'CREATE TABLE one (a int);--> statement-breakpoint\nCREATE INDEX ON one (a);',
};
const second = { when: 200, tag: '0001_two', sql: 'ALTER TABLE one ADD b text;' };

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describePostgres('migrations', (open) => {
  beforeEach(async () => {
    await open().postgres.pool.query('DROP SCHEMA IF EXISTS drizzle CASCADE; DROP TABLE IF EXISTS one');
  });

  test('each is applied once and in order', async () => {
    const { pool } = open().postgres;
    expect(await migratePostgres(pool, await buildFolder([first]))).toBe(1);
    const both = await buildFolder([first, second]);
    expect(await migratePostgres(pool, both)).toBe(1);
    expect(await migratePostgres(pool, both)).toBe(0);
    await pool.query("INSERT INTO one (a, b) VALUES (1, 'x')");
  });

  test('several processes that start at once apply each only once', async () => {
    const { url } = open();
    const folder = await buildFolder([first, second]);
    const each = Array.from({ length: 5 }, () => openPostgres(url));
    const counts = await Promise.all(each.map(({ pool }) => migratePostgres(pool, folder)));
    expect(counts.toSorted((left, right) => left - right)).toEqual([0, 0, 0, 0, 2]);
    await Promise.all(each.map((postgres) => postgres.close()));
  });

  test('a file edited after it was applied is refused', async () => {
    const { pool } = open().postgres;
    await migratePostgres(pool, await buildFolder([first]));
    const edited = await buildFolder([{ ...first, sql: 'CREATE TABLE other (a int)' }]);
    await expect(migratePostgres(pool, edited)).rejects.toThrow('was edited');
  });

  test('a release that does not know the last migrations runs if they only add', async () => {
    const { pool } = open().postgres;
    const known = await buildFolder([first]);
    await migratePostgres(pool, await buildFolder([first, second]));
    expect(await migratePostgres(pool, known)).toBe(0);
    const third = { when: 300, tag: '0002_three', sql: 'ALTER TABLE one DROP COLUMN a;' };
    expect(await migratePostgres(pool, await buildFolder([first, second, third]))).toBe(1);
    await pool.query(`UPDATE drizzle.__drizzle_migrations SET oldest_release = '99.0.0' WHERE created_at = 300`);
    await expect(migratePostgres(pool, known)).rejects.toThrow(
      /PostgreSQL has the migration .* does not know: its tables need release 99.0.0 or later/,
    );
    // The releases before marks did not write them.
    await pool.query('UPDATE drizzle.__drizzle_migrations SET oldest_release = NULL');
    await expect(migratePostgres(pool, known)).rejects.toThrow('need a newer release');
  });

  test('a failing migration leaves nothing behind, and the next run can succeed', async () => {
    const { pool } = open().postgres;
    const broken = await buildFolder([first, { ...second, sql: 'ALTER TABLE nope ADD b text;' }]);
    await expect(migratePostgres(pool, broken)).rejects.toMatchObject({ code: '42P01' });
    expect(await migratePostgres(pool, await buildFolder([first, second]))).toBe(2);
  });
});
