import { newServeId } from '#events/token/token.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { Unready } from '#runtime/readiness.ts';
import { noTelemetry, type Telemetry } from '#runtime/telemetry.ts';
import type { Config } from '../config.ts';
import { openServing } from './openServing.ts';
import { openServingStores } from './openServingStores.ts';
import { rehearse } from './rehearsal/rehearse.ts';

/** A running ad-serving process. */
export interface RunningServingRole {
  /** Resolves when its rehearsal has ended, and /readyz no longer waits for it. */
  rehearsed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts one ad-serving process: ads, pixels and health on HOST:ADS_PORT. It starts with the state of its last run and
 * depends on no other process. It serves at once, and is ready after a rehearsal. `slot` names its own folders under
 * DATA_DIR.
 */
export async function startServingRole(
  config: Config,
  slot: number,
  telemetry: Telemetry = noTelemetry,
): Promise<RunningServingRole> {
  const stores = await openServingStores(config, slot, telemetry.metrics);
  let isRehearsed = false;
  const checkRehearsed = async () => {
    if (!isRehearsed) throw new Unready('not finished yet');
  };
  const serving = await openServing(
    config,
    { ...stores, requiredChecks: { ...stores.requiredChecks, rehearsal: checkRehearsed } },
    { now: Date.now, random: Math.random, newServeId },
    { host: config.HOST, port: config.ADS_PORT },
    telemetry,
  );
  const closing = new AbortController();
  // A process without a rehearsal serves the same ads, the first ones slower.
  const rehearsed = rehearse(config, stores, closing.signal)
    .catch((error: unknown) => stores.logger.warn(`the rehearsal failed: ${errorText(error)}`))
    .finally(() => {
      isRehearsed = true;
    });
  return {
    rehearsed,
    async close() {
      closing.abort();
      await rehearsed;
      await serving.close();
      await stores.close();
    },
  };
}
