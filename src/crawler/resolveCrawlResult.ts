import { adsTxtSeller } from '#model/supply/adsTxt.ts';
import type { AdsTxt } from '#standards/supplychain/adsTxtRecords.ts';
import type { ClaimedFile } from '#storage/adsTxt/adsTxtStore.ts';
import type { FileResult } from '#storage/adsTxt/adsTxtNames.ts';
import { nextCrawlAt } from './nextCrawlAt.ts';
import type { AdsTxtReading } from './readAdsTxtFile.ts';

/** Refresh interval of readable files. */
const refreshMs = 24 * 3_600_000;

/** Maximum partners and subdomains of one file that are followed. */
const maxFollowed = 100;

/** Options: `now` in ms since the epoch, `random` in [0, 1), `systems`: our advertising systems (ads.txt field 1). */
export interface CrawlResultOptions {
  now: number;
  random: number;
  systems: readonly string[];
}

/**
 * The new state of a file after an attempt to read it. A file that cannot be read keeps its last content; a removed
 * one is cleared at once. A host that responds with something else has no file, unless it had one.
 */
export function resolveCrawlResult(
  before: Pick<ClaimedFile, 'state' | 'failures'>,
  reading: AdsTxtReading,
  { now, random, systems }: CrawlResultOptions,
): FileResult {
  const failures = reading.type === 'failed' ? before.failures + 1 : 0;
  const attempt = { outcome: reading.outcome, failures, dueAt: nextCrawlAt(failures, { refreshMs, now, random }) };
  if (reading.type === 'read') {
    return { ...attempt, readAt: new Date(now).toISOString(), content: contentOf(reading.file, systems) };
  }
  const isWithout = reading.type === 'none' || (reading.type === 'wrong' && before.state !== 'file');
  return isWithout ? { ...attempt, content: noFile } : attempt;
}

const noFile = { state: 'none', sellers: [], partners: [], subdomains: [] } as const;

function contentOf({ records, inventoryPartners, subdomains }: AdsTxt, systems: readonly string[]) {
  const ownSellers = records.filter(({ asi }) => systems.includes(asi)).map(adsTxtSeller);
  return {
    state: 'file' as const,
    sellers: [...new Set(ownSellers)],
    partners: [...new Set(inventoryPartners)].slice(0, maxFollowed),
    subdomains: [...new Set(subdomains)].slice(0, maxFollowed),
  };
}
