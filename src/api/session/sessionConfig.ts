import type { Config } from '../../config.ts';
import type { SessionConfig } from './sessionContract.ts';

/** The settings of the installation for the console; `host` is the console's own. */
export function sessionConfig(config: Config, host: string): SessionConfig {
  return {
    host,
    landing: config.LANDING_URL ?? null,
    database: config.DATABASE_EDITION ?? null,
    insightHub: config.INSIGHT_HUB_URL ?? null,
    mediaUrl: `${config.ADS_URL}/media`,
    ...(config.FOUR_EYES ? { fourEyes: true as const } : {}),
  };
}
