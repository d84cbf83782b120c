import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startLoader } from '#events/load/loader.ts';
import { joinNodes } from '#events/nodes/joinNodes.ts';
import { openClickHouse } from '#storage/clickhouse.ts';

/**
 * The loader of one of several nodes: `root node databaseUrl clickhouseUrl [step count]`. Kills itself when it has
 * reached a step this many times. Reports `drained` when everything sealed is loaded, after a message that requests it.
 */
const [root = '', node = '', databaseUrl = '', clickhouseUrl = '', fatalStep = '', count = '1'] = process.argv.slice(2);
const write = (text: string) => void process.stderr.write(`${node}: ${text}\n`);
const log = { error: write, warn: write, info: write };
const spoolRoot = join(root, 'spool');
const stateDir = join(root, 'loader');
let reached = 0;
const settings = {
  DATABASE_URL: databaseUrl,
  CLICKHOUSE_URL: clickhouseUrl,
  TOKEN_LIFETIME_MINUTES: 240,
  secret: 'a'.repeat(64),
  otherSecrets: [],
};
mkdirSync(root, { recursive: true });
const joined = await joinNodes(settings, { node, spoolRoot, stateDir, log });
const hits = await joined?.decideHits();
if (!hits) throw new Error('The node decides alone');
const loader = await startLoader({
  spoolRoot,
  stateDir,
  node,
  clickhouse: openClickHouse(clickhouseUrl),
  log,
  hits,
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
process.on('message', (message) => {
  if (message === 'drain') void loader.drain().then(() => process.send?.('drained'));
  if (message === 'stop') void stop();
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function stop(): Promise<void> {
  joined?.stopWaiting();
  await loader.stop();
  await joined?.leave();
  process.exit(0);
}
