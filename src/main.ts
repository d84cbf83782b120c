import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { runChild } from './processes/child.ts';
import type { RoleName } from './processes/roles.ts';
import { supervise } from './processes/supervisor.ts';
import { reportCrashes } from './runtime/log/reportCrashes.ts';
import { secretsOf } from './runtime/log/secretsOf.ts';

/** Composition root: `start` and `demo` supervise the roles; `child` is one of them. */
function main(command: string): void {
  if (command === 'child') return runChild(process.argv[3] as RoleName);
  if (command !== 'start' && command !== 'demo') return fail(`Unknown command: ${command}. One of start, demo.`);
  const isDemo = command === 'demo';
  let config;
  try {
    config = readConfig(process.env, { isDemo });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  const secrets = secretsOf(config);
  reportCrashes('parent', () => secrets);
  const startedAt = performance.now();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const supervised = supervise(config, fileURLToPath(import.meta.url), print);
  void supervised.ready.then(() => {
    print(`Bidhouse is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    print(`  console     http://localhost:${config.PORT}`);
    print(`  ad serving  ${config.ADS_URL}`);
    if (isDemo) {
      print(`  publisher   http://localhost:${config.DEMO_PORT}`);
      print('  sign in as admin, demand, manager, sub, adv or sdk; password bidhouse-demo');
    }
  });
  let isClosing = false;
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    void supervised.close().then(() => process.exit(0));
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

main(process.argv[2] ?? 'start');
