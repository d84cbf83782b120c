import { stat } from 'node:fs/promises';
import { hostingProviderByAsn } from '#engine/ivt/hostingProviderByAsn.ts';
import type { GeoDatabase } from '#serving/geo/openGeo.ts';
import type { TrafficListState } from '#storage/trafficLists/trafficListStore.ts';
import type { Config } from '../../config.ts';
import type { TrafficListRefresher } from '../trafficLists/trafficListRefresher.ts';
import { trafficListOldSince } from '../trafficLists/trafficListOldSince.ts';
import type { SystemList } from './systemContract.ts';

/** The lists and databases by which traffic is checked. */
export interface ReadLists {
  trafficLists: Pick<TrafficListRefresher, 'states'>;
  databases: readonly GeoDatabase[];
  config: Pick<Config, 'IVT_BLOCKED_IPS' | 'IVT_BLOCKED_AGENTS' | 'IVT_LIST_MAX_DAYS'>;
  now: () => Date;
}

const unfetched = { entries: null, dataAt: null, confirmedAt: null, attemptedAt: null, fault: null, oldSince: null };

/** Reads where each list and database is from, and how old it is: those of the operator first. */
export async function readLists({ trafficLists, databases, config, now }: ReadLists): Promise<SystemList[]> {
  const fetched = (await trafficLists.states()).map(({ source: { kind, place }, state }): SystemList => {
    const list = { kind, origin: 'url', place } as const;
    return state
      ? { ...list, ...stateOf(state), oldSince: trafficListOldSince(state, config.IVT_LIST_MAX_DAYS, now()) }
      : { ...list, ...unfetched };
  });
  return [
    ...fetched,
    ...(await listOfFile('robots', config.IVT_BLOCKED_AGENTS)),
    ...(await listOfFile('addresses', config.IVT_BLOCKED_IPS)),
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

function stateOf({ digest, entries, changedAt, confirmedAt, attemptedAt, fault }: TrafficListState) {
  return { entries: digest === '' ? null : entries, dataAt: changedAt, confirmedAt, attemptedAt, fault };
}

/** A file of the operator, which processes read when they start. */
async function listOfFile(kind: SystemList['kind'], path: string | undefined): Promise<SystemList[]> {
  if (path === undefined) return [];
  const found = await stat(path).catch(() => null);
  const list = { kind, origin: 'file', place: path, ...unfetched } as const;
  return [found ? { ...list, dataAt: found.mtime.toISOString() } : { ...list, fault: 'file_missing' }];
}
