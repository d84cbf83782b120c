import { expect } from 'vitest';
import { startExports, type RunningExports } from '#api/exports/startExports.ts';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { startDueRuns } from '#api/schedules/startDueRuns.ts';
import { finishRuns } from '#api/schedules/finishRuns.ts';
import type { ReportSchedule, ScheduleRunWithDeliveries } from '#api/schedules/scheduleContract.ts';
import { openTestTables } from '../../../stores/openTestTables.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { idOf, type ApiResponse, type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

/** An API with two requests of Acme on each of the days around now, and a scheduler that runs when a test says so. */
export interface ScheduleWorld {
  api: TestApi;
  acme: TestAccount;
  other: TestAccount;
  demand: Caller;
  /** Saves a live report of yesterday; returns its id. */
  define(name: string, more?: object): Promise<number>;
  /** Starts due runs, as every process of the API does each second. */
  begin(): Promise<void>;
  /** Ends the runs whose exports have ended. */
  end(): Promise<void>;
  /** Starts a run, waits for the export of a report's newest run, and ends it. */
  run(reportId: number): Promise<ScheduleRunWithDeliveries>;
  runsOf(reportId: number): Promise<ScheduleRunWithDeliveries[]>;
  close(): Promise<void>;
}

/** The body of a schedule: daily at eight, without other recipients. */
export const scheduleBody = (more: object = {}) => ({
  ...{ repeats: 'daily', weekDays: [], monthDay: null, time: '08:00', zone: 'Europe/Berlin' },
  ...{ startDate: null, endDate: null, format: 'csv', colleagueIds: [], emails: [] },
  ...{ emailForm: 'attachment', isPaused: false },
  ...more,
});

export const yesterday = {
  startDate: '2020-01-01',
  endDate: '2020-01-01',
  range: 'yesterday',
  dimensions: ['channel'],
  metrics: ['reqs'],
};

/** Opens the world; `env` has settings of the API. */
export async function openScheduleWorld(env: Record<string, string> = {}): Promise<ScheduleWorld> {
  const { clickhouse } = await openTestTables();
  const api = await startTestApi({ facts: clickhouse, env });
  const [acme, other] = [await buildAccount(api, 'Acme'), await buildAccount(api, 'Other')];
  const demand = await api.signIn(acme.logins.demand);
  const now = Date.now();
  const facts = Array.from({ length: 12 }, (_, day) =>
    [1, 2].map(() =>
      buildFact({
        ...{ demandId: acme.demandId, channelId: acme.ids.channel, subpublisherId: acme.ids.subpublisher },
        ...{
          calls: 1,
          reqs: 1,
          at: Math.floor(now / 86_400_000) * 86_400_000 + (day - 4) * 86_400_000 + 12 * 3_600_000,
        },
      }),
    ),
  );
  await clickhouse.insertRows('facts', factLines(facts.flat()), { token: 'traffic' });
  const { deps } = api;
  const runner: RunningExports = startExports({ ...deps, log: { error: reportFault } });
  const runsOf = async (id: number) =>
    (await demand('GET', `/api/savedReport/${id}/schedule/runs`)).body as ScheduleRunWithDeliveries[];
  return {
    api,
    acme,
    other,
    demand,
    define: async (name, more = {}) =>
      idOf(
        await demand('POST', '/api/savedReport', {
          name,
          ivt: false,
          saveAs: 'definition',
          request: yesterday,
          ...more,
        }),
      ),
    begin: () => startDueRuns(deps),
    end: () => finishRuns(deps),
    async run(reportId) {
      await startDueRuns(deps);
      await expect
        .poll(
          async () => {
            await finishRuns(deps);
            return (await runsOf(reportId))[0]?.state;
          },
          { timeout: 60_000, interval: 100 },
        )
        .toMatch(/done|failed/);
      const [run] = await runsOf(reportId);
      if (!run) throw new Error('it has not run');
      return run;
    },
    runsOf,
    async close() {
      await runner.close();
      await api.close();
      await clickhouse.close();
    },
  };
}

function reportFault(error: unknown): void {
  throw error;
}

/** Schedules a report; expects success. */
export async function schedule(call: Caller, id: number, more: object = {}): Promise<ReportSchedule> {
  const answer: ApiResponse = await call('PUT', `/api/savedReport/${id}/schedule`, scheduleBody(more));
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ReportSchedule;
}

/** The current schedule of a report as its user sees it. */
export async function scheduleOf(call: Caller, id: number): Promise<ReportSchedule | null> {
  const answer = await call('GET', `/api/savedReport/${id}/schedule`);
  return (answer.body as { schedule: ReportSchedule | null }).schedule;
}

/** The saved reports of a caller, newest first. */
export async function savedBy(call: Caller): Promise<SavedReport[]> {
  return (await call('GET', '/api/savedReports')).body as SavedReport[];
}
