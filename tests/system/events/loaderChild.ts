import { join } from 'node:path';
import { startLoader } from '#events/load/loader.ts';
import { openClickHouse } from '#storage/clickhouse.ts';

/**
 * A loader for kill tests: `root url [step count]`. Kills itself when it has reached a step this many times. Prints
 * `drained` when everything sealed is loaded, after a message that requests it.
 */
const [root = '', url = '', fatalStep = '', count = '1'] = process.argv.slice(2);
const write = (text: string) => void process.stderr.write(`loader: ${text}\n`);
let reached = 0;
const loader = await startLoader({
  spoolRoot: join(root, 'spool'),
  stateDir: join(root, 'loader'),
  node: `killed-${root.slice(-6)}`,
  clickhouse: openClickHouse(url),
  log: { error: write, warn: write, info: write },
  lifetimeMs: 4 * 3_600_000,
  factsDays: 400,
  intervalMs: 10,
  rowsPerPart: 60,
  batchBytes: 16_000,
  onStep(step) {
    if (step !== fatalStep) return;
    reached += 1;
    if (reached === Number(count)) process.kill(process.pid, 'SIGKILL');
  },
});
process.on('message', () => void loader.drain().then(() => process.send?.('drained')));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
