import { setTimeout as pauseFor } from 'node:timers/promises';
import { factsUntil } from '#events/nightly/factsUntil.ts';
import type { RunningWorker } from '#events/startWorkerRole.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { openGeo } from '#serving/geo/openGeo.ts';
import { readTrafficLists } from '#serving/ivt/trafficLists.ts';
import { usdFromNanos } from '#model/index.ts';
import type { Config } from '../config.ts';
import type { RunningRole, StoreUrls } from '../processes/roles.ts';
import { readFetchedLists } from './readFetchedLists.ts';
import type { ReviewKnowledge } from './reviewDay.ts';
import { pendingDays, reviewTraffic } from './reviewTraffic.ts';

/** Interval at which it looks for days to review: those of a run that was cut off too. */
const everyMs = 600_000;

/**
 * Starts the nightly review of invalid traffic, one hour after midnight UTC. Of several workers, one at a time reviews.
 * It does nothing if IVT_REVIEW_DAYS is 0.
 */
export function startReview(config: Config, stores: StoreUrls, worker: RunningWorker): RunningRole {
  const { clickhouse, asOnlyNode, withoutInserts } = worker;
  const days = config.IVT_REVIEW_DAYS;
  const logger = createLogger({ level: config.LOG_LEVEL, role: 'review', secrets: secretsOf(config, stores) });
  const closed = new AbortController();
  const { signal } = closed;
  const round = async (): Promise<void> => {
    if ((await pendingDays({ clickhouse, days, now: Date.now() })).length === 0) return;
    const reviewed = await asOnlyNode((lost) =>
      reviewTraffic({
        clickhouse: factsUntil(AbortSignal.any([lost, signal]), clickhouse),
        knowledge: () => readKnowledge(config, stores.databaseUrl, (text) => logger.warn(text)),
        withoutInserts,
        days,
        now: Date.now(),
      }),
    );
    for (const { day, events, adjustedImps, adjustedClicks, adjustedRev } of reviewed) {
      logger.info(
        `Reviewed ${day}: of ${events} events, ${adjustedImps} impressions and ${adjustedClicks} clicks are invalid, with ${usdFromNanos(adjustedRev)} USD of revenue`,
      );
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await round();
      } catch (error) {
        if (!signal.aborted) logger.error(`The review of traffic failed and is repeated: ${errorText(error)}`);
      }
      await pauseFor(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = days === 0 ? Promise.resolve() : run();
  return {
    async close() {
      closed.abort();
      await running;
    },
  };
}

/** Reads the operator's lists and databases as they are now. */
async function readKnowledge(
  config: Config,
  databaseUrl: string,
  warn: (text: string) => void,
): Promise<ReviewKnowledge> {
  const { locate } = await openGeo({ cities: config.GEO_CITY_MMDB, networks: config.GEO_ASN_MMDB }, warn);
  const { blockedIps, blockedAgents } = await readTrafficLists(
    { blockedIps: config.IVT_BLOCKED_IPS, blockedAgents: config.IVT_BLOCKED_AGENTS, trustedIps: undefined },
    warn,
  );
  const fetched = await readFetchedLists(databaseUrl);
  return { blockedIps, blockedAgents, ...fetched, locate, maxPerMinute: config.IVT_MAX_PER_MINUTE };
}
