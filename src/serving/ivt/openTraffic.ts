import { randomBytes } from 'node:crypto';
import type { Locate } from '#engine/targeting/ipLocation.ts';
import type { Config } from '../../config.ts';
import { openGeo } from '../geo/openGeo.ts';
import type { FetchedLists } from './fetchedLists.ts';
import { createIvtDetector, type IvtDetector } from './ivtDetector.ts';
import { readTrafficLists } from './trafficLists.ts';

type TrafficConfig = Pick<
  Config,
  'GEO_CITY_MMDB' | 'GEO_ASN_MMDB' | 'IVT_BLOCKED_IPS' | 'IVT_BLOCKED_AGENTS' | 'IVT_TRUSTED_IPS' | 'IVT_MAX_PER_MINUTE'
>;

/**
 * Opens the geolocation databases and the detector of invalid traffic that uses them. Unreadable files are reported and
 * ignored.
 */
export async function openTraffic(
  config: TrafficConfig,
  warn: (text: string) => void,
  fetched?: () => FetchedLists,
): Promise<{ locate: Locate; traffic: IvtDetector }> {
  const { locate } = await openGeo({ cities: config.GEO_CITY_MMDB, networks: config.GEO_ASN_MMDB }, warn);
  const lists = await readTrafficLists(
    {
      blockedIps: config.IVT_BLOCKED_IPS,
      blockedAgents: config.IVT_BLOCKED_AGENTS,
      trustedIps: config.IVT_TRUSTED_IPS,
    },
    warn,
  );
  const salt = randomBytes(8).toString('hex');
  const limits = { maxPerMinute: config.IVT_MAX_PER_MINUTE, salt };
  return { locate, traffic: createIvtDetector({ lists, ...(fetched ? { fetched } : {}), locate, ...limits }) };
}
