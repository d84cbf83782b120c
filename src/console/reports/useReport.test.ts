import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ReportBody } from '#reports/index.ts';
import { createApi } from '../lib/api.ts';
import { reportQuery } from './useReport.ts';

const body: ReportBody = { startDate: '2026-11-01', endDate: '2026-11-02', metrics: ['imps'] };

test('a report is aborted when its page is left before the response', async () => {
  const signals: AbortSignal[] = [];
  const api = createApi({
    fetch: (_path, init) =>
      new Promise((_resolve, reject) => {
        if (!init?.signal) return;
        const { signal } = init;
        signals.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    onForbidden: () => {},
  });
  const client = new QueryClient();
  const leave = new QueryObserver(client, reportQuery(api, body)).subscribe(() => {});
  await expect.poll(() => signals.length).toBe(1);
  expect(signals[0]?.aborted).toBe(false);
  leave();
  expect(signals[0]?.aborted).toBe(true);
  client.clear();
});

test('the last element of the response is the totals', async () => {
  const api = createApi({
    fetch: async () =>
      Response.json([
        { day: '2026-11-01', imps: 3 },
        { day: null, imps: 3 },
      ]),
    onForbidden: () => {},
  });
  await expect(new QueryClient().fetchQuery(reportQuery(api, body))).resolves.toEqual({
    body,
    rows: [{ day: '2026-11-01', imps: 3 }],
    totals: { day: null, imps: 3 },
  });
});
