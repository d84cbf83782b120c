import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  coverStatements,
  describeCoverage,
  idsIn,
  readStatements,
  readTests,
  type TestRun,
} from '../scripts/statementCoverage.ts';

const document = `# Statements

Tests carry the id: \`test('[NAV-07] …')\`.

## NAV: navigation bar

- NAV-01 Everybody has the Dashboard.
- NAV-02 An admin has Demands.

## ERR: errors

- ERR-01 Login reads 'Bad credentials'.
`;

const buildTest = (title: string, hasPassed = true): TestRun => ({ title, file: 'tests/a.test.ts', hasPassed });

describe('the statements of a document', () => {
  test('are its lines with an id, in order', () => {
    expect(readStatements(document)).toEqual([
      { id: 'NAV-01', text: 'Everybody has the Dashboard.' },
      { id: 'NAV-02', text: 'An admin has Demands.' },
      { id: 'ERR-01', text: "Login reads 'Bad credentials'." },
    ]);
  });

  test('have one id each', () => {
    expect(() => readStatements(`${document}- NAV-02 Again.\n`)).toThrow('Statements with the same id: NAV-02');
  });

  test('of the product are numbered without a gap in each chapter', () => {
    const statements = readStatements(readFileSync(new URL('../docs/statements.md', import.meta.url), 'utf8'));
    const counts = new Map<string, number>();
    const expected = statements.map(({ id }) => {
      const chapter = id.split('-')[0] ?? '';
      const count = (counts.get(chapter) ?? 0) + 1;
      counts.set(chapter, count);
      return `${chapter}-${String(count).padStart(2, '0')}`;
    });
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.map(({ id }) => id)).toEqual(expected);
  });
});

test.each<[string, string[]]>([
  ['[NAV-07] a link', ['NAV-07']],
  ['[NAV-07][NAV-08] two links', ['NAV-07', 'NAV-08']],
  ['[NAV-07] [NAV-08] two links', ['NAV-07', 'NAV-08']],
  ['[NAV-07, NAV-08] two links', ['NAV-07', 'NAV-08']],
  ['the bar [NAV-07] of a demand user [ERR-01] fails', ['NAV-07', 'ERR-01']],
  ['[NAV-07] a group [NAV-07] with its test', ['NAV-07']],
  ['NAV-07 without brackets', []],
  ['answers [200] to [a list] and [UTC-5]', []],
])('the title %j names %j', (title, ids) => {
  expect(idsIn(title)).toEqual(ids);
});

test('a report lists every test with its groups and its file inside the project', () => {
  const assertion = (fullName: string, status: string) => ({ fullName, status, title: 'x', duration: 1 });
  const report = {
    success: false,
    testResults: [
      {
        name: '/project/src/a.test.ts',
        assertionResults: [assertion('[NAV-01] a group a test', 'passed'), assertion('another', 'failed')],
      },
      { name: '/project/tests/b.test.ts', assertionResults: [assertion('later', 'skipped')] },
    ],
  };
  expect(readTests(report, '/project')).toEqual([
    { title: '[NAV-01] a group a test', file: 'src/a.test.ts', hasPassed: true },
    { title: 'another', file: 'src/a.test.ts', hasPassed: false },
    { title: 'later', file: 'tests/b.test.ts', hasPassed: false },
  ]);
  expect(() => readTests({ testResults: [{ name: 'a' }] }, '/project')).toThrow();
});

describe('the coverage', () => {
  const statements = readStatements(document);

  test('is complete when a passing test names every statement', () => {
    const tests = [buildTest('[NAV-01, NAV-02] the bar'), buildTest('[ERR-01] a wrong password')];
    const { lines, faults } = describeCoverage(coverStatements(statements, tests));
    expect(faults).toEqual([]);
    expect(lines).toEqual([
      'NAV-01',
      '  ✓ [NAV-01, NAV-02] the bar (tests/a.test.ts)',
      'NAV-02',
      '  ✓ [NAV-01, NAV-02] the bar (tests/a.test.ts)',
      'ERR-01',
      '  ✓ [ERR-01] a wrong password (tests/a.test.ts)',
    ]);
  });

  test('names every statement without a passing test', () => {
    const { faults } = describeCoverage(coverStatements(statements, [buildTest('[NAV-02] the bar', false)]));
    expect(faults).toEqual(['Without a passing test: NAV-01, NAV-02, ERR-01']);
  });

  test('lists a statement that one test proves and another does not', () => {
    const tests = [
      ...['NAV-01', 'NAV-02', 'ERR-01'].map((id) => buildTest(`[${id}] a`)),
      buildTest('[NAV-02] b', false),
    ];
    expect(describeCoverage(coverStatements(statements, tests)).faults).toEqual([
      'With a test that did not pass: NAV-02',
    ]);
  });

  test('lists unknown ids', () => {
    const tests = [buildTest('[NAV-01, NAV-02] a'), buildTest('[ERR-01] [ERR-99] b')];
    expect(describeCoverage(coverStatements(statements, tests)).faults).toEqual([
      'No statement has the id ERR-99: [ERR-01] [ERR-99] b (tests/a.test.ts)',
    ]);
  });
});
