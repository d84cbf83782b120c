import type { ChildProcess } from 'node:child_process';
import type { ChildMessage, ChildStart, ParentMessage } from './child.ts';
import type { Listener } from './openListener.ts';
import type { MetricsCollector } from './metrics/createCollector.ts';
import type { PingMonitor } from './monitorPings.ts';
import type { PortName } from '#runtime/listen/portName.ts';
import type { RoleName, StoreUrls } from './roles.ts';
import { heartbeatFd, spawnRole, type SpawnOptions } from './spawnRole.ts';

/** Writes one line about the processes. */
export type Log = (line: string) => void;

/** One process of a role, which is restarted when it dies. */
export interface Unit {
  readonly role: RoleName;
  readonly slot: number;
  readonly pid: number | undefined;
  /** Whether it has been ready once. */
  readonly isReady: boolean;
  /** Whether one of its processes has had all that it requires, and responded as fast as it will. */
  readonly isWarm: boolean;
  /** Resolves when the first process is ready and responds as fast as it will; rejects when that ends before. */
  warm: Promise<void>;
  /** Starts the role if the stores that it needs are known by now. */
  sendStart(): void;
  send(message: ParentMessage): void;
  kill(): void;
  /** Takes connections from now on: at once, or when it is ready. */
  takeConnections(): void;
  /** Takes no more connections, closes the open ones within `politeMs` with their next response, and ends. */
  retire(politeMs: number): Promise<void>;
  /** Ends it. It is not restarted. */
  stop(): Promise<void>;
}

/** The surroundings of a process. */
export interface UnitOptions extends SpawnOptions {
  isDemo: boolean;
  /** The databases; null while they are not known yet. */
  stores(): StoreUrls | null;
  listeners: Partial<Record<PortName, Listener>>;
  monitor: PingMonitor<Unit>;
  collector: MetricsCollector | null;
  log: Log;
  /** Called when the role cannot start with these settings, at this or any other attempt. */
  onRefused: () => void;
  /** Called whenever it is ready. */
  onReady(unit: Unit, stores: StoreUrls | undefined): void;
  /** Called whenever it has all that it requires, and responds as fast as it will. */
  onWarm(): void;
  /** Called from time to time while it is not warm, with the cause. */
  onWaiting(role: RoleName, cause: string): void;
}

const maxPauseMs = 5000;
/** A process that has not ended by then is killed. */
const maxStopMs = 12_000;
const portsOf: Partial<Record<RoleName, readonly PortName[]>> = { serving: ['ads'], api: ['console', 'control'] };

/** Starts a process for a role, and again whenever it dies, until it is stopped. */
export function startUnit(role: RoleName, slot: number, options: UnitOptions): Unit {
  const { log, monitor } = options;
  const listeners = (portsOf[role] ?? []).flatMap((port) => options.listeners[port] ?? []);
  let child: ChildProcess | null = null;
  let isListening = false;
  let isReadyNow = false;
  let isReady = false;
  let isWarm = false;
  let isEnding = false;
  let takesConnections = false;
  let failures = 0;
  let notifyDrained: () => void = () => undefined;
  let notifyWarm: () => void = () => undefined;
  let notifyCold: (error: Error) => void = () => undefined;
  const warm = new Promise<void>((resolve, reject) => {
    notifyWarm = resolve;
    notifyCold = reject;
  });
  // Only a reload waits for it.
  warm.catch(() => undefined);

  const send = (message: ParentMessage) => {
    // A process that has just died is restarted when its exit is reported.
    if (child?.connected) child.send(message, () => undefined);
  };
  const addToListeners = () => {
    if (child && isReadyNow && takesConnections) for (const listener of listeners) listener.add(child);
  };
  const onMessage = (from: ChildProcess, message: ChildMessage) => {
    switch (message.type) {
      case 'listening':
        isListening = true;
        return unit.sendStart();
      case 'pong':
        return monitor.answered(unit);
      case 'taken':
        return options.listeners[message.port]?.taken(from);
      case 'drained':
        return notifyDrained();
      case 'warm':
        isWarm = true;
        notifyWarm();
        return options.onWarm();
      case 'waiting':
        return options.onWaiting(role, message.cause);
      case 'failed':
        log(`${role} could not start: ${message.message}`);
        return message.isFinal ? options.onRefused() : undefined;
      case 'metrics':
        return undefined;
      case 'ready':
        isReadyNow = true;
        isReady = true;
        failures = 0;
        monitor.add(unit);
        addToListeners();
        return options.onReady(unit, message.stores);
    }
  };
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    monitor.remove(unit);
    child = null;
    isListening = false;
    isReadyNow = false;
    const reason = signal ?? `code ${code}`;
    notifyCold(new Error(`${role} stopped (${reason})`));
    if (isEnding) return;
    const pauseMs = failures === 0 ? 0 : Math.min(maxPauseMs, 100 * 2 ** failures);
    failures += 1;
    log(`${role} stopped (${reason}); restarting${pauseMs ? ` in ${pauseMs} ms` : ''}`);
    setTimeout(() => {
      if (!isEnding) spawn();
    }, pauseMs);
  };
  const spawn = () => {
    const started = spawnRole(role, options);
    child = started;
    options.collector?.add(role, slot, started);
    started.stdio[heartbeatFd]?.on('data', () => monitor.answered(unit));
    started.on('message', (message: ChildMessage) => onMessage(started, message));
    started.on('error', (error) => log(`${role}: ${error.message}`));
    started.on('exit', onExit);
  };

  const unit: Unit = {
    role,
    slot,
    get pid() {
      return child?.pid;
    },
    get isReady() {
      return isReady;
    },
    get isWarm() {
      return isWarm;
    },
    warm,
    sendStart() {
      const stores = needsStores(role) ? options.stores() : (options.stores() ?? noStores);
      if (!isListening || !stores) return;
      const start: ChildStart = { isDemo: options.isDemo, stores, slot };
      send({ type: 'start', start: role === 'store' ? { ...start, heartbeatFd } : start });
    },
    send,
    // A suspended process reacts to no other signal.
    kill: () => void child?.kill('SIGKILL'),
    takeConnections() {
      takesConnections = true;
      addToListeners();
    },
    async retire(politeMs) {
      isEnding = true;
      const leaving = child;
      if (leaving) {
        await Promise.all(listeners.map((listener) => listener.remove(leaving)));
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, politeMs);
          notifyDrained = () => {
            clearTimeout(timer);
            resolve();
          };
          leaving.once('exit', notifyDrained);
          send({ type: 'drain', isNodeLeaving: false });
        });
      }
      options.collector?.remove(role, slot);
      await unit.stop();
    },
    async stop() {
      isEnding = true;
      await end(child);
    },
  };
  spawn();
  return unit;
}

const noStores: StoreUrls = { databaseUrl: '', clickhouseUrl: '' };

/** Serving starts from its own state. The others open a database first. */
function needsStores(role: RoleName): boolean {
  return role === 'api' || role === 'worker' || role === 'demo';
}

async function end(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), maxStopMs);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
