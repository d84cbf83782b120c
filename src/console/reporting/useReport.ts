import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { ReportBody, ReportRow } from '#reports/index.ts';
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
}

/** Runs a report; while another question is under way the answer before stays. */
export function useReport(body: ReportBody, { refreshMs, isWanted = true }: ReportOptions = {}) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['report', body],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs }),
    queryFn: async (): Promise<Report> => {
      const answer = await api.post<ReportRow[]>('/api/rrun', body);
      return { body, rows: answer.slice(0, -1), totals: answer.at(-1) ?? {} };
    },
  });
}
