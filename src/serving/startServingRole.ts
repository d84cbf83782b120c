import { setTimeout as sleep } from 'node:timers/promises';
import { newServeId } from '#events/token/token.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { HandedConnections } from '#runtime/listen/handedConnections.ts';
import { createReadiness, Unready, type Check } from '#runtime/readiness.ts';
import { noTelemetry, type Telemetry } from '#runtime/telemetry.ts';
import type { Config } from '../config.ts';
import { openServing, type ServingStores } from './openServing.ts';
import { openServingStores } from './openServingStores.ts';
import { rehearse } from './rehearsal/rehearse.ts';
import { SilentControlPlane } from './snapshot/controlPlane.ts';

/** A running ad-serving process. */
export interface RunningServingRole {
  /** Resolves when its rehearsal has ended, and /readyz no longer waits for it. */
  rehearsed: Promise<void>;
  /** Resolves when it has rehearsed, and all that it requires is available. */
  warm: Promise<void>;
  /** The cause why it is not warm yet; null when nothing is missing. */
  waitsFor(): Promise<string | null>;
  /** Takes over the reservations of an ended process. */
  takeOver(slot: number): Promise<void>;
  close(): Promise<void>;
}

const readinessPauseMs = 100;

/**
 * Starts one ad-serving process: ads, pixels and health on the connections that the parent hands over, or without them
 * on HOST:ADS_PORT. It starts with the state of its last run and depends on no other process. It serves at once, and is
 * ready after a rehearsal. `slot` names its own folders under DATA_DIR.
 */
export async function startServingRole(
  config: Config,
  slot: number,
  telemetry: Telemetry = noTelemetry,
  connections?: HandedConnections,
): Promise<RunningServingRole> {
  const stores = await openServingStores(config, slot, telemetry.metrics);
  let isRehearsed = false;
  const checkRehearsed = async () => {
    if (!isRehearsed) throw new Unready('not finished yet');
  };
  const requiredChecks = { ...stores.requiredChecks, rehearsal: checkRehearsed };
  const serving = await openServing(
    config,
    { ...stores, requiredChecks, ...(connections ? { isNodeLeaving: () => connections.isNodeLeaving() } : {}) },
    { now: Date.now, random: Math.random, newServeId },
    connections ?? { host: config.HOST, port: config.ADS_PORT },
    telemetry,
  );
  const closing = new AbortController();
  // A process without a rehearsal serves the same ads, the first ones slower.
  const rehearsed = rehearse(config, stores, closing.signal)
    .catch((error: unknown) => stores.logger.warn(`the rehearsal failed: ${errorText(error)}`))
    .finally(() => {
      isRehearsed = true;
    });
  const warmUp = async () => {
    await rehearsed;
    const isReady = async () => {
      const checks = Object.values(requiredChecks).map((check) => check());
      return (
        stores.isSnapshotLoaded() && (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled')
      );
    };
    while (!(await isReady())) await sleep(readinessPauseMs, undefined, { signal: closing.signal });
  };
  const warm = warmUp();
  // A process that closes first never is.
  warm.catch(() => undefined);
  return {
    rehearsed,
    warm,
    waitsFor: async () => (stores.isSnapshotLoaded() ? failedCheckOf(requiredChecks) : describeControl(config, stores)),
    takeOver: (ended) => stores.takeOver(ended),
    async close() {
      closing.abort();
      await rehearsed;
      await serving.close();
      await stores.close();
    },
  };
}

/** The first required check that fails, with its reason; null when all pass. */
async function failedCheckOf(checks: Readonly<Record<string, Check>>): Promise<string | null> {
  const results = await createReadiness(checks)();
  const failed = Object.entries(results).find(([, result]) => result !== 'ok');
  return failed ? failed.join(' ') : null;
}

/** The state of the connection over which the first configuration comes. */
async function describeControl(
  { CONTROL_URL }: Pick<Config, 'CONTROL_URL'>,
  { optionalDependencies: { control } }: Pick<ServingStores, 'optionalDependencies'>,
): Promise<string> {
  const failure: unknown = await control?.ping().then(
    () => null,
    (error: unknown) => error,
  );
  if (!failure) return 'it is loading its first configuration from CONTROL_URL';
  if (failure instanceof SilentControlPlane)
    return `it waits for the management API at CONTROL_URL (${CONTROL_URL}), which has not started yet or is busy`;
  return `it has no configuration yet, and CONTROL_URL (${CONTROL_URL}) cannot be used: ${errorText(failure)}. It is tried again`;
}
