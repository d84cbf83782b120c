import { fork, type ChildProcess, type StdioOptions } from 'node:child_process';
import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import type { ChildMessage, ParentMessage } from './child.ts';
import type { RoleName, StoreUrls } from './roles.ts';
import type { MetricsCollector } from './metrics/createCollector.ts';
import { closeLostConnections } from './closeLostConnections.ts';
import { servingLaunch } from './servingLaunch.ts';
import { openCompileCache } from './openCompileCache.ts';
import { type PingPolicy, defaultPingPolicy, monitorPings } from './monitorPings.ts';

/** Writes one line about the processes. */
export type Log = (line: string) => void;

interface Unit {
  role: RoleName;
  slot: number;
  process: ChildProcess | null;
  isListening: boolean;
  isReady: boolean;
  failures: number;
}

/** The running processes. */
export interface Supervised {
  /** Resolves when every process has been ready once. */
  ready: Promise<void>;
  /** Stops all processes in order: first those with traffic, the stores last. */
  close(): Promise<void>;
  /** Process IDs by role, for tests and operators. */
  pids(): { role: RoleName; pid: number }[];
}

const closingOrder: readonly RoleName[] = ['demo', 'serving', 'worker', 'api', 'store'];
const maxPauseMs = 5000;
/**
 * File descriptor for heartbeats of the store while a statement runs. Lower descriptors are the same in every child.
 */
const heartbeatFd = 4;

export interface SuperviseOptions {
  /** Path of the script that runs a role. */
  entry: string;
  /** File descriptor that every child inherits, so that its lock lasts as long as the last of them. */
  lockFd: number;
  log: Log;
  /** Called when a role cannot start with these settings, at this or any other attempt. */
  onRefused(): void;
  /** Collects the metrics of the children; null where METRICS_PORT is not set. */
  collector?: MetricsCollector | null;
  /** When a child counts as frozen. */
  terms?: PingPolicy;
}

/** Starts the roles as child processes of this one, and restarts those that die or freeze. */
export function supervise(
  config: Config,
  { entry, lockFd, log, onRefused, collector, terms = defaultPingPolicy }: SuperviseOptions,
): Supervised {
  const isEmbedded = config.DATABASE_URL === undefined || config.CLICKHOUSE_URL === undefined;
  let stores: StoreUrls = { databaseUrl: config.DATABASE_URL ?? '', clickhouseUrl: config.CLICKHOUSE_URL ?? '' };
  let isClosing = false;
  let notifyReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    notifyReady = resolve;
  });
  const units: Unit[] = [];
  let areStoresKnown = !isEmbedded;
  const compileCache = openCompileCache(config.DATA_DIR, entry);

  const monitor = monitorPings<Unit>(terms, {
    ping: (unit) => send(unit, { type: 'ping' }),
    onFrozen(unit) {
      const seconds = (terms.everyMs * terms.maxUnanswered) / 1000;
      log(`${unit.role} has not responded for ${seconds} s; killing it`);
      // A suspended process reacts to no other signal.
      unit.process?.kill('SIGKILL');
    },
  });
  const send = (unit: Unit, message: ParentMessage) => {
    // A process that has just died is restarted when its exit is reported.
    if (unit.process?.connected) unit.process.send(message, () => undefined);
  };

  const startUnit = (unit: Unit) => {
    const child = spawnRole(unit.role, entry, lockFd, compileCache);
    child.stdio[heartbeatFd]?.on('data', () => monitor.answered(unit));
    unit.process = child;
    collector?.add(unit.role, unit.slot, child);
    child.on('message', (message: ChildMessage) => onMessage(unit, message));
    child.on('error', (error) => log(`${unit.role}: ${error.message}`));
    child.on('exit', (code, signal) => onExit(unit, code, signal));
  };

  const sendStart = (unit: Unit) => {
    if (!unit.isListening || (needsStores(unit.role) && !areStoresKnown)) return;
    const start = { config, stores, slot: unit.slot, ...(unit.role === 'store' ? { heartbeatFd } : {}) };
    send(unit, { type: 'start', start });
  };

  const onMessage = (unit: Unit, message: ChildMessage) => {
    if (message.type === 'listening') {
      unit.isListening = true;
      sendStart(unit);
      return;
    }
    if (message.type === 'pong') return monitor.answered(unit);
    if (message.type === 'metrics') return;
    if (message.type === 'failed') {
      log(`${unit.role} could not start: ${message.message}`);
      if (message.isFinal) onRefused();
      return;
    }
    unit.isReady = true;
    unit.failures = 0;
    monitor.add(unit);
    if (message.stores) {
      stores = {
        databaseUrl: config.DATABASE_URL ?? message.stores.databaseUrl,
        clickhouseUrl: config.CLICKHOUSE_URL ?? message.stores.clickhouseUrl,
      };
      if (!areStoresKnown) {
        areStoresKnown = true;
        for (const each of units) if (needsStores(each.role)) sendStart(each);
      }
    }
    if (units.every((each) => each.isReady)) notifyReady();
  };

  const onExit = (unit: Unit, code: number | null, signal: NodeJS.Signals | null) => {
    monitor.remove(unit);
    unit.process = null;
    unit.isListening = false;
    if (isClosing) return;
    const pauseMs = unit.failures === 0 ? 0 : Math.min(maxPauseMs, 100 * 2 ** unit.failures);
    unit.failures += 1;
    log(`${unit.role} stopped (${signal ?? `code ${code}`}); restarting${pauseMs ? ` in ${pauseMs} ms` : ''}`);
    setTimeout(() => {
      if (!isClosing) startUnit(unit);
    }, pauseMs);
  };

  const add = (role: RoleName, slot = 0) => {
    units.push({ role, slot, process: null, isListening: false, isReady: false, failures: 0 });
  };
  if (isEmbedded) add('store');
  for (let slot = 0; slot < config.SERVING_WORKERS; slot += 1) add('serving', slot);
  add('api');
  add('worker');
  if (config.isDemo) add('demo');
  for (const unit of units) startUnit(unit);

  return {
    ready,
    async close() {
      isClosing = true;
      monitor.stop();
      for (const role of closingOrder) {
        await Promise.all(units.filter((unit) => unit.role === role).map((unit) => stop(unit.process)));
      }
    },
    pids: () =>
      units.flatMap((unit) => (unit.process?.pid === undefined ? [] : [{ role: unit.role, pid: unit.process.pid }])),
  };
}

/** Serving starts from its own state. The others open a database first. */
function needsStores(role: RoleName): boolean {
  return role === 'api' || role === 'worker' || role === 'demo';
}

/**
 * Serving processes share one port through node:cluster; the others are plain forks. Each reads and writes compiled code
 * in `compileCache`, and starts without where it cannot.
 */
function spawnRole(role: RoleName, entry: string, lockFd: number, compileCache: string): ChildProcess {
  const cached = { NODE_COMPILE_CACHE: compileCache };
  const usual: StdioOptions = ['inherit', 'inherit', 'inherit', 'ipc'];
  const stdio = [...usual, lockFd];
  if (role === 'serving') {
    const execArgv = [...process.execArgv, ...servingLaunch.execArgv];
    cluster.setupPrimary({ exec: entry, args: ['child', role], execArgv, stdio });
    const child = cluster.fork({ ...cached, ...servingLaunch.env }).process;
    closeLostConnections(child);
    return child;
  }
  const env = { ...process.env, ...cached };
  if (role !== 'store') return fork(entry, ['child', role], { env, stdio });
  // chDB runs its queries on libuv's threads: with the default of four, one heavy report would block everything.
  return fork(entry, ['child', role], {
    env: { ...env, UV_THREADPOOL_SIZE: '32' },
    stdio: [...usual, 'pipe', lockFd],
  });
}

async function stop(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), 12_000);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
