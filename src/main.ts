import { resolve } from 'node:path';
import { readConfig } from './config.ts';
import { operations } from './operations/operations.ts';
import { runChild } from './processes/child.ts';
import type { RoleName } from './processes/roles.ts';
import { lockDataDir } from './processes/lockDataDir.ts';
import { startMetrics } from './processes/metrics/startMetrics.ts';
import { readPassedSockets } from './processes/passedSockets.ts';
import { readAdoptedFolder, readStartArguments } from './processes/startArguments.ts';
import { readStartSettings } from './processes/readStartSettings.ts';
import { supervise } from './processes/supervisor.ts';
import { reportCrashes } from './runtime/log/reportCrashes.ts';
import { secretsOf } from './runtime/log/secretsOf.ts';

/** Operations that are also arguments of `start`: `npm start -- migrate` runs one instead of starting. */
const startedOperations: readonly string[] = ['migrate', 'reset-admin', 'seal-secrets'];

/** Entry point: `start` and `demo` supervise the roles; `child` runs one of them; the others are operations. */
function main(command: string): void {
  if (command === 'child') return runChild(process.argv[3] as RoleName);
  run(command).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
}

async function run(command: string): Promise<void> {
  const args = process.argv.slice(3);
  const [first = '', ...others] = args;
  if (command === 'start' && startedOperations.includes(first)) return runOperation(first, others);
  const adopted = command === 'start' ? readAdoptedFolder(args) : null;
  if (adopted !== null) {
    const { adoptNode } = await import('./operations/adopt/adoptNode.ts');
    process.exitCode = await adoptNode(adopted, process.env, print);
    return;
  }
  if (command === 'start' || command === 'demo') return start(command === 'demo', args);
  return runOperation(command, args);
}

async function runOperation(name: string, args: readonly string[]): Promise<void> {
  const load = operations[name];
  if (!load)
    throw new Error(`Unknown command: ${name}. Use ${['start', 'demo', ...Object.keys(operations)].join(', ')}.`);
  const operation = await load();
  process.exitCode = await operation(args, process.env);
}

/** Locks the data folder first: nothing in it is read or created before. */
async function start(isDemo: boolean, args: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const { roles } = readStartArguments(isDemo ? [] : args);
  const { DATA_DIR } = readStartSettings(process.env, { isDemo, roles, print });
  const lockFds = await lockDataDir(DATA_DIR, roles, print);
  const config = readConfig(process.env, { isDemo });
  const secrets = secretsOf(config);
  reportCrashes('parent', () => secrets);
  // Not the resolved path: a link may lead to a newer build at a reload.
  const entry = resolve(process.argv[1] ?? '');
  const collector = await startMetrics(config);
  const supervised = await supervise(config, {
    entry,
    roles,
    lockFds,
    sockets: readPassedSockets(process.env, process.pid),
    log: print,
    onRefused: () => close(1),
    collector,
  });
  void supervised.ready.then(() => {
    print(`Bidhouse is ready (process ${process.pid}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    if (roles.includes('api')) print(`  console     http://localhost:${config.PORT}`);
    if (roles.includes('serving')) print(`  ad serving  ${config.ADS_URL}`);
    if (isDemo) {
      print(`  publisher   http://localhost:${config.DEMO_PORT}`);
      print('  sign in as admin, demand, manager, sub, adv or sdk; password bidhouse-demo');
    }
  });
  let isClosing = false;
  const close = (code: number) => {
    if (isClosing) return;
    isClosing = true;
    void supervised.close().then(() => process.exit(code));
  };
  process.on('SIGINT', () => close(0));
  process.on('SIGTERM', () => close(0));
  process.on('SIGHUP', () => {
    print('Replacing all processes');
    supervised.reload().then(
      () => print('All processes have been replaced'),
      (error: Error) => print(`The processes were not all replaced: ${error.message}`),
    );
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

main(process.argv[2] ?? 'start');
