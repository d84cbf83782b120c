import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { ReportBody, ReportRow } from '#reports/index.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';

/** An answer of the server: its rows, and the totals of everything the filter matches. */
export interface Report {
  /** The question that it answers: while the next is under way, not the one on screen. */
  body: ReportBody;
  rows: ReportRow[];
  totals: ReportRow;
}

/** How a page asks for a report. */
export interface ReportOptions {
  /** Asks again so often while the page is visible; never when left out. */
  refreshMs?: number;
  isWanted?: boolean;
  /** Failures only go to the browser's log. */
  isQuiet?: boolean;
}

/** Runs a report; while another question is under way the answer before stays. */
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

/** Gives up a report that is under way; the server stops working on it. */
export function useStopReport(body: ReportBody): () => void {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  return () => void queryClient.cancelQueries({ queryKey: reportQuery(api, body).queryKey, exact: true });
}

/** How a report is asked for. The question is withdrawn when nobody looks any more, and the server stops working on it. */
export function reportQuery(api: Api, body: ReportBody) {
  return queryOptions({
    queryKey: ['report', body],
    queryFn: async ({ signal }): Promise<Report> => {
      const answer = await api.post('/api/rrun', { body, signal });
      return { body, rows: answer.slice(0, -1), totals: answer.at(-1) ?? {} };
    },
  });
}
