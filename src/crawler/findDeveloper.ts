import type { FileFetcher } from '#outbound/fetchFile.ts';
import { developerHosts } from '#standards/supplychain/developerHosts.ts';
import { readStorePage } from '#standards/supplychain/readStorePage.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';
import { SERVER_AGENT } from '#standards/viewerMacros.ts';
import type { ClaimedApp } from '#storage/adsTxt/adsTxtStore.ts';
import type { AppResult } from '#storage/adsTxt/adsTxtNames.ts';
import { nextCrawlAt } from './nextCrawlAt.ts';
import { isAllowedByRobots } from './isAllowedByRobots.ts';

/** A developer's site rarely changes, and stores request infrequent crawling (app-ads.txt). */
const refreshMs = 7 * 24 * 3_600_000;

/** Enough for a page's head, which has the tags, and for what precedes it. */
const maxPageBytes = 4 * 1024 * 1024;
const maxRobotsBytes = 512 * 1024;
const timeoutMs = 15_000;

/** robots.txt of stores by origin, cached for one round of a crawler. */
export type RobotsMemory = Map<string, Promise<string>>;

export interface FindOptions {
  fetcher: Pick<FileFetcher, 'fetchFile'>;
  robots: RobotsMemory;
  signal: AbortSignal;
  now: number;
  random: number;
}

/**
 * Finds the host of an app's app-ads.txt: the developer's site on its store page, else its publisher's domain. The
 * developer URL found earlier stays until a page declares another.
 */
export async function findDeveloper(app: ClaimedApp, setting: FindOptions): Promise<AppResult> {
  const { now, random } = setting;
  const page = await readPage(app, setting);
  const failures = page.isFailed ? app.failures + 1 : 0;
  const developerUrl = page.developerUrl ?? app.developerUrl;
  return {
    developerUrl,
    hosts: developerHosts(developerUrl || app.publisherDomain),
    outcome: page.outcome,
    failures,
    dueAt: nextCrawlAt(failures, { refreshMs, now, random }),
  };
}

interface PageReading {
  outcome: string;
  isFailed: boolean;
  /** null = the page gave no trustworthy information. */
  developerUrl: string | null;
}

const failed = (outcome: string): PageReading => ({ outcome, isFailed: true, developerUrl: null });

async function readPage({ bundle, storeUrl }: ClaimedApp, setting: FindOptions): Promise<PageReading> {
  const url = parseUrl(storeUrl);
  if (!url) return { outcome: 'no_store_page', isFailed: false, developerUrl: '' };
  if (!isAllowedByRobots(await robotsOf(url, setting), agentName, url.pathname + url.search)) {
    return { outcome: 'robots', isFailed: false, developerUrl: null };
  }
  const root = rootDomainOf(url.hostname);
  const response = await setting.fetcher.fetchFile(url.href, {
    accept: 'text/html',
    maxBytes: maxPageBytes,
    signal: AbortSignal.any([setting.signal, AbortSignal.timeout(timeoutMs)]),
    mayFollow: ({ hostname }) => rootDomainOf(hostname) === root,
  });
  if (response.type === 'failed') return failed(response.reason);
  if (response.status === 404 || response.status === 410) {
    return { outcome: `http_${response.status}`, isFailed: false, developerUrl: '' };
  }
  if (response.status < 200 || response.status > 299) return failed(`http_${response.status}`);
  const page = readStorePage(response.text);
  const names = [page.bundleId, page.storeId].filter(Boolean).map((name) => name.toLowerCase());
  // A page of another app says nothing about this one.
  if (names.length > 0 && !names.includes(bundle.toLowerCase())) {
    return { outcome: 'other_app', isFailed: false, developerUrl: '' };
  }
  return {
    outcome: page.developerUrl === '' ? 'no_developer' : 'ok',
    isFailed: false,
    developerUrl: page.developerUrl,
  };
}

const agentName = SERVER_AGENT.split('/')[0] ?? '';

/** The robots.txt of a store; empty where it has none. */
function robotsOf({ origin, hostname }: URL, { fetcher, robots, signal }: FindOptions): Promise<string> {
  const known = robots.get(origin);
  if (known) return known;
  const root = rootDomainOf(hostname);
  const reading = fetcher
    .fetchFile(`${origin}/robots.txt`, {
      accept: 'text/plain',
      maxBytes: maxRobotsBytes,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      mayFollow: (to) => rootDomainOf(to.hostname) === root,
    })
    .then((response) => (response.type === 'answered' ? response.text : ''));
  robots.set(origin, reading);
  return reading;
}

function parseUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
