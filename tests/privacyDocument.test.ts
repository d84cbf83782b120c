import { getTableColumns, getTableName } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { entityList } from '#model/index.ts';
import { pgTables } from '#storage/allTables.ts';
import { notPersonal, personalNames, personalPlaces, personalTables } from '#storage/personal/personalTables.ts';

const columns = new Map(
  pgTables.map((table) => [getTableName(table), Object.values(getTableColumns(table)).map(({ name }) => name)]),
);

test('every column whose name means personal data is declared, or listed with why it has none', () => {
  const undeclared = [...columns].flatMap(([table, names]) => {
    const { userColumns = [], columns: declared = [] } = personalTables[table] ?? {};
    const known = new Set([...userColumns, ...declared]);
    return names
      .filter((name) => personalNames.test(name) && !known.has(name) && notPersonal[`${table}.${name}`] === undefined)
      .map((name) => `${table}.${name}`);
  });
  expect(undeclared).toEqual([]);
});

test('declared tables and columns exist, and no secret is among them', () => {
  for (const [table, { userColumns = [], columns: declared }] of Object.entries(personalTables)) {
    for (const name of [...userColumns, ...declared]) expect(columns.get(table), table).toContain(name);
    expect(declared.filter((name) => /hash|token$|password/.test(name) && table !== 'data_deletions')).toEqual([]);
  }
  for (const name of Object.keys(notPersonal)) {
    const [table = '', column = ''] = name.split('.');
    expect(columns.get(table), name).toContain(column);
    expect(column).toMatch(personalNames);
  }
});

test('the contacts and logins of every entity are in a declared table', () => {
  const tables = entityList.filter(({ fields }) => 'contacts' in fields || 'login' in fields).map(({ table }) => table);
  for (const table of tables) expect(personalTables).toHaveProperty(table);
});

const persons = { user: 'user of the console', contact: 'contact', recipient: 'recipient of emails', viewer: 'viewer' };

function render(): string {
  const head = '| where | whose | what | why | how long | who sees it |\n| --- | --- | --- | --- | --- | --- |';
  const tables = Object.entries(personalTables).map(
    ([table, { person, data, purpose, retention, seenBy }]) =>
      `| \`${table}\` | ${persons[person]} | ${data} | ${purpose} | ${retention} | ${seenBy} |`,
  );
  const places = personalPlaces.map(
    ({ place, data, purpose, retention, seenBy }) => `| ${place} | ${data} | ${purpose} | ${retention} | ${seenBy} |`,
  );
  return [
    '## In PostgreSQL',
    [head, ...tables].join('\n'),
    '## Elsewhere',
    [head.replace('| whose ', '').replace('| --- ', ''), ...places].join('\n'),
  ].join('\n\n');
}

test('the document lists what is declared; `-u` writes it', async () => {
  const path = new URL('../docs/privacy.md', import.meta.url).pathname;
  const marked = /(<!-- personal data -->\n)[^]*(<!-- end of personal data -->)/;
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(marked);
  const written = text.replace(marked, (_all, begin: string, end: string) => `${begin}\n${render()}\n\n${end}`);
  await expect(written).toMatchFileSnapshot(path);
});
