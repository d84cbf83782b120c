import { setTimeout as pauseFor } from 'node:timers/promises';
import { isPublicAddress } from '#outbound/addressGuard.ts';
import { createFileFetcher } from '#outbound/fetchFile.ts';
import { readCertificate } from '#outbound/readCertificate.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { openAdsTxt } from '#storage/adsTxt/adsTxtStore.ts';
import { openCertificates } from '#storage/certificates/certificateStore.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { maxServerSilenceMs, openPostgres } from '#storage/postgres.ts';
import type { Config } from '../config.ts';
import type { RunningRole, StoreUrls } from '../processes/roles.ts';
import { type CertificateDeps, checkCertificates, requestCertificateChecks } from './checkCertificates.ts';
import { type CrawlDeps, crawlRound, discover } from './crawl.ts';
import { readRecentInventory } from './recentInventory.ts';

/** Interval of discovery, and pause of a crawler without work. */
const discoverMs = 30_000;
const idleMs = 5000;
/** Consecutive failures, about a minute's worth, before a warning: the databases may just be starting. */
const failuresBeforeWarning = 12;

/**
 * Starts the crawler, which reads the ads.txt and app-ads.txt files of observed inventory and the TLS
 * certificates of the servers that active objects call. It waits until the databases
 * are ready. While they are unavailable, stored files stay unchanged.
 */
export function startCrawler(config: Config, stores: StoreUrls): RunningRole {
  const postgres = openPostgres(stores.databaseUrl, {
    maxConnections: 4,
    maxSilenceMs: config.DATABASE_URL === undefined ? undefined : maxServerSilenceMs,
  });
  const clickhouse = openClickHouse(stores.clickhouseUrl, { cluster: config.CLICKHOUSE_CLUSTER });
  const fetcher = createFileFetcher({
    allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES,
    originOverride: config.CRAWL_VIA,
  });
  const closed = new AbortController();
  const logger = createLogger({ level: config.LOG_LEVEL, role: 'crawler', secrets: secretsOf(config, stores) });
  const crawl: CrawlDeps = {
    store: openAdsTxt(postgres.db),
    fetcher,
    readInventory: () => readRecentInventory(clickhouse),
    sellerDomain: config.SELLER_DOMAIN,
    now: Date.now,
    random: Math.random,
    signal: closed.signal,
    storePauseMs: 1000,
  };
  const mayCall = config.ALLOW_PRIVATE_ADDRESSES ? null : isPublicAddress;
  const certificates: CertificateDeps = {
    store: openCertificates(postgres.db),
    read: (server, signal) => readCertificate(server, { mayCall, signal }),
    now: Date.now,
    random: Math.random,
    signal: closed.signal,
  };
  const running = Promise.all([
    repeatRounds({
      discover: () => discover(crawl),
      round: () => crawlRound(crawl),
      onFailing: (error) => logger.warn(`Crawling keeps failing: ${errorText(error)}`),
      signal: closed.signal,
    }),
    // A server in place of all others has the certificate of none.
    config.CRAWL_VIA === undefined
      ? repeatRounds({
          discover: () => requestCertificateChecks(certificates),
          round: () => checkCertificates(certificates),
          onFailing: (error) => logger.warn(`Checks of certificates keep failing: ${errorText(error)}`),
          signal: closed.signal,
        })
      : null,
  ]);
  return {
    async close() {
      closed.abort();
      await fetcher.close();
      await running;
      await Promise.all([postgres.close(), clickhouse.close()]);
    },
  };
}

/** Repeats rounds of work until the signal aborts. `round` returns how much there was to do. */
async function repeatRounds({
  discover: discoverWork,
  round,
  onFailing,
  signal,
}: {
  discover: () => Promise<void>;
  round: () => Promise<number>;
  /** Called once when rounds keep failing. */
  onFailing: (error: unknown) => void;
  signal: AbortSignal;
}): Promise<void> {
  let discoveredAt = -Infinity;
  let failures = 0;
  while (!signal.aborted) {
    let count = 0;
    try {
      if (Date.now() - discoveredAt >= discoverMs) {
        await discoverWork();
        discoveredAt = Date.now();
      }
      count = await round();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === failuresBeforeWarning && !signal.aborted) onFailing(error);
    }
    if (count === 0) await pauseFor(idleMs, undefined, { signal }).catch(() => undefined);
  }
}
