import { setTimeout as pauseFor } from 'node:timers/promises';
import { createFileFetcher } from '#outbound/fetchFile.ts';
import { createLogger, type Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { openAdsTxt } from '#storage/adsTxt/adsTxtStore.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { openPostgres } from '#storage/postgres.ts';
import type { Config } from '../config.ts';
import type { RunningRole, StoreUrls } from '../processes/roles.ts';
import { type CrawlDeps, crawlRound, discover } from './crawl.ts';
import { readRecentInventory } from './recentInventory.ts';

/** How often what is to be read is found out, and how long a crawler without work waits. */
const discoverMs = 30_000;
const idleMs = 5000;
/** Failures in a row, a minute's worth, that are no news: the databases may just be starting. */
const patientFailures = 12;

/**
 * Starts the crawler: keeps up with the ads.txt and app-ads.txt of what traffic shows. It waits for the databases as
 * long as they are not ready; while they are away, what is known stays as it is.
 */
export function startCrawler(config: Config, stores: StoreUrls): RunningRole {
  const postgres = openPostgres(stores.databaseUrl, { maxConnections: 4 });
  const clickhouse = openClickHouse(stores.clickhouseUrl);
  const fetcher = createFileFetcher({
    allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES,
    originOverride: config.CRAWL_VIA,
  });
  const closed = new AbortController();
  const logger = createLogger({ level: config.LOG_LEVEL, role: 'crawler', secrets: secretsOf(config, stores) });
  const running = run(logger, {
    store: openAdsTxt(postgres.db),
    fetcher,
    readInventory: () => readRecentInventory(clickhouse),
    sellerDomain: config.SELLER_DOMAIN,
    now: Date.now,
    random: Math.random,
    signal: closed.signal,
    storePauseMs: 1000,
  });
  return {
    async close() {
      closed.abort();
      await fetcher.close();
      await running;
      await Promise.all([postgres.close(), clickhouse.close()]);
    },
  };
}

async function run(logger: Logger, deps: CrawlDeps): Promise<void> {
  const { signal } = deps;
  let discoveredAt = -Infinity;
  let failures = 0;
  while (!signal.aborted) {
    let count = 0;
    try {
      if (deps.now() - discoveredAt >= discoverMs) {
        await discover(deps);
        discoveredAt = deps.now();
      }
      count = await crawlRound(deps);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === patientFailures && !signal.aborted) logger.warn(`Crawling keeps failing: ${errorText(error)}`);
    }
    if (count === 0) await pauseFor(idleMs, undefined, { signal }).catch(() => undefined);
  }
}
