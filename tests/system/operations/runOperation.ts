import { execFile } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../../src/main.ts');

/** The output and exit code of an operation that ran with these arguments and settings only. */
export function runOperation(
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'], ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
