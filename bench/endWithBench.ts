import { execFile, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const children = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
// Without a listener, a signal ends the process before its exit event.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Has a child killed when the bench ends before it does, by a failure or a signal. */
export function endWithBench(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

/** Runs a command that ends with the bench, and returns its output. */
export async function outputOf([program = '', ...more]: readonly string[], env = process.env): Promise<string> {
  const running = run(program, more, { env, maxBuffer: 10_000_000 });
  endWithBench(running.child);
  return (await running).stdout;
}
