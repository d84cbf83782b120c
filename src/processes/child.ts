import type { Socket } from 'node:net';
import { createHandedConnections } from '#runtime/listen/handedConnections.ts';
import type { PortName } from '#runtime/listen/portName.ts';
import { createScrubber } from '#runtime/log/createScrubber.ts';
import { reportCrashes } from '#runtime/log/reportCrashes.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import type { MetricReading } from '#runtime/metrics/createMetrics.ts';
import type { ProcessMetrics } from '#runtime/metrics/openProcessMetrics.ts';
import type { Tracer } from '#runtime/tracing/tracer.ts';
import { type Config, readConfig } from '../config.ts';
import { openMetricsOf } from './metrics/openMetricsOf.ts';
import { openTracerOf } from './openTracerOf.ts';
import { reportWaiting } from './reportWaiting.ts';
import { roles, type RoleName, type RoleStart, type RunningRole, type StoreUrls } from './roles.ts';
import { startFailure } from './startFailure.ts';

/** Messages of a child to its parent. */
export type ChildMessage =
  | { type: 'listening' }
  | { type: 'ready'; stores?: StoreUrls }
  /** It responds as fast as it will. */
  | { type: 'warm' }
  /** It is not warm yet, and the cause. */
  | { type: 'waiting'; cause: string }
  /** It has taken a connection. */
  | { type: 'taken'; port: PortName }
  /** It drains, and no connection is open. */
  | { type: 'drained' }
  /** Reply to a ping: the event loop runs. */
  | { type: 'pong' }
  /** The metrics that the parent requested under this number. */
  | { type: 'metrics'; id: number; readings: MetricReading[] }
  /** The role could not start. `isFinal`: nor would it at another attempt with these settings. */
  | { type: 'failed'; message: string; isFinal: boolean };

/** The parameters of a start. A child reads the settings itself: it may be of a newer version than its parent. */
export type ChildStart = Omit<RoleStart, 'config' | 'connections' | 'telemetry'> & { isDemo: boolean };

/**
 * Messages of a parent to its child: the order to start, sent once the child listens and its dependencies are
 * available; then pings, requests for its metrics, and connections. Parents and children of consecutive versions
 * understand each other.
 */
export type ParentMessage =
  | { type: 'start'; start: ChildStart }
  | { type: 'ping' }
  | { type: 'metrics'; id: number }
  /** Comes with a socket. */
  | { type: 'connection'; port: PortName }
  /** Close each connection with its next response. `isNodeLeaving`: the node stops as a whole. */
  | { type: 'drain'; isNodeLeaving: boolean }
  /** Take over the state that an ended process has stored. */
  | { type: 'takeOver'; slot: number };

/**
 * Runs one role in this process until SIGTERM or until the parent has exited: a child never outlives its parent, so
 * that the next start finds ports and data folder free.
 */
export function runChild(role: RoleName): void {
  // One turn of the event loop detects that the channel closed while this process was starting.
  setImmediate(() => {
    if (process.connected) runRole(role);
  });
}

function runRole(role: RoleName): void {
  // Process exit waits for the thread pool: a statement there could run on for minutes, with the data folder locked.
  process.on('exit', () => {
    if (!process.connected) process.kill(process.pid, 'SIGKILL');
  });
  let running: RunningRole | null = null;
  let isClosing = false;
  const closeAndExit = (code: number) => {
    if (isClosing) return;
    isClosing = true;
    // A role that cannot close in time is treated like a killed one.
    setTimeout(() => process.exit(code), 10_000).unref();
    const closed = running?.close() ?? Promise.resolve();
    void closed
      .then(() => tracer?.close())
      .then(
        () => process.exit(code),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', () => closeAndExit(0));
  // Ctrl-C reaches the complete process group; the parent decides the closing order.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => closeAndExit(0));
  const loading = roles[role]();
  // A failure is reported to the parent after the start message. Until then it must not count as unhandled.
  loading.catch(() => undefined);
  let secrets: string[] = [];
  let settings: Config | null = null;
  let processMetrics: ProcessMetrics | null = null;
  let tracer: Tracer | null = null;
  reportCrashes(role, () => secrets);
  const connections = createHandedConnections(() => notifyParent({ type: 'drained' }));
  const start = ({ isDemo, ...given }: ChildStart) => {
    const starting = loading.then(async (startRole) => {
      const config = readConfig(process.env, { isDemo });
      settings = config;
      secrets = secretsOf(config, given.stores);
      processMetrics = await openMetricsOf(config, role, given.slot);
      tracer = await openTracerOf({ config, stores: given.stores }, role);
      const telemetry = { metrics: processMetrics?.metrics ?? null, tracer };
      return startRole({ ...given, config, connections, telemetry });
    });
    starting.then(
      (started) => {
        running = started;
        notifyParent({ type: 'ready', ...(started.stores ? { stores: started.stores } : {}) });
        void reportWaiting(started, (cause) => notifyParent({ type: 'waiting', cause }));
        (started.warm ?? Promise.resolve()).then(
          () => notifyParent({ type: 'warm' }),
          () => undefined,
        );
      },
      (error: unknown) => {
        const { message, isFinal } = startFailure(error, settings);
        notifyParent({ type: 'failed', message: createScrubber(secrets)(message), isFinal });
        setTimeout(() => process.exit(1), 50);
      },
    );
  };
  process.on('message', (message: ParentMessage, socket: Socket | undefined) => {
    switch (message.type) {
      case 'start':
        return start(message.start);
      case 'ping':
        return notifyParent({ type: 'pong' });
      case 'metrics': {
        const { id } = message;
        void processMetrics?.read().then((readings) => notifyParent({ type: 'metrics', id, readings }));
        return;
      }
      case 'connection':
        notifyParent({ type: 'taken', port: message.port });
        if (socket) connections.take(message.port, socket);
        return;
      case 'drain':
        return connections.startDraining(message.isNodeLeaving);
      case 'takeOver':
        return void running?.takeOver?.(message.slot);
    }
  });
  // The child announces itself when it can read messages.
  notifyParent({ type: 'listening' });
}

function notifyParent(message: ChildMessage): void {
  // The parent may exit while the message is being sent: `disconnect` follows.
  if (process.connected) process.send?.(message, () => undefined);
}
