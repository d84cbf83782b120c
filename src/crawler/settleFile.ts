import { adsTxtSeller } from '#model/supply/adsTxt.ts';
import type { AdsTxt } from '#standards/supplychain/adsTxt.ts';
import type { TakenFile } from '#storage/adsTxt/adsTxtStore.ts';
import type { FileResult } from '#storage/adsTxt/adsTxtNames.ts';
import { dueAfter } from './dueAfter.ts';
import type { AdsTxtReading } from './readAdsTxtFile.ts';

/** How often a file is read that can be. */
const refreshMs = 24 * 3_600_000;

/** Most partners and subdomains of one file that are followed. */
const mostFollowed = 100;

/** When it is, what chance says in [0, 1), and which advertising systems are ours. */
export interface SettleSetting {
  now: number;
  random: number;
  systems: readonly string[];
}

/**
 * What a try makes of what is known of a file. A file that cannot be read stays in force as it was read last; one that
 * is gone is gone at once. A host that answers with something else has no file, unless it had one.
 */
export function settleFile(
  before: Pick<TakenFile, 'state' | 'failures'>,
  reading: AdsTxtReading,
  { now, random, systems }: SettleSetting,
): FileResult {
  const failures = reading.type === 'failed' ? before.failures + 1 : 0;
  const tried = { outcome: reading.outcome, failures, dueAt: dueAfter(failures, { refreshMs, now, random }) };
  if (reading.type === 'read') {
    return { ...tried, readAt: new Date(now).toISOString(), content: contentOf(reading.file, systems) };
  }
  const isWithout = reading.type === 'none' || (reading.type === 'wrong' && before.state !== 'file');
  return isWithout ? { ...tried, content: nothing } : tried;
}

const nothing = { state: 'none', sellers: [], partners: [], subdomains: [] } as const;

function contentOf({ records, inventoryPartners, subdomains }: AdsTxt, systems: readonly string[]) {
  const ours = records.filter(({ asi }) => systems.includes(asi)).map(adsTxtSeller);
  return {
    state: 'file' as const,
    sellers: [...new Set(ours)],
    partners: [...new Set(inventoryPartners)].slice(0, mostFollowed),
    subdomains: [...new Set(subdomains)].slice(0, mostFollowed),
  };
}
