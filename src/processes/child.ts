import { createScrubber } from '#runtime/log/createScrubber.ts';
import { describeError } from '#runtime/log/describeError.ts';
import { reportCrashes } from '#runtime/log/reportCrashes.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { roles, type RoleName, type RoleStart, type RunningRole, type StoreUrls } from './roles.ts';

/** Messages of a child to its parent. */
export type ChildMessage =
  | { type: 'listening' }
  | { type: 'ready'; stores?: StoreUrls }
  /** Its loop runs: the answer to a ping. */
  | { type: 'pong' }
  | { type: 'failed'; message: string };

/** Messages of a parent to its child: the order to start, once it listens and what its role needs is there; later, pings. */
export type ParentMessage = { type: 'start'; start: RoleStart } | { type: 'ping' };

/**
 * Runs one role in this process until SIGTERM, or until the parent is gone: a child never outlives its parent, so that
 * the next start finds ports and data folder free.
 */
export function runChild(role: RoleName): void {
  // One turn of the event loop learns that the channel closed while this process began.
  setImmediate(() => {
    if (process.connected) runRole(role);
  });
}

function runRole(role: RoleName): void {
  // The exit of a process waits for its thread pool: a statement there could run on for minutes, with the data folder locked.
  process.on('exit', () => {
    if (!process.connected) process.kill(process.pid, 'SIGKILL');
  });
  let running: RunningRole | null = null;
  let isClosing = false;
  const closeAndExit = (code: number) => {
    if (isClosing) return;
    isClosing = true;
    // A role that cannot close in time is no worse off than one that was killed.
    setTimeout(() => process.exit(code), 10_000).unref();
    void (running?.close() ?? Promise.resolve()).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', () => closeAndExit(0));
  // Ctrl-C reaches the whole process group; the parent decides the order of closing.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => closeAndExit(0));
  const loading = roles[role]();
  // Told to the parent when the start is asked for; until then it is no unhandled one.
  loading.catch(() => undefined);
  let secrets: string[] = [];
  reportCrashes(role, () => secrets);
  process.on('message', (message: ParentMessage) => {
    if (message.type === 'ping') return notifyParent({ type: 'pong' });
    const { start } = message;
    secrets = secretsOf(start.config, start.stores);
    const starting = loading.then((startRole) => startRole(start));
    starting.then(
      (started) => {
        running = started;
        notifyParent({ type: 'ready', ...(started.stores ? { stores: started.stores } : {}) });
      },
      (error: unknown) => {
        const { text, stack } = describeError(error);
        notifyParent({ type: 'failed', message: createScrubber(secrets)(`${text}\n${stack}`.trim()) });
        setTimeout(() => process.exit(1), 50);
      },
    );
  });
  // Asked for, because a message that comes before the listener is lost in cluster workers.
  notifyParent({ type: 'listening' });
}

function notifyParent(message: ChildMessage): void {
  // The parent may end while the message is on its way: `disconnect` follows.
  if (process.connected) process.send?.(message, () => undefined);
}
