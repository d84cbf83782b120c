import { type RetentionDeps, runRetention } from './retention/runRetention.ts';

const intervalMs = 10 * 60_000;

/** Deletes expired data every ten minutes. */
export function startHousekeeping(deps: RetentionDeps & { log: { error(error: unknown): void } }): { stop(): void } {
  const timer = setInterval(() => void runRetention(deps, deps.log), intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
