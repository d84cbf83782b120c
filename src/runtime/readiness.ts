import { isStoreUnavailable } from './faults/storeUnavailable.ts';
import { withTimeout } from './withTimeout.ts';

/** A check of a dependency: rejects when it cannot be used, and may take any time. */
export type Check = () => Promise<void>;

/** The results of all checks: `ok`, or a short reason. */
export type CheckResults = Record<string, string>;

/** The failure of a check, with its own reason as message. */
export class Unready extends Error {
  override readonly name = 'Unready';
}

/** Milliseconds to wait for a check. */
const deadlineMs = 2000;

/**
 * Creates a function that runs all checks in parallel and returns at the deadline at the latest. A check that is still
 * running is not started again: later calls wait for the same run, so that a hanging dependency is checked once.
 */
export function createReadiness(checks: Readonly<Record<string, Check>>, ms = deadlineMs): () => Promise<CheckResults> {
  const running = new Map<string, Promise<string>>();
  const begin = (name: string, check: Check): Promise<string> => {
    const known = running.get(name);
    if (known) return known;
    const ran = check()
      .then(() => 'ok', reasonOf)
      .finally(() => running.delete(name));
    running.set(name, ran);
    return ran;
  };
  return async () => {
    const results = Object.entries(checks).map(
      async ([name, check]) => [name, (await withTimeout(ms, begin(name, check))) ?? 'does not respond'] as const,
    );
    return Object.fromEntries(await Promise.all(results));
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof Unready) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'does not respond';
  return isStoreUnavailable(error) ? 'cannot be reached' : 'cannot be read';
}
