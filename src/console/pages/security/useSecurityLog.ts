import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { SecurityEvent } from '#api/security/securityContract.ts';
import type { QueryOf } from '../../lib/apiCall.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** A page of the security log. The previous page's rows stay until the next ones are loaded. */
export function useSecurityLog(query: QueryOf<'/api/security-log'>) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['security', 'list', query],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/security-log', { query, signal }),
  });
}

/** One event by its number; `known` is the visible one, if any. */
export function useSecurityEvent(seq: number | null, known: SecurityEvent | undefined) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['security', 'event', seq],
    enabled: seq !== null,
    ...(known ? { initialData: known } : {}),
    queryFn: ({ signal }) => api.get('/api/security-log/{id}', { params: { id: seq ?? 0 }, signal }),
  });
}

/** How far the security log is verified. */
export function useSecurityState() {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['security', 'state'],
    staleTime: 0,
    refetchInterval: 30_000,
    meta: { isQuiet: true },
    queryFn: ({ signal }) => api.get('/api/security-log/state', { signal }),
  });
}
