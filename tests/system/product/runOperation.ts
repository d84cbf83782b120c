import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Runs an operation of the build in dist/ to its end. */
export async function runOperation(
  command: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  // As scripts/run.mjs starts it.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '32', ...settings };
  const child = spawn(process.execPath, ['dist/server/main.js', command, ...args], { cwd: root, env });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const code = await new Promise<number | null>((done) => {
    child.once('close', (exitCode) => done(exitCode));
  });
  return { code, output };
}
