import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Watch, WhyFunnel, WhyTrace, WhyTraces } from '#api/why/whyContract.ts';
import { whyKinds, type WhyPeriod } from '#api/why/whyKinds.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import type { WatchKind } from '#model/index.ts';
import type { Subject } from './whySearch.ts';

/** What is asked about. */
export interface Asked {
  kind: Subject;
  id: string | null;
}

/** How often the list of traces, and the watches, are asked for. */
const liveMs = 2000;
const funnelMs = 15_000;

function query(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Whether facts tell what becomes of the requests of an object. */
export function hasFunnel({ kind }: Asked): boolean {
  return (whyKinds as readonly string[]).includes(kind);
}

const objectOf = ({ kind, id }: Asked) => (id === null ? {} : { kind, id });

/** The funnel of an object; of everything where none is chosen. Campaigns have one of their own, and devices none. */
export function useFunnel(asked: Asked, period: WhyPeriod) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['why', 'funnel', asked, period],
    enabled: hasFunnel(asked),
    refetchInterval: funnelMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<WhyFunnel>(`/api/demand/why/funnel${query({ ...objectOf(asked), period })}`, signal),
  });
}

/** The latest traces that fit, kept up while the page is open. */
export function useTraces(asked: Asked, filter: { outcome?: string | undefined; reason?: string | undefined }) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['why', 'traces', asked, filter],
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<WhyTraces>(`/api/demand/why/traces${query({ ...objectOf(asked), ...filter })}`, signal),
  });
}

/** One trace. */
export function useTrace(serveId: string | undefined) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['why', 'trace', serveId],
    enabled: serveId !== undefined,
    staleTime: Infinity,
    queryFn: ({ signal }) => api.get<WhyTrace>(`/api/demand/why/traces/${serveId ?? ''}`, signal),
  });
}

const watchesKey = ['why', 'watches'];

/** The watches that run, and how one is started and ended. */
export function useWatches() {
  const api = use(ApiContext);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: watchesKey });
  const { data: watches = [] } = useQuery({
    queryKey: watchesKey,
    refetchInterval: funnelMs,
    queryFn: ({ signal }) => api.get<Watch[]>('/api/demand/watches', signal),
  });
  const start = useMutation({
    mutationFn: ({ kind, id }: { kind: WatchKind; id: string }) =>
      api.post<Watch>('/api/demand/watches', { kind, id: kind === 'device' ? id : Number(id) }),
    onSuccess: refresh,
  });
  const stop = useMutation({
    mutationFn: (id: number) => api.delete<unknown>(`/api/demand/watches/${id}`),
    onSuccess: refresh,
  });
  return { watches, start, stop };
}
