// Runs a test file repeatedly beside a busy process and prints the failures: `npm run test:again -- <file> <times>`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const [file, times = '10'] = process.argv.slice(2);
const count = Number(times);
if (!file || !Number.isInteger(count) || count < 1) {
  console.error('npm run test:again -- <file> <times>');
  process.exit(1);
}
// On an idle machine, tests see few of the possible orders of events.
const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
let running = busy;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    running.kill('SIGTERM');
    busy.kill();
    process.exit(128 + constants.signals[signal]);
  });
}
let failed = 0;
for (let run = 1; run <= count; run += 1) {
  running = spawn(process.execPath, ['scripts/test.mjs', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (part) => (printed += part));
  const [status] = await once(running, 'close');
  console.log(`${run}: ${status === 0 ? 'passed' : 'failed'}`);
  if (status === 0) continue;
  failed += 1;
  console.log(printed);
}
busy.kill();
console.log(`${count - failed} of ${count} runs passed`);
process.exit(failed === 0 ? 0 : 1);
