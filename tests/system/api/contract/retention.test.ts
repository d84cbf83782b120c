import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRetention } from '#api/retention/runRetention.ts';
import type { SystemState } from '#api/system/systemContract.ts';
import { type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let root: Caller;

beforeAll(async () => {
  api = await startTestApi({ env: { REPORT_FILE_DAYS: '12' } });
  root = await api.signIn('super');
});
afterAll(() => api?.close());

async function retentionOf(job: string) {
  const { retention } = (await root('GET', '/api/admin/system')).body as SystemState;
  return retention.find((each) => each.job === job);
}

const log = {
  error: (error: unknown) => {
    throw error;
  },
};

test('jobs that have not run are listed with their retention', async () => {
  expect(await retentionOf('exports')).toMatchObject({ days: 12, ranAt: null, nextAt: null, deleted: 0 });
  expect(await retentionOf('sessions')).toMatchObject({ days: null });
  expect(await retentionOf('deletionRequests')).toMatchObject({ days: 750 });
});

test('a run says how much it deleted, and when the next one is; earlier deletions stay in the total', async () => {
  const day = 86_400_000;
  const old = new Date(api.deps.now().getTime() - 31 * day).toISOString();
  const recent = new Date(api.deps.now().getTime() - 29 * day).toISOString();
  await api.deps.cspReports.record({ directive: 'img-src', blocked: 'inline' }, old);
  await api.deps.cspReports.record({ directive: 'img-src', blocked: 'data' }, recent);
  await runRetention(api.deps, log);
  const first = await retentionOf('cspReports');
  expect(first).toMatchObject({ deleted: 1, deletedInAll: 1 });
  expect(Date.parse(first?.nextAt ?? '') - Date.parse(first?.ranAt ?? '')).toBe(600_000);
  api.moveClock(600_000);
  await runRetention(api.deps, log);
  const second = await retentionOf('cspReports');
  expect(second).toMatchObject({ deleted: 0, deletedInAll: 1, lastDeletionAt: first?.ranAt });
  expect(second?.ranAt).not.toBe(first?.ranAt);
});

test('a job that fails is logged and does not stop the others', async () => {
  api.moveClock(600_000);
  const errors: unknown[] = [];
  const broken = { ...api.deps.shares, prune: () => Promise.reject(new Error('broken')) };
  const before = await retentionOf('shares');
  await runRetention({ ...api.deps, shares: broken }, { error: (error) => errors.push(error) });
  expect(errors).toHaveLength(1);
  expect(await retentionOf('shares')).toEqual(before);
  expect((await retentionOf('cspReports'))?.ranAt).toBe((await retentionOf('outbox'))?.ranAt);
});
