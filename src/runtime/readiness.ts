import { isStoreUnavailable } from './faults/storeUnavailable.ts';
import { withTimeout } from './withTimeout.ts';

/** A check of something that a process needs: rejects when it cannot be used, and may take as long as it likes. */
export type Check = () => Promise<void>;

/** The results of all checks: `ok`, or a short reason. */
export type CheckResults = Record<string, string>;

/** A check failed for a reason of its own words. */
export class Unready extends Error {
  override readonly name = 'Unready';
}

/** How long a check is waited for. */
const deadlineMs = 2000;

/**
 * Runs checks all at once and answers at the deadline at the latest. A check that has not ended is not begun again: who asks
 * meanwhile waits for the same one, so that something that hangs is asked once.
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
