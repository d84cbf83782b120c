import { useQuery, type QueryClient } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { z } from 'zod';
import type { NamedItem } from '#api/contract.ts';
import { entityNamed } from '#model/index.ts';
import { ApiContext } from './apiContext.ts';
import { sessionStore } from './browserStorage.ts';
import type { SafeStorage } from './storage.ts';

const prefix = 'list:';

const storedSchema: z.ZodType<NamedItem[]> = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    uid: z.string().optional(),
    status: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
  }),
);

/** Removes the stored copies of all shared lists: at login and at logout. */
export function clearStoredLists(storage: SafeStorage): void {
  for (const key of storage.keys(prefix)) storage.remove(key);
}

/** Drops a shared list after one of its rows changed; whoever shows it gets it anew. */
export async function forgetList(queryClient: QueryClient, target: string): Promise<void> {
  sessionStore.remove(prefix + target);
  await queryClient.invalidateQueries({ queryKey: ['names', target] });
}

/**
 * The shared list of an entity by its name: fetched once, kept in session storage, read from there by later loads.
 * The stored copy holds names alone, and the list works without it where storage is full or blocked.
 */
export function useSharedList(target: string, isWanted = true) {
  const api = use(ApiContext);
  const stored = useMemo(
    () => sessionStore.getJson(prefix + target, (value) => storedSchema.safeParse(value).data ?? null),
    [target],
  );
  return useQuery({
    queryKey: ['names', target],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
    ...(stored ? { initialData: stored } : {}),
    queryFn: async ({ signal }): Promise<NamedItem[]> => {
      const path = entityNamed(target)?.path ?? target;
      const items = await api.get<NamedItem[]>(`/api/${path}/list`, signal);
      sessionStore.setJson(
        prefix + target,
        items.map(({ id, name, uid, status }) => ({ id, name, uid, status })),
      );
      return items;
    },
  });
}
