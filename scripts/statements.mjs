// Prints every statement of docs/statements.md with the tests that prove it, and fails if one is unproven. Runs all
// tests for it, or reads the report of a run: `npm test -- --report run.json`, `npm run statements -- --report
// run.json`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { coverStatements, describeCoverage, readStatements, readTests } from './statementCoverage.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { report: { type: 'string' } } });

/** Runs every test and returns vitest's report. */
function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'bidhouse-statements-'));
  const report = join(folder, 'report.json');
  try {
    spawnSync(process.execPath, [join(root, 'scripts', 'test.mjs'), '--report', report], {
      cwd: root,
      stdio: 'inherit',
    });
    return readFileSync(report, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const report = values.report === undefined ? runTests() : readFileSync(values.report, 'utf8');
const statements = readStatements(readFileSync(join(root, 'docs', 'statements.md'), 'utf8'));
const { lines, faults } = describeCoverage(coverStatements(statements, readTests(JSON.parse(report), root)));
console.log(lines.join('\n'));
for (const fault of faults) console.error(fault);
console.log(`${statements.length} statements, ${faults.length === 0 ? 'all of them shown' : 'not all of them shown'}`);
process.exitCode = faults.length === 0 ? 0 : 1;
