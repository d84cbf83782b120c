// Runs a file of tests again and again beside a process that is busy, and shows what failed: `npm run test:again -- <file> <times>`.
import { spawn, spawnSync } from 'node:child_process';

const [file, times = '10'] = process.argv.slice(2);
const count = Number(times);
if (!file || !Number.isInteger(count) || count < 1) {
  console.error('npm run test:again -- <file> <times>');
  process.exit(1);
}
// On a machine with nothing else to do, tests meet few of the orders in which things can happen.
const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
let failed = 0;
for (let run = 1; run <= count; run += 1) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', file];
  const done = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } });
  console.log(`${run}: ${done.status === 0 ? 'passed' : 'failed'}`);
  if (done.status === 0) continue;
  failed += 1;
  console.log(`${done.stdout}\n${done.stderr}`);
}
busy.kill();
console.log(`${count - failed} of ${count} runs passed`);
process.exit(failed === 0 ? 0 : 1);
