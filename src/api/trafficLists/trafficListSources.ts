import { createHash } from 'node:crypto';
import type { TrafficListKind } from '#model/lists/trafficList.ts';
import { splitCredentials } from '#outbound/splitCredentials.ts';
import type { Config } from '../../config.ts';

/** The settings with the URLs of lists. */
export type TrafficListSettings = Pick<
  Config,
  'IVT_ROBOTS_URL' | 'IVT_DATA_CENTERS_URL' | 'BLOCKED_DOMAINS_URL' | 'BLOCKED_FILES_URL' | 'GVL_URL'
>;

/** Where a list is fetched from. */
export interface TrafficListSource {
  kind: TrafficListKind;
  /** Without user name and password. */
  url: string;
  /** `user:password` of the URL; absent without one. */
  credentials?: string;
  /** SHA-256 of the whole setting. */
  digest: string;
  /** Host and path, for display: the query may have a key. */
  place: string;
}

/** The lists that the operator has configured. */
export function trafficListSources(settings: TrafficListSettings): TrafficListSource[] {
  return [
    ...sourceOf('robots', settings.IVT_ROBOTS_URL),
    ...sourceOf('dataCenters', settings.IVT_DATA_CENTERS_URL),
    ...sourceOf('blockedDomains', settings.BLOCKED_DOMAINS_URL),
    ...sourceOf('blockedFiles', settings.BLOCKED_FILES_URL),
    ...sourceOf('vendors', settings.GVL_URL),
  ];
}

function sourceOf(kind: TrafficListKind, setting: string | undefined): TrafficListSource[] {
  if (setting === undefined) return [];
  const { url, ...credentials } = splitCredentials(setting);
  const digest = createHash('sha256').update(setting).digest('hex');
  return [{ kind, url: url.href, digest, place: `${url.host}${url.pathname}`, ...credentials }];
}
