import { stat } from 'node:fs/promises';
import { hostingProviderByAsn } from '#engine/ivt/hostingProviderByAsn.ts';
import type { GeoDatabase } from '#serving/geo/openGeo.ts';
import { vendorListOldSince } from '#serving/vendorLists/vendorListAge.ts';
import type { VendorList } from '#standards/privacy/vendorList.ts';
import type { TrafficListState } from '#storage/trafficLists/trafficListStore.ts';
import type { Config } from '../../config.ts';
import type { TrafficListRefresher } from '../trafficLists/trafficListRefresher.ts';
import { trafficListOldSince } from '../trafficLists/trafficListOldSince.ts';
import type { SystemList } from './systemContract.ts';

/** The lists and databases by which traffic, creatives and consent are checked. */
export interface ReadLists {
  trafficLists: Pick<TrafficListRefresher, 'states'>;
  databases: readonly GeoDatabase[];
  /** Versions of the Global Vendor List in GVL_FILE, in their order. */
  vendorFiles: () => readonly VendorList[];
  config: Pick<Config, 'IVT_BLOCKED_IPS' | 'IVT_BLOCKED_AGENTS' | 'GVL_FILE' | 'IVT_LIST_MAX_DAYS'>;
  now: () => Date;
}

const unfetched = { entries: null, dataAt: null, confirmedAt: null, attemptedAt: null, fault: null, oldSince: null };

/** Reads where each list and database is from, and how old it is: those of the operator first. */
export async function readLists({
  trafficLists,
  databases,
  vendorFiles,
  config,
  now,
}: ReadLists): Promise<SystemList[]> {
  const fetched = (await trafficLists.states()).map(({ source: { kind, place }, state }): SystemList => {
    const list = { kind, origin: 'url', place } as const;
    return state
      ? { ...list, ...stateOf(state), oldSince: oldSinceOf(state, config.IVT_LIST_MAX_DAYS, now()) }
      : { ...list, ...unfetched };
  });
  return [
    ...fetched,
    ...(await listOfFile('robots', config.IVT_BLOCKED_AGENTS)),
    ...(await listOfFile('addresses', config.IVT_BLOCKED_IPS)),
    ...(await listOfFile('vendors', config.GVL_FILE)).map((list) =>
      list.fault === null ? { ...list, ...vendorsOf(vendorFiles(), fetched, now()) } : list,
    ),
    { kind: 'robots', origin: 'product', place: '', ...unfetched },
    { kind: 'dataCenters', origin: 'product', place: '', ...unfetched, entries: hostingProviderByAsn.size },
    ...databases.map(({ kind, path, builtAt }): SystemList => ({
      kind,
      ...(path === null ? { origin: 'product', place: '' } : { origin: 'file', place: path }),
      ...unfetched,
      dataAt: builtAt,
    })),
  ];
}

function stateOf({ digest, entries, changedAt, publishedAt, confirmedAt, attemptedAt, fault }: TrafficListState) {
  const dataAt = publishedAt ?? changedAt;
  return { entries: digest === '' ? null : entries, dataAt, confirmedAt, attemptedAt, fault };
}

/** Since when a list has not been fetched for `maxDays`, or its data is old by its date of publication. */
function oldSinceOf(state: TrafficListState, maxDays: number, now: Date): string | null {
  const unfetchedSince = trafficListOldSince(state, maxDays, now);
  const oldSince = vendorListOldSince(state.publishedAt, now);
  if (unfetchedSince === null || oldSince === null) return unfetchedSince ?? oldSince;
  return unfetchedSince < oldSince ? unfetchedSince : oldSince;
}

/** The latest of the versions that could be read. It is not old where a later one was fetched. */
function vendorsOf(versions: readonly VendorList[], fetched: readonly SystemList[], now: Date) {
  const latest = versions.at(-1);
  if (!latest) return { fault: 'not_a_list' };
  const { vendors, publishedAt } = latest;
  const fetchedAt = fetched.find(({ kind }) => kind === 'vendors')?.dataAt ?? '';
  const isReplaced = publishedAt !== null && publishedAt < fetchedAt;
  return {
    entries: vendors.size,
    dataAt: publishedAt,
    oldSince: isReplaced ? null : vendorListOldSince(publishedAt, now),
  };
}

/** A file of the operator. */
async function listOfFile(kind: SystemList['kind'], path: string | undefined): Promise<SystemList[]> {
  if (path === undefined) return [];
  const found = await stat(path).catch(() => null);
  const list = { kind, origin: 'file', place: path, ...unfetched } as const;
  return [found ? { ...list, dataAt: found.mtime.toISOString() } : { ...list, fault: 'file_missing' }];
}
