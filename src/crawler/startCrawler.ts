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

/** Interval of discovery, and pause of a crawler without work. */
const discoverMs = 30_000;
const idleMs = 5000;
/** Consecutive failures, about a minute's worth, before a warning: the databases may just be starting. */
const failuresBeforeWarning = 12;

/**
 * Starts the crawler, which reads the ads.txt and app-ads.txt files of observed inventory. It waits until the databases
 * are ready. While they are unavailable, stored files stay unchanged.
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
      if (failures === failuresBeforeWarning && !signal.aborted)
        logger.warn(`Crawling keeps failing: ${errorText(error)}`);
    }
    if (count === 0) await pauseFor(idleMs, undefined, { signal }).catch(() => undefined);
  }
}
