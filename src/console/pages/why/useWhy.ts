import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { type WhyKind, whyKinds, type WhyPeriod } from '#api/why/whyKinds.ts';
import type { QueryOf } from '../../lib/apiCall.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import type { WatchKind } from '#model/index.ts';
import type { Subject } from './whySearch.ts';

/** The subject of the page. */
export interface WhySubject {
  kind: Subject;
  id: string | null;
}

/** Refresh interval of the traces, in milliseconds. */
const liveMs = 2000;
const funnelMs = 15_000;

/** Whether facts have a funnel for this kind of object. */
export function hasFunnel(subject: WhySubject): subject is WhySubject & { kind: WhyKind } {
  return (whyKinds as readonly string[]).includes(subject.kind);
}

const objectOf = <Kind>({ kind, id }: { kind: Kind; id: string | null }) => (id === null ? {} : { kind, id });

/**
 * The funnel of an object, or of the whole account when none is selected. Campaigns have their own funnel, devices
 * none.
 */
export function useFunnel(subject: WhySubject, period: WhyPeriod) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['why', 'funnel', subject, period],
    enabled: hasFunnel(subject),
    refetchInterval: funnelMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get('/api/demand/why/funnel', {
        query: { ...(hasFunnel(subject) ? objectOf(subject) : {}), period },
        signal,
      }),
  });
}

/** The latest matching traces, refreshed while the page is open. */
export function useTraces(
  subject: WhySubject,
  filter: Pick<QueryOf<'/api/demand/why/traces'>, 'outcome' | 'reason'>,
  isWanted: boolean,
) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['why', 'traces', subject, filter],
    enabled: isWanted,
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/demand/why/traces', { query: { ...objectOf(subject), ...filter }, signal }),
  });
}

export function useTrace(serveId: string | undefined) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['why', 'trace', serveId],
    enabled: serveId !== undefined,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      api.get('/api/demand/why/traces/{serveId}', { params: { serveId: serveId ?? '' }, signal }),
  });
}

const watchesKey = ['why', 'watches'];

/** The running watches, with actions to start and stop one. */
export function useWatches() {
  const api = use(ApiContext);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: watchesKey });
  const { data: watches = [] } = useQuery({
    queryKey: watchesKey,
    refetchInterval: funnelMs,
    queryFn: ({ signal }) => api.get('/api/demand/watches', { signal }),
  });
  const start = useMutation({
    mutationFn: ({ kind, id }: { kind: WatchKind; id: string }) =>
      api.post('/api/demand/watches', { body: kind === 'device' ? { kind, id } : { kind, id: Number(id) } }),
    onSuccess: refresh,
  });
  const stop = useMutation({
    mutationFn: (id: number) => api.delete('/api/demand/watches/{id}', { params: { id } }),
    onSuccess: refresh,
  });
  return { watches, start, stop };
}
