import { withTimeout } from '#runtime/withTimeout.ts';
import type { RoleName, RunningRole } from './roles.ts';

/** Milliseconds until the first report, since most starts take less, and between reports. */
const firstMs = 5000;
const pauseMs = 60_000;

/** Reports from time to time why a role is not warm yet. Resolves when it is, or ends. */
export async function reportWaiting(
  { warm, waitsFor }: Pick<RunningRole, 'warm' | 'waitsFor'>,
  report: (cause: string) => void,
  pauses: { firstMs: number; pauseMs: number } = { firstMs, pauseMs },
): Promise<void> {
  if (!warm || !waitsFor) return;
  const ended = warm.then(
    () => true,
    () => true,
  );
  for (let ms = pauses.firstMs; (await withTimeout(ms, ended)) !== true; ms = pauses.pauseMs) {
    const cause = await waitsFor();
    if (cause !== null) report(cause);
  }
}

/** Milliseconds in which the same cause of several processes is logged once. */
const sameMs = 30_000;

/** Creates a function that logs causes, those that several processes of a role have at a time once. */
export function createWaitingLog(
  log: (line: string) => void,
  now: () => number = () => performance.now(),
): (role: RoleName, cause: string) => void {
  const loggedAt = new Map<string, number>();
  return (role, cause) => {
    const line = `${role} is not ready: ${cause}`;
    if (now() - (loggedAt.get(line) ?? -Infinity) < sameMs) return;
    loggedAt.set(line, now());
    log(line);
  };
}
