import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { ReportBody, ReportRow } from '#reports/index.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';

/** A report's rows, and the totals over everything that the filter matches. */
export interface Report {
  /** The request that it belongs to: while the next one is loading, not the one on screen. */
  body: ReportBody;
  rows: ReportRow[];
  totals: ReportRow;
}

export interface ReportOptions {
  /** Refetch interval in milliseconds while the page is visible; absent = never. */
  refreshMs?: number;
  isWanted?: boolean;
  /** Errors only go to the browser's console. */
  isQuiet?: boolean;
}

/** Runs a report. The previous result stays while another request is loading. */
export function useReport(body: ReportBody, { refreshMs, isWanted = true, isQuiet = false }: ReportOptions = {}) {
  const api = use(ApiContext);
  return useQuery({
    ...reportQuery(api, body),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    ...(isQuiet ? { meta: { isQuiet } } : {}),
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs }),
  });
}

/** Returns a function that aborts a running report; the server then stops working on it. */
export function useStopReport(body: ReportBody): () => void {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  return () => void queryClient.cancelQueries({ queryKey: reportQuery(api, body).queryKey, exact: true });
}

/** The query of a report. It is aborted when its last observer unmounts, and the server then stops working on it. */
export function reportQuery(api: Api, body: ReportBody) {
  return queryOptions({
    queryKey: ['report', body],
    queryFn: async ({ signal }): Promise<Report> => {
      const response = await api.post('/api/rrun', { body, signal });
      return { body, rows: response.slice(0, -1), totals: response.at(-1) ?? {} };
    },
  });
}
