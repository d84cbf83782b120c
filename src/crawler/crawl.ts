import { setTimeout as pauseFor } from 'node:timers/promises';
import type { FileFetcher } from '#outbound/fetchFile.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';
import type { AdsTxtStore, ClaimedApp } from '#storage/adsTxt/adsTxtStore.ts';
import { findDeveloper, type RobotsMemory } from './findDeveloper.ts';
import { readAdsTxtFile } from './readAdsTxtFile.ts';
import type { RecentInventory } from './recentInventory.ts';
import { resolveCrawlResult } from './resolveCrawlResult.ts';
import { filesToCrawl } from './filesToCrawl.ts';

/** Dependencies of the crawler. */
export interface CrawlDeps {
  store: AdsTxtStore;
  fetcher: Pick<FileFetcher, 'fetchFile'>;
  readInventory: () => Promise<RecentInventory>;
  /** The platform's own domain. */
  sellerDomain: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** In [0, 1). */
  random: () => number;
  signal: AbortSignal;
  /** Pause between two pages of one store, in milliseconds. */
  storePauseMs: number;
}

/** Maximum files read in parallel: each is on another host. */
const maxConcurrentFiles = 8;
const filesPerRound = 64;
const appsPerRound = 32;
/** Duration for which a crawler's claim on files and apps is exclusive. */
const claimMs = 10 * 60_000;
/** Files and apps that nothing has referred to for this long are pruned. */
const retentionMs = 60 * 24 * 3_600_000;

/** Determines what to crawl: inventory observed in traffic, and files that other files refer to. */
export async function discover({ store, readInventory, sellerDomain, now }: CrawlDeps): Promise<void> {
  const at = isoOf(now());
  const { sites, apps } = await readInventory();
  await store.requestCrawl({ files: [], apps }, at);
  const files = filesToCrawl(sites, await store.referrals(), await store.appHosts());
  await store.requestCrawl({ files, apps: [] }, at);
  const systems = systemsText(await systemsOf(store, sellerDomain));
  await store.markForRecrawl(systems, { at: isoOf(now()), until: isoOf(now() + claimMs) });
  await store.pruneUnreferenced(isoOf(now() - retentionMs));
}

/** Crawls what is due, up to the size of one round. Returns the number of apps and files. */
export async function crawlRound(deps: CrawlDeps): Promise<number> {
  const { store, sellerDomain, now } = deps;
  const times = () => ({ at: isoOf(now()), until: isoOf(now() + claimMs) });
  const apps = await store.claimApps(appsPerRound, times());
  await findDevelopers(deps, apps);
  const systems = await systemsOf(store, sellerDomain);
  const files = await store.claimFiles(filesPerRound, times());
  const queue = files.values();
  const readFiles = async () => {
    for (const file of queue) {
      const reading = await readAdsTxtFile(deps.fetcher, file, deps.signal);
      // An aborted read says nothing about the host.
      if (deps.signal.aborted) return;
      const result = resolveCrawlResult(file, reading, { now: now(), random: deps.random(), systems });
      await store.saveFile(file.id, result, systemsText(systems));
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentFiles }, readFiles));
  return apps.length + files.length;
}

/** Pages of one store are read sequentially and slowly. */
async function findDevelopers(deps: CrawlDeps, apps: readonly ClaimedApp[]): Promise<void> {
  const robots: RobotsMemory = new Map();
  const byStore = new Map<string, ClaimedApp[]>();
  for (const app of apps) {
    const store = hostOf(app.storeUrl);
    byStore.set(store, [...(byStore.get(store) ?? []), app]);
  }
  const readStore = async ([host, ofStore]: [string, ClaimedApp[]]) => {
    for (const [index, app] of ofStore.entries()) {
      if (index > 0 && host !== '') await pauseFor(deps.storePauseMs, undefined, { signal: deps.signal });
      const setting = { ...deps, robots, now: deps.now(), random: deps.random() };
      const result = await findDeveloper(app, setting);
      if (deps.signal.aborted) return;
      await deps.store.saveApp(app.id, result);
      const files = result.hosts.map((host) => ({ kind: 'app' as const, host }));
      await deps.store.requestCrawl({ files, apps: [] }, isoOf(deps.now()));
    }
  };
  await Promise.all([...byStore].map(readStore));
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

/** The root domains under which the platform and its accounts sell. */
async function systemsOf(store: AdsTxtStore, sellerDomain: string): Promise<string[]> {
  const domains = await store.accountDomains();
  return [...new Set([sellerDomain, ...domains.flatMap((domain) => rootDomainOf(domain) ?? [])])].toSorted();
}

function systemsText(systems: readonly string[]): string {
  return systems.join(' ');
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
