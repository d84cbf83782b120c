import { useQuery, type QueryClient } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { z } from 'zod';
import type { NamedItem } from '#api/entities/sharedListContract.ts';
import { type EntityName, isAllowed, type Role } from '#model/index.ts';
import { ApiContext } from './apiContext.ts';
import { sessionStore } from './browserStorage.ts';
import type { SafeStorage } from './storage.ts';

/** A shared list indexed by ID. */
export interface ListIndex {
  get: (id: number) => NamedItem | undefined;
  /** Returns a row's status as a number; 1 when the row or its status is missing. */
  statusOf: (id: number) => number;
}

const defaultStatus = 1;

/** Indexes a shared list by ID. */
export function indexList(items: readonly NamedItem[]): ListIndex {
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    get: (id) => byId.get(id),
    statusOf(id) {
      const rawStatus: unknown = byId.get(id)?.status ?? defaultStatus;
      const status = Number(rawStatus);
      return Number.isFinite(status) ? status : defaultStatus;
    },
  };
}

const prefix = 'list:';

/** The shared lists by name, with their paths and the entities whose rows they name. */
const lists = {
  tags: { path: '/api/demand/tags/list', entity: 'tag' },
  tagNames: { path: '/api/demand/tagnames/list', entity: 'tag' },
  channels: { path: '/api/demand/channels/list', entity: 'channel' },
  channelNames: { path: '/api/demand/channelNames/list', entity: 'channel' },
  adexchanges: { path: '/api/demand/adexchanges/list', entity: 'adexchange' },
  deals: { path: '/api/demand/deals/list', entity: 'deal' },
  campaigns: { path: '/api/demand/campaigns/list', entity: 'campaign' },
  creatives: { path: '/api/demand/creatives/list', entity: 'creative' },
  targetings: { path: '/api/demand/targetings/list', entity: 'targeting' },
  appLists: { path: '/api/demand/applists/list', entity: 'appList' },
  creLists: { path: '/api/demand/crelists/list', entity: 'creList' },
  pubLists: { path: '/api/demand/publists/list', entity: 'pubList' },
  advertisers: { path: '/api/demand/advs/list', entity: 'advertiser' },
  demands: { path: '/api/demands/list', entity: 'demand' },
  subpublishers: { path: '/api/demand/subs/list', entity: 'subpublisher' },
  suppliers: { path: '/api/demand/sups/list', entity: 'supplier' },
  reports: { path: '/api/savedReports', entity: 'report' },
  IVTs: { path: '/api/demand/ivts/list', entity: 'ivt' },
  roles: { path: '/api/demand/roles/list', entity: 'role' },
} as const satisfies Record<string, { path: string; entity: string }>;

export type ListName = keyof typeof lists;

export const listNames = Object.keys(lists) as ListName[];

/** The API path of a shared list. */
export function pathOfList(name: ListName): (typeof lists)[ListName]['path'] {
  return lists[name].path;
}

/** The lists of an entity's rows, the fullest first. */
function listsOf(entity: string): ListName[] {
  return listNames.filter((name) => lists[name].entity === entity);
}

/** Returns the list with this name or of this entity; undefined when there is none. */
export function listNamed(target: string): ListName | undefined {
  return listNames.find((name) => name === target) ?? listsOf(target)[0];
}

/**
 * Returns the list to pick rows of an entity from: the fullest, or the one with names only for roles that may not read
 * the entity.
 */
export function listToPick(target: string, role: Role): string {
  return isAllowed(role, target as EntityName, 'read') ? target : (listsOf(target).at(-1) ?? target);
}

const itemsSchema: z.ZodType<NamedItem[]> = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    uid: z.string().optional(),
    status: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
    creCount: z.number().optional(),
    pubCount: z.number().optional(),
  }),
);

/** Returns the stored copy of a list; null when there is none or it is malformed. */
export function readStoredList(storage: SafeStorage, name: ListName): NamedItem[] | null {
  return storage.getJson(prefix + name, (value) => itemsSchema.safeParse(value).data ?? null);
}

/**
 * Stores a list with only the IDs, names, statuses and counts of its items: two full lists would not fit. Null removes
 * the stored copy.
 */
export function storeList(storage: SafeStorage, name: ListName, items: readonly NamedItem[] | null): void {
  // When a copy does not fit, the old one must not stay.
  if (items === null || !storage.setJson(prefix + name, items.map(toNamedItem))) storage.remove(prefix + name);
}

function toNamedItem({ id, name, uid, status, creCount, pubCount }: NamedItem): NamedItem {
  return {
    id,
    name,
    ...(uid === undefined ? {} : { uid }),
    ...(status === undefined ? {} : { status }),
    ...(creCount === undefined ? {} : { creCount }),
    ...(pubCount === undefined ? {} : { pubCount }),
  };
}

/** Removes the stored copies of all shared lists, at sign-in and sign-out. */
export function clearStoredLists(storage: SafeStorage): void {
  for (const key of storage.keys(prefix)) storage.remove(key);
}

const keyOf = (name: ListName) => ['names', name] as const;

/** Sets a shared list in the cache. Null removes it, so that it is loaded when next needed. */
export function setList(
  queryClient: QueryClient,
  name: ListName,
  items: readonly NamedItem[] | null,
  storage: SafeStorage = sessionStore,
): void {
  storeList(storage, name, items);
  if (items === null) queryClient.removeQueries({ queryKey: keyOf(name), exact: true });
  else queryClient.setQueryData(keyOf(name), items.map(toNamedItem));
}

/** Invalidates the shared lists of an entity after one of its rows changed; visible ones are refetched. */
export async function invalidateList(queryClient: QueryClient, target: string): Promise<void> {
  const entity = listNames.find((name) => name === target) ? lists[target as ListName].entity : target;
  await Promise.all(
    listsOf(entity).map((name) => {
      storeList(sessionStore, name, null);
      return queryClient.invalidateQueries({ queryKey: keyOf(name), exact: true });
    }),
  );
}

/**
 * A shared list by its name or that of its entity: fetched once and cached in session storage for later page loads. It
 * also works where storage is full or blocked. Loading errors only go to the browser's console.
 */
export function useSharedList(target: string, isWanted = true) {
  const api = use(ApiContext);
  const name = listNamed(target);
  const stored = useMemo(() => (name ? readStoredList(sessionStore, name) : null), [name]);
  return useQuery({
    queryKey: ['names', name ?? target],
    enabled: isWanted && name !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
    ...(stored ? { initialData: stored } : {}),
    queryFn: async ({ signal }): Promise<NamedItem[]> => {
      if (!name) return [];
      const items = (await api.get(pathOfList(name), { signal })).map(toNamedItem);
      storeList(sessionStore, name, items);
      return items;
    },
  });
}

/** The lists that are also indexed by ID. */
export type IndexedListName = 'tags' | 'channels' | 'creatives';

/** A shared list indexed by ID; empty until it is loaded. */
export function useListIndex(name: IndexedListName, isWanted = true): ListIndex {
  const { data } = useSharedList(name, isWanted);
  return useMemo(() => indexList(data ?? []), [data]);
}
