import { setTimeout as pauseFor } from 'node:timers/promises';
import { type CrawlDeps, crawlRound, discover } from '#crawler/crawl.ts';
import { createFileFetcher } from '#outbound/fetchFile.ts';
import { openAdsTxt } from '#storage/adsTxt/adsTxtStore.ts';
import { openPostgres } from '#storage/postgres.ts';
import type { Order } from './orders.ts';

/**
 * One of several crawlers for kill tests: `databaseUrl originUrl site,site…`. Discovers and reads without a pause, from
 * its first order on.
 */
const [databaseUrl = '', origin = '', sites = ''] = process.argv.slice(2);
let offsetMs = 0;
const deps: CrawlDeps = {
  store: openAdsTxt(openPostgres(databaseUrl).db),
  fetcher: createFileFetcher({ allowPrivateAddresses: false, originOverride: origin }),
  readInventory: async () => ({ sites: sites.split(','), apps: [] }),
  sellerDomain: 'ours.example',
  now: () => Date.now() + offsetMs,
  random: Math.random,
  signal: new AbortController().signal,
  storePauseMs: 0,
};
process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  offsetMs = order.offsetMs;
});
process.once('message', () => void crawl());
process.send?.('ready');

async function crawl(): Promise<void> {
  process.send?.('working');
  for (;;) {
    await discover(deps);
    if ((await crawlRound(deps)) === 0) await pauseFor(100);
  }
}
