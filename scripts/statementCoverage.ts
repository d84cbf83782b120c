import { relative } from 'node:path';
import { z } from 'zod';

/** One numbered statement of docs/statements.md. */
export interface Statement {
  /** For example NAV-07. */
  id: string;
  text: string;
}

/** The result of a test. */
export interface TestRun {
  /** Title with the titles of its groups before it. */
  title: string;
  /** Path inside the project. */
  file: string;
  hasPassed: boolean;
}

/** Coverage of the statements by tests. */
export interface Coverage {
  /** Every statement with the tests that name it, in document order. */
  statements: (Statement & { passed: TestRun[]; failed: TestRun[] })[];
  /** Tests that name an unknown statement id. */
  unknownIds: { id: string; test: TestRun }[];
}

const idPattern = '[A-Z]+-\\d{2,}';

/** The statements of a document: its lines `- NAV-07 …`. Throws an Error that names a duplicate id. */
export function readStatements(markdown: string): Statement[] {
  const statements = [...markdown.matchAll(new RegExp(`^- (${idPattern}) (.+)$`, 'gm'))].map((match) => ({
    id: match[1] ?? '',
    text: match[2] ?? '',
  }));
  const ids = statements.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`Statements with the same id: ${twice.join(', ')}`);
  return statements;
}

/** The distinct ids in a title: `[NAV-07]`, `[NAV-07][NAV-08]` or `[NAV-07, NAV-08]`. */
export function idsIn(title: string): string[] {
  const brackets = title.matchAll(new RegExp(`\\[(${idPattern}(?:\\s*,\\s*${idPattern})*)\\]`, 'g'));
  return [...new Set([...brackets].flatMap((match) => (match[1] ?? '').split(/\s*,\s*/)))];
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** The tests in vitest's JSON report. `root` is the project's folder. Throws on any other format. */
export function readTests(report: unknown, root: string): TestRun[] {
  return reportSchema.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      title: fullName,
      file: relative(root, name),
      hasPassed: status === 'passed',
    })),
  );
}

/** Matches statements and tests by id. A skipped test proves nothing: it counts as failed. */
export function coverStatements(statements: readonly Statement[], tests: readonly TestRun[]): Coverage {
  const known = new Map(
    statements.map((statement) => [statement.id, { ...statement, passed: [] as TestRun[], failed: [] as TestRun[] }]),
  );
  const unknownIds: Coverage['unknownIds'] = [];
  for (const test of tests) {
    for (const id of idsIn(test.title)) {
      const statement = known.get(id);
      if (!statement) unknownIds.push({ id, test });
      else if (test.hasPassed) statement.passed.push(test);
      else statement.failed.push(test);
    }
  }
  return { statements: [...known.values()], unknownIds };
}

/** The coverage as text, and all its faults: without faults, the tests prove every statement. */
export function describeCoverage({ statements, unknownIds }: Coverage): { lines: string[]; faults: string[] } {
  const line = (mark: string, { title, file }: TestRun) => `  ${mark} ${title} (${file})`;
  const lines = statements.flatMap(({ id, passed, failed }) => [
    id,
    ...passed.map((test) => line('✓', test)),
    ...failed.map((test) => line('✗', test)),
  ]);
  const uncovered = statements.filter(({ passed }) => passed.length === 0).map(({ id }) => id);
  const failing = statements.filter(({ passed, failed }) => passed.length > 0 && failed.length > 0).map(({ id }) => id);
  const faults = [
    ...(uncovered.length > 0 ? [`Without a passing test: ${uncovered.join(', ')}`] : []),
    ...(failing.length > 0 ? [`With a test that did not pass: ${failing.join(', ')}`] : []),
    ...unknownIds.map(({ id, test }) => `No statement has the id ${id}: ${test.title} (${test.file})`),
  ];
  return { lines, faults };
}
