import { setTimeout as sleep } from 'node:timers/promises';
import type { PortName } from '#runtime/listen/portName.ts';
import type { Config } from '../config.ts';
import type { MetricsCollector } from './metrics/createCollector.ts';
import { openListeners } from './openListeners.ts';
import { openCompileCache } from './openCompileCache.ts';
import { type PingPolicy, defaultPingPolicy, monitorPings } from './monitorPings.ts';
import type { PassedSockets } from './passedSockets.ts';
import { reloadUnits } from './reloadUnits.ts';
import type { RoleName, StoreUrls } from './roles.ts';
import { firstSlotOf } from './servingSlots.ts';
import { mainRoles, type MainRole } from './startArguments.ts';
import { createWaitingLog } from './reportWaiting.ts';
import { startUnit, type Log, type Unit, type UnitOptions } from './startUnit.ts';

/** The running processes. */
export interface Supervised {
  /** Resolves when every process has been ready once with all that it requires. */
  ready: Promise<void>;
  /**
   * Replaces all processes by those of the build that is there now, without refusing a connection. Throws an Error when
   * the first new process does not start; the others then run on.
   */
  reload(): Promise<void>;
  /** Stops all processes in order: first those with traffic, the stores last. */
  close(): Promise<void>;
  /** Process IDs by role, for tests and operators. */
  pids(): { role: RoleName; pid: number }[];
}

export interface SuperviseOptions {
  /** Path of the script that runs a role. */
  entry: string;
  /** The settings from which `config` was read, in addition to the environment of this process. */
  env?: NodeJS.ProcessEnv;
  /** Default: all. */
  roles?: readonly MainRole[];
  /** File descriptors that every child inherits, so that their locks last as long as the last of them. */
  lockFds: readonly number[];
  /** Sockets that listen already, instead of those that it opens. */
  sockets?: PassedSockets;
  log: Log;
  /** Called when a role cannot start with these settings, at this or any other attempt. */
  onRefused: () => void;
  /** Collects the metrics of the children; null where METRICS_PORT is not set. */
  collector?: MetricsCollector | null;
  /** When a child counts as frozen. */
  terms?: PingPolicy;
}

/**
 * Listens on the ports of the roles, starts the roles as child processes of this one, hands the connections over to
 * them, and restarts those that die or freeze. Throws an Error when a port cannot be used.
 */
export async function supervise(
  config: Config,
  {
    entry,
    env = {},
    roles = mainRoles,
    lockFds,
    sockets,
    log,
    onRefused,
    collector = null,
    terms = defaultPingPolicy,
  }: SuperviseOptions,
): Promise<Supervised> {
  const isEmbedded =
    roles.some((role) => role !== 'serving') &&
    (config.DATABASE_URL === undefined || config.CLICKHOUSE_URL === undefined);
  let stores: StoreUrls = { databaseUrl: config.DATABASE_URL ?? '', clickhouseUrl: config.CLICKHOUSE_URL ?? '' };
  let areStoresKnown = !isEmbedded;
  let isStarted = false;
  let isClosing = false;
  let reloading: Promise<void> = Promise.resolve();
  let notifyReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    notifyReady = resolve;
  });
  const units = new Set<Unit>();
  const onWaiting = createWaitingLog(log);
  const listeners = await openListeners(config, roles, sockets);
  const monitor = monitorPings<Unit>(terms, {
    ping: (unit) => unit.send({ type: 'ping' }),
    onFrozen(unit) {
      const seconds = (terms.everyMs * terms.maxUnanswered) / 1000;
      log(`${unit.role} has not responded for ${seconds} s; killing it`);
      unit.kill();
    },
  });

  const options = (): UnitOptions => ({
    entry,
    env,
    lockFds,
    compileCache: openCompileCache(config.DATA_DIR, entry),
    isDemo: config.isDemo,
    stores: () => (areStoresKnown ? stores : null),
    listeners,
    monitor,
    collector,
    log,
    onRefused() {
      if (!isStarted) onRefused();
    },
    onReady(_unit, opened) {
      if (opened) {
        stores = {
          databaseUrl: config.DATABASE_URL ?? opened.databaseUrl,
          clickhouseUrl: config.CLICKHOUSE_URL ?? opened.clickhouseUrl,
        };
        if (!areStoresKnown) {
          areStoresKnown = true;
          for (const each of units) if (each.role !== 'store' && each.role !== 'serving') each.sendStart();
        }
      }
      isStarted ||= [...units].every((each) => each.isReady);
    },
    onWarm() {
      if ([...units].every((each) => each.isWarm)) notifyReady();
    },
    onWaiting,
  });
  const add = (role: RoleName, slot = 0): Unit => {
    const unit = startUnit(role, slot, options());
    units.add(unit);
    return unit;
  };
  const stopAll = (role: RoleName) =>
    Promise.all([...units].filter((unit) => unit.role === role).map((unit) => unit.stop()));
  const closeListener = async (port: PortName) => listeners[port]?.close();

  if (isEmbedded) add('store');
  if (roles.includes('serving')) {
    for (let index = 0; index < config.SERVING_WORKERS; index += 1) add('serving', firstSlotOf(config.DATA_DIR, index));
  }
  if (roles.includes('api')) add('api');
  if (roles.includes('worker')) add('worker');
  if (config.isDemo) add('demo');
  for (const unit of units) unit.takeConnections();

  return {
    ready,
    reload() {
      const run = () => reloadUnits({ units, dataDir: config.DATA_DIR, add, isClosing: () => isClosing });
      const reload = reloading.then(run);
      reloading = reload.catch(() => undefined);
      return reload;
    },
    async close() {
      isClosing = true;
      monitor.stop();
      await stopAll('demo');
      if (roles.includes('serving')) {
        for (const unit of units) if (unit.role === 'serving') unit.send({ type: 'drain', isNodeLeaving: true });
        await sleep(config.DRAIN_MS);
        await closeListener('ads');
        await stopAll('serving');
      }
      await stopAll('worker');
      await Promise.all([closeListener('console'), closeListener('control')]);
      await stopAll('api');
      await stopAll('store');
    },
    pids: () => [...units].flatMap(({ role, pid }) => (pid === undefined ? [] : [{ role, pid }])),
  };
}
