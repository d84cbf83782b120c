import { roles, type RoleName, type RoleStart, type RunningRole, type StoreUrls } from './roles.ts';

/** What a child tells its parent. */
export type ChildMessage =
  | { type: 'listening' }
  | { type: 'ready'; stores?: StoreUrls }
  | { type: 'failed'; message: string };

/** What a parent tells its child: once, when the child listens and what its role needs is there. */
export interface ParentMessage {
  start: RoleStart;
}

/**
 * Runs one role in this process until SIGTERM, or until the parent is gone: a child never outlives its parent, so that
 * the next start finds ports and data folder free.
 */
export function runChild(role: RoleName): void {
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
  process.once('message', ({ start }: ParentMessage) => {
    const starting = loading.then((startRole) => startRole(start));
    starting.then(
      (started) => {
        running = started;
        tellParent({ type: 'ready', ...(started.stores ? { stores: started.stores } : {}) });
      },
      (error: unknown) => {
        tellParent({
          type: 'failed',
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
        setTimeout(() => process.exit(1), 50);
      },
    );
  });
  // Asked for, because a message that comes before the listener is lost in cluster workers.
  tellParent({ type: 'listening' });
}

function tellParent(message: ChildMessage): void {
  if (process.connected) process.send?.(message);
}
