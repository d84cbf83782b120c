import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../lib/apiContext.ts';
import { localStore } from '../lib/browserStorage.ts';
import { bellKey } from '../reports/savedReports.ts';
import {
  clickBell,
  clickEntry,
  removeEntry,
  markEntry,
  readMemory,
  receiveReports,
  type BellMemory,
  type BellState,
} from './bellState.ts';

const everyMs = 60_000;
const memoryKey = (userId: number) => `bell:${userId}`;

/** The bell of a user, polled every minute. Polling errors only go to the browser's console. */
export function useBell(userId: number) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const queryKey = bellKey(userId);

  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<BellState> => {
      const polled = queryClient.getQueryData<BellState>(queryKey)?.polled ?? 0;
      const response = await api.get('/api/savedReports', { query: { last: polled }, signal });
      // Read after the response: the user may have clicked in the bell while the request ran.
      const before = queryClient.getQueryData<BellState>(queryKey) ?? null;
      return storeMemory(userId, receiveReports(before, response, storedMemory(userId)));
    },
    refetchInterval: everyMs,
    refetchIntervalInBackground: true,
    staleTime: everyMs,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { isQuiet: true },
  });

  const change = changeBell(queryClient, userId);
  return {
    bell: query.data ?? null,
    onBellClick: () => change(clickBell),
    onEntryClick: (id: number) => change((bell) => clickEntry(bell, id)),
    onRemoved: (id: number) => change((bell) => removeEntry(bell, id)),
  };
}

/** The bell's marks for pages that list the same reports. They follow the bell and do not poll. */
export function useBellMarks(userId: number) {
  const queryClient = useQueryClient();
  const { data } = useQuery<BellState>({ queryKey: bellKey(userId), enabled: false });
  const change = changeBell(queryClient, userId);
  return {
    /** Undefined for reports that are not in the bell. */
    isNew: (id: number) => data?.entries.find((each) => each.id === id)?.isNew,
    onOpen: (id: number) => change((bell) => clickEntry(bell, id)),
    onMark: (id: number) => change((bell) => markEntry(bell, id)),
  };
}

function changeBell(queryClient: QueryClient, userId: number) {
  return (changed: (bell: BellState) => BellState) =>
    queryClient.setQueryData<BellState>(bellKey(userId), (bell) => (bell ? storeMemory(userId, changed(bell)) : bell));
}

function storedMemory(userId: number): BellMemory | null {
  return localStore.getJson(memoryKey(userId), readMemory);
}

/** Stores the memory, merged with what another tab has stored. */
function storeMemory(userId: number, bell: BellState): BellState {
  const last = Math.max(bell.memory.last, storedMemory(userId)?.last ?? 0);
  localStore.setJson(memoryKey(userId), { ...bell.memory, last });
  return bell;
}
