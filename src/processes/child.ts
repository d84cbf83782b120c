import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { createScrubber } from '#runtime/log/createScrubber.ts';
import { describeError } from '#runtime/log/describeError.ts';
import { reportCrashes } from '#runtime/log/reportCrashes.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import type { MetricReading } from '#runtime/metrics/createMetrics.ts';
import type { ProcessMetrics } from '#runtime/metrics/openProcessMetrics.ts';
import type { Tracer } from '#runtime/tracing/tracer.ts';
import { openMetricsOf } from './metrics/openMetricsOf.ts';
import { openTracerOf } from './openTracerOf.ts';
import { roles, type RoleName, type RoleStart, type RunningRole, type StoreUrls } from './roles.ts';

/** Messages of a child to its parent. */
export type ChildMessage =
  | { type: 'listening' }
  | { type: 'ready'; stores?: StoreUrls }
  /** Reply to a ping: the event loop runs. */
  | { type: 'pong' }
  /** The metrics that the parent requested under this number. */
  | { type: 'metrics'; id: number; readings: MetricReading[] }
  /** The role could not start. `isFinal`: nor would it at another attempt with these settings. */
  | { type: 'failed'; message: string; isFinal: boolean };

/**
 * Messages of a parent to its child: the order to start, sent once the child listens and its dependencies are
 * available; later, pings and requests for its metrics.
 */
export type ParentMessage =
  | { type: 'start'; start: Omit<RoleStart, 'telemetry'> }
  | { type: 'ping' }
  | { type: 'metrics'; id: number };

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
  let processMetrics: ProcessMetrics | null = null;
  let tracer: Tracer | null = null;
  reportCrashes(role, () => secrets);
  process.on('message', (message: ParentMessage) => {
    if (message.type === 'ping') return notifyParent({ type: 'pong' });
    if (message.type === 'metrics') {
      const { id } = message;
      void processMetrics?.read().then((readings) => notifyParent({ type: 'metrics', id, readings }));
      return undefined;
    }
    const { start } = message;
    secrets = secretsOf(start.config, start.stores);
    const starting = loading.then(async (startRole) => {
      processMetrics = await openMetricsOf(start.config, role, start.slot);
      tracer = await openTracerOf(start, role);
      return startRole({ ...start, telemetry: { metrics: processMetrics?.metrics ?? null, tracer } });
    });
    starting.then(
      (started) => {
        running = started;
        notifyParent({ type: 'ready', ...(started.stores ? { stores: started.stores } : {}) });
      },
      (error: unknown) => {
        const { text, stack } = describeError(error);
        const isFinal = error instanceof SettingsConflict;
        const message = createScrubber(secrets)(isFinal ? error.message : `${text}\n${stack}`.trim());
        notifyParent({ type: 'failed', message, isFinal });
        setTimeout(() => process.exit(1), 50);
      },
    );
  });
  // The child announces itself, because in cluster workers a message that arrives before the listener is lost.
  notifyParent({ type: 'listening' });
}

function notifyParent(message: ChildMessage): void {
  // The parent may exit while the message is being sent: `disconnect` follows.
  if (process.connected) process.send?.(message, () => undefined);
}
