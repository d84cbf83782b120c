// Runs every test once, or those of another `--config`, prints how long each part took, and ends with the line `N
// passed, N failed`. `--report <file>` saves vitest's JSON report; all other arguments are passed on to vitest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openTestFolder } from './testFolder.ts';

const rest = process.argv.slice(2);
const at = rest.indexOf('--report');
const [, reportPath] = at === -1 ? [] : rest.splice(at, 2);
const folder = openTestFolder();
const report = reportPath === undefined ? join(folder, 'report.json') : resolve(reportPath);
// Roles in the process of a test share its threads for files, passwords and look-ups; child processes use the compile
// cache.
const environment = {
  TMPDIR: folder,
  FORCE_COLOR: '0',
  UV_THREADPOOL_SIZE: '16',
  NODE_COMPILE_CACHE: join('node_modules', '.cache', 'compiled'),
};
const vitest = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/timesReporter.ts',
    `--outputFile.json=${report}`,
    ...rest,
  ],
  { stdio: 'inherit', env: { ...process.env, ...environment } },
);
// The folder is also removed after an interrupted run. A terminal interrupts vitest itself; a second signal would end
// it immediately.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => vitest.kill('SIGTERM'));
const [status] = await once(vitest, 'exit');
let passed = 0;
let failed = 0;
let skipped = 0;
try {
  const result = JSON.parse(readFileSync(report, 'utf8'));
  passed = result.numPassedTests;
  failed = result.numFailedTests;
  skipped = result.numPendingTests + result.numTodoTests;
  // A file that could not be loaded counts as a failure.
  failed += result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
} catch (error) {
  console.error(`No test report: ${error.message}`);
  failed = 1;
}
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
if (skipped > 0) {
  console.error(`${skipped} tests were skipped: nothing may be.`);
  failed += skipped;
}
if (status !== 0 && failed === 0) failed = 1;
if (passed === 0) failed = Math.max(failed, 1);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
