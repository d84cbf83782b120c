import { newServeId } from '#events/token/token.ts';
import type { Config } from '../config.ts';
import { openServing } from './openServing.ts';
import { openServingStores } from './openServingStores.ts';

/**
 * Starts one ad-serving process: ads, pixels and health on HOST:ADS_PORT. It starts with the state of its last run and
 * depends on no other process. `slot` names its own folders under DATA_DIR.
 */
export async function startServingRole(config: Config, slot: number): Promise<{ close(): Promise<void> }> {
  const stores = await openServingStores(config, slot);
  const serving = await openServing(config, stores, { now: Date.now, random: Math.random, newServeId });
  return {
    async close() {
      await serving.close();
      await stores.close();
    },
  };
}
