import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** How titles name the standard of a table of docs/standards.md whose rows name their sections by number. */
const standards: Readonly<Record<string, RegExp>> = {
  'OpenRTB 2.6': /OpenRTB 2\.6/,
  'VAST 2.0 to 4.3': /VAST \d\.\d/,
  'OpenRTB Native 1.2': /Native 1\.2/,
};

/** A row of a table: the standard of its heading, what it is about, and the test files that it links or names. */
interface Row {
  heading: string;
  section: string;
  tests: string[];
}

const testFiles = globSync('{src,tests}/**/*.test.{ts,tsx}', { cwd: root });

const rows = readRows(read('docs/standards.md'));

function readRows(document: string): Row[] {
  let heading = '';
  return document.split('\n').flatMap((line): Row[] => {
    heading = /^## (.*)/.exec(line)?.[1] ?? heading;
    const cells = line.split(' | ');
    const section = cells[0]?.replace(/^\| /, '') ?? '';
    if (!line.startsWith('| ') || cells.length < 3 || section === 'Section' || section === '---') return [];
    return [{ heading, section, tests: testsIn(cells.at(-1) ?? '') }];
  });
}

/** The paths of links, and of names without a folder. */
function testsIn(cell: string): string[] {
  const links = [...cell.matchAll(/\]\(\.\.\/([^)]+\.test\.tsx?)\)/g)].map(([, path = '']) => path);
  const names = [...cell.matchAll(/`([\w.]+\.test\.tsx?)`/g)].map(([, name = '']) => pathOf(name));
  return [...links, ...names];
}

function pathOf(name: string): string {
  return testFiles.find((path) => basename(path) === name) ?? name;
}

/** The titles of a test file: its texts, those of its tables after the standard, and those of its scenarios. */
function titlesOf(path: string): string[] {
  const source = read(path);
  const texts = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)].map(
    ([, quoted, template]) => quoted ?? template ?? '',
  );
  const prefixes = texts.flatMap((text) => /^(.*\d), (?:%s|\$title)/.exec(text)?.[1] ?? []);
  const composed = texts
    .filter((text) => /^\d/.test(text))
    .flatMap((text) => prefixes.map((prefix) => `${prefix}, ${text}`));
  const scenarios = [...source.matchAll(/'#tests\/(.*\.json)'/g)].flatMap(([, file = '']) =>
    [...read(`tests/${file}`).matchAll(/"title": "(.*)"/g)].map(([, title = '']) => title),
  );
  return [...texts, ...composed, ...scenarios];
}

/** The standard of a row, which it names itself or has from its heading; undefined where its tests need not name one. */
function standardOf({ heading, section }: Row): RegExp | undefined {
  const own = ownStandard.exec(section)?.[1];
  if (own !== undefined) return new RegExp(own.replaceAll('.', '\\.'));
  return numbersIn(section).length > 0 ? standards[heading] : undefined;
}

const ownStandard = /^(RFC \d+|[A-Z]\w+ \d\.\d), /;

/** The numbers of sections, before the name of a field. */
function numbersIn(section: string): string[] {
  return [...(section.replace(ownStandard, '').split(': ')[0] ?? '').matchAll(/(?<![\w.])\d+(?:\.\d+)*(?![\w.])/g)].map(
    ([number]) => number,
  );
}

function hasNumber(title: string, number: string): boolean {
  return new RegExp(`(?<![\\d.])${number.replaceAll('.', '\\.')}(?![\\d]|\\.\\d)`).test(title);
}

describe('the table of standards', () => {
  test.each(rows)('$heading, $section: names test files that exist', ({ tests }) => {
    for (const path of tests) expect(existsSync(join(root, path)), path).toBe(true);
  });

  const named = rows.filter((row) => standardOf(row) && row.tests.length > 0);

  test.each(named)('$heading, $section: the title of a test names it', (row) => {
    const titles = row.tests.flatMap(titlesOf).filter((title) => standardOf(row)?.test(title));
    const numbers = numbersIn(row.section);
    const isNamed = (title: string) => numbers.length === 0 || numbers.some((number) => hasNumber(title, number));
    expect(titles.filter(isNamed)).not.toEqual([]);
  });
});
