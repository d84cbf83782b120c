import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiAreas } from '../src/model/account/apiScopes.ts';
import { describeEnvironment } from '../src/settings.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const decisions = readdirSync(join(root, 'docs/decisions'));
const documents = [
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'docs/api-keys.md',
  'docs/architecture.md',
  'docs/operations.md',
  'docs/releasing.md',
  'docs/privacy.md',
  'docs/rights.md',
  'docs/security-headers.md',
  'docs/glossary.md',
  'docs/header-bidding.md',
  'docs/sso.md',
  'docs/standards.md',
  'docs/suppliers.md',
  'docs/adtag.md',
  'docs/gaps.md',
  'docs/metrics.md',
  'docs/runbook.md',
  'docs/security-log.md',
  'docs/security.md',
  'docs/performance.md',
  'docs/pacing.md',
  ...decisions.map((name) => `docs/decisions/${name}`),
];
const folders = ['src', 'tests', 'scripts', 'docs', 'bench', 'migrations'];
/** The names of all files, without their folders. */
const fileNames = new Set(globSync(`{${folders.join(',')}}/**/*.*`, { cwd: root }).map((path) => basename(path)));

describe('the documents', () => {
  test('explain every setting in the words of the code', () => {
    const operations = read('docs/operations.md');
    for (const { name, text } of describeEnvironment()) {
      expect(operations).toMatch(new RegExp(`\\| \`${name}\` \\|[^|]*\\| `));
      expect(operations).toContain(text);
    }
  });

  test('list the areas of the scopes of API keys as the model does', () => {
    const rows = apiAreas.map((each) => {
      const suffix = 'isOfAdmins' in each ? ' Only for admins.' : '';
      return `| \`${each.area}\` | ${each.help}${suffix} |`;
    });
    expect(read('docs/api-keys.md')).toContain(`| --- | --- |\n${rows.join('\n')}\n`);
  });

  test.each(documents)('%s links only to existing targets', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '');
    for (const link of links) expect(existsSync(join(root, dirname(path), link)), link).toBe(true);
  });

  test.each(documents)('%s names only existing files', (path) => {
    const names = [...read(path).matchAll(/`([\w./-]+)`/g)].map((match) => match[1] ?? '');
    for (const name of names) {
      if (folders.some((folder) => name.startsWith(`${folder}/`)))
        expect(existsSync(join(root, name)), name).toBe(true);
      else if (/^\w+\.(?:ts|tsx|mjs|sql)$/.test(name)) expect(fileNames, name).toContain(name);
    }
  });

  test('every row of the standards names a test, or where its tests are', () => {
    const rows = read('docs/standards.md').match(/^\|.*\|$/gm) ?? [];
    expect(rows.filter((row) => /\|\s*\|/.test(row))).toEqual([]);
  });

  test.each(decisions)('%s is named by the number and title of its decision', (name) => {
    const [, number = '', title = ''] = /^# (\d+)\. (.*)/.exec(read(`docs/decisions/${name}`)) ?? [];
    const words = title
      .toLowerCase()
      .replaceAll(/['`]/g, '')
      .match(/[a-z0-9]+/g);
    expect(name).toBe(`${[number.padStart(4, '0'), ...(words ?? [])].join('-')}.md`);
  });

  test('the readme lists every folder of the source', () => {
    const readme = read('README.md');
    for (const folder of [
      'model',
      'standards',
      'engine',
      'serving',
      'events',
      'reports',
      'runtime',
      'storage',
      'api',
      'console',
      'demo',
    ]) {
      expect(readme).toContain(`src/${folder}/`);
    }
  });
});
