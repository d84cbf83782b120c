import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQueueState } from '#storage/readQueueState.ts';
import { openScheduleWorld, schedule, type ScheduleWorld } from './scheduleWorld.ts';

let world: ScheduleWorld;
beforeAll(async () => {
  world = await openScheduleWorld();
});
afterAll(() => world?.close());

const dueNow = () => {
  const { dueWork, now } = world.api.deps;
  return dueWork.read(now().toISOString());
};

const queues = () => readQueueState(world.api.db, world.api.deps.now().toISOString());

test('a schedule is due from its time until its run has ended, and nothing is due otherwise', async () => {
  const nothing = { exports: false, mails: false, schedules: false };
  expect(await dueNow()).toEqual(nothing);
  expect(await queues()).toEqual({
    exportsQueued: 0,
    exportsRunning: 0,
    exportsSince: null,
    mailsDue: 0,
    mailsSince: null,
    schedulesDue: 0,
    scheduleLagSeconds: 0,
    claimsUndecided: 0,
    claimsSince: null,
  });
  const id = await world.define('Daily');
  await schedule(world.demand, id);
  expect(await dueNow()).toEqual(nothing);
  expect(await queues()).toMatchObject({ scheduleLagSeconds: 0 });
  await world.api.sql(`update report_schedules set next_due = '2026-01-01T08:00:00Z' where report_id = ${id}`);
  expect(await dueNow()).toEqual({ ...nothing, schedules: true });
  const lag = (world.api.deps.now().getTime() - Date.parse('2026-01-01T08:00:00Z')) / 1000;
  expect(await queues()).toMatchObject({ schedulesDue: 1 });
  expect((await queues()).scheduleLagSeconds).toBeCloseTo(lag, -2);
  await world.begin();
  expect(await dueNow()).toMatchObject({ schedules: true });
  await world.run(id);
  expect(await dueNow()).toEqual(nothing);
});

test('mails are due from the time of their next attempt', async () => {
  const run = `insert into report_runs (schedule_id, due_at, is_manual, is_late, missed, start_date, end_date, "offset",
    state, started_at) select id, now(), false, false, 0, '', '', 0, 'done', now() from report_schedules returning id`;
  await world.api.sql(`with run as (${run}) insert into report_deliveries (run_id, kind, state, address, next_at)
    select id, 'email', 'waiting', 'a@partner.example', now() + interval '1 hour' from run`);
  expect(await dueNow()).toMatchObject({ mails: false });
  await world.api.sql(`update report_deliveries set next_at = now() - interval '1 minute' where kind = 'email'`);
  expect(await dueNow()).toMatchObject({ mails: true });
  expect(await queues()).toMatchObject({ mailsDue: 1, mailsSince: expect.any(Number) });
});
