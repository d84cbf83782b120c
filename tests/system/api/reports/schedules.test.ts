import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inactiveText } from '#api/session/readCurrentUser.ts';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { startDueRuns } from '#api/schedules/startDueRuns.ts';
import { idOf, password, problemsOf, type Caller } from '../startTestApi.ts';
import { openScheduleWorld, scheduleBody, savedBy, schedule, scheduleOf, type ScheduleWorld } from './scheduleWorld.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let world: ScheduleWorld;
let demand: Caller;

beforeAll(async () => {
  world = await openScheduleWorld();
  demand = world.demand;
});
afterAll(() => world?.close());

/** Makes a schedule due now: its next time was `ago` ms before. */
async function makeDue(reportId: number, ago = 60_000): Promise<void> {
  const now = world.api.deps.now().getTime();
  const due = new Date(Math.floor((now - ago) / 60_000) * 60_000);
  const time = due.toISOString().slice(11, 16);
  await world.api.sql(
    `update report_schedules set time = '${time}', zone = 'UTC', next_due = '${due.toISOString()}' where report_id = ${reportId}`,
  );
}

const path = (id: number) => `/api/savedReport/${id}/schedule`;
const managers = async (values: object) =>
  idOf(await demand('POST', '/api/demand/managers', { password, managerRole: 'full', ...values }));
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe('a schedule', () => {
  test('is created, read, changed and deleted by the user of its live report, and the log has its recipients', async () => {
    const id = await world.define('By channel');
    expect(await scheduleOf(demand, id)).toBeNull();
    const made = await schedule(demand, id, { repeats: 'weekly', weekDays: [1, 4], format: 'xlsx' });
    expect(made).toMatchObject({ reportId: id, repeats: 'weekly', weekDays: [1, 4], lastRun: null, emails: [] });
    expect(Date.parse(made.nextDue ?? '')).toBeGreaterThan(Date.now());
    expect(await scheduleOf(demand, id)).toEqual(made);
    const paused = await schedule(demand, id, { isPaused: true });
    expect(paused).toMatchObject({ isPaused: true, nextDue: null, pauseReason: null });
    expect((await demand('GET', '/api/savedReports/schedules')).body).toEqual([paused]);
    expect((await demand('DELETE', path(id))).status).toBe(200);
    expect((await demand('DELETE', path(id))).status).toBe(404);
    const entries = await world.api.sql(
      `select fields from changes where entity = 'report' and row_id = ${id} order by id`,
    );
    expect(entries.slice(1).map(({ fields }) => fields)).toEqual([
      [{ field: 'schedule', from: null, to: 'Weekly, Mon Thu, 08:00 Europe/Berlin; XLSX' }],
      [
        {
          field: 'schedule',
          from: 'Weekly, Mon Thu, 08:00 Europe/Berlin; XLSX',
          to: 'Daily 08:00 Europe/Berlin, paused; CSV',
        },
      ],
      [{ field: 'schedule', from: 'Daily 08:00 Europe/Berlin, paused; CSV', to: null }],
    ]);
  });

  test('with faults is refused with all of them, and nothing is stored', async () => {
    const id = await world.define('Faulty');
    const faults = {
      ...{ repeats: 'weekly', weekDays: [8], monthDay: 40, time: '24:00', zone: 'Mars/Base', startDate: 'soon' },
      ...{ format: 'pdf', emails: ['no address', 'a@b.example\r\nBcc: c@d.example'], colleagueIds: [1, 1] },
    };
    const answer = await demand('PUT', path(id), scheduleBody(faults));
    expect(answer.status).toBe(400);
    expect(problemsOf(answer).map((each) => each.split(':')[0])).toEqual([
      ...['weekDays.0', 'monthDay', 'time', 'zone', 'startDate', 'format', 'colleagueIds', 'emails.0', 'emails.1'],
    ]);
    const empty = await demand(
      'PUT',
      path(id),
      scheduleBody({ repeats: 'weekly', startDate: '2026-02-02', endDate: '2026-02-01' }),
    );
    expect(problemsOf(empty)).toEqual(['weekDays: custom', 'endDate: custom']);
    const unmet = { endDate: '2020-01-01', colleagueIds: [world.other.ids.user], emails: ['a@b.example'] };
    const refused = await demand('PUT', path(id), scheduleBody(unmet));
    expect(refused.status).toBe(422);
    expect(problemsOf(refused)).toEqual(['endDate: never_due', 'colleagueIds.0: not_found', 'emails: no_mail']);
    expect(await scheduleOf(demand, id)).toBeNull();
    const [file] = (await savedBy(demand)).filter(({ kind }) => kind !== 'definition');
    if (file) expect(problemsOf(await demand('PUT', path(file.id), scheduleBody()))).toEqual([': no_definition']);
    expect((await demand('GET', '/api/mail')).body).toEqual({ isSetUp: false, attachmentBytes: 10_000_000 });
  });
});

describe('a run', () => {
  test('writes the file for the days of its time zone at the due time, once, though four processes check at the same moment', async () => {
    const id = await world.define('Once');
    await schedule(demand, id);
    await makeDue(id);
    await Promise.all([1, 2, 3, 4].map(() => startDueRuns(world.api.deps)));
    const run = await world.run(id);
    expect(await world.runsOf(id)).toHaveLength(1);
    const day = utcDay(world.api.deps.now().getTime() - 60_000 - dayMs);
    expect(run).toMatchObject({
      state: 'done',
      rowCount: 1,
      isLate: false,
      missed: 0,
      startDate: day,
      endDate: day,
      offset: 0,
    });
    expect(run.deliveries).toMatchObject([{ kind: 'bell', to: 'Acme demand', state: 'sent' }]);
    const [saved] = await savedBy(demand);
    expect(saved).toMatchObject({ name: 'Once', kind: 'file', format: 'csv', rowCount: 1, from: null });
    const file = await demand('GET', `/api/savedFile/${saved?.id}`);
    expect(file.text).toContain('Acme channel,2\r\n');
    expect(file.text).toContain(`Date range: ${day} to ${day}; UTC`);
    const now = await scheduleOf(demand, id);
    expect(now?.lastRun).toMatchObject({ state: 'done', undelivered: 0 });
    expect(Date.parse(now?.nextDue ?? '') - Date.parse(run.dueAt)).toBe(dayMs);
  });

  test('that was missed is run once, for the last due time, and marked as late', async () => {
    const id = await world.define('Missed');
    await schedule(demand, id);
    await makeDue(id, 3 * dayMs + 2 * hourMs);
    const run = await world.run(id);
    expect(run).toMatchObject({ state: 'done', isLate: true, missed: 3 });
    expect(Date.now() - Date.parse(run.dueAt)).toBeLessThan(3 * hourMs);
    await world.begin();
    expect(await world.runsOf(id)).toHaveLength(1);
  });

  test('is also started by hand, but not while one is under way, and does not move the schedule', async () => {
    const id = await world.define('By hand');
    const { nextDue } = await schedule(demand, id, { isPaused: true });
    expect(nextDue).toBeNull();
    const answers = await Promise.all([1, 2].map(() => demand('POST', `${path(id)}/run`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]));
    expect(await world.run(id)).toMatchObject({ state: 'done', isManual: true });
    expect(await scheduleOf(demand, id)).toMatchObject({ isPaused: true, lastRun: { isManual: true } });
  });

  test('of an archived report waits; after restoring, missed due times are not run', async () => {
    const id = await world.define('Archived');
    await schedule(demand, id);
    await makeDue(id);
    await demand('PATCH', `/api/savedReport/${id}`, { isArchived: true });
    await world.begin();
    expect(await world.runsOf(id)).toEqual([]);
    expect((await demand('POST', `${path(id)}/run`)).status).toBe(404);
    expect(problemsOf(await demand('PUT', path(id), scheduleBody()))).toEqual([': archived']);
    await demand('PATCH', `/api/savedReport/${id}`, { isArchived: false });
    await world.begin();
    expect(await world.runsOf(id)).toEqual([]);
    expect(Date.parse((await scheduleOf(demand, id))?.nextDue ?? '')).toBeGreaterThan(Date.now());
    await demand('DELETE', `/api/savedReport/${id}`);
    expect(await world.api.sql(`select id from report_schedules where report_id = ${id}`)).toEqual([]);
  });

  test('after its last day is not due any more', async () => {
    const id = await world.define('Ends');
    await schedule(demand, id);
    await makeDue(id);
    await world.api.sql(`update report_schedules set end_date = '${utcDay(Date.now())}' where report_id = ${id}`);
    await world.run(id);
    expect((await scheduleOf(demand, id))?.nextDue).toBeNull();
    await world.begin();
    expect(await world.runsOf(id)).toHaveLength(1);
  });
});

describe('a run that fails', () => {
  test('reports why, and the fifth in a row pauses the schedule, which is not deleted', async () => {
    await world.api.sql(`update demands set show_system_cost = true where id = ${world.acme.demandId}`);
    const days = { startDate: '2020-01-01', endDate: '2020-01-01', range: 'yesterday' };
    const id = await world.define('System cost', { request: { ...days, metrics: ['systemCost'] } });
    await schedule(demand, id);
    // The right to it is revoked meanwhile.
    await world.api.sql(`update demands set show_system_cost = false where id = ${world.acme.demandId}`);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      // Hours apart, since a due time starts only one run.
      await makeDue(id, attempt * hourMs);
      const run = await world.run(id);
      expect(run).toMatchObject({ state: 'failed', deliveries: [] });
      expect(run.error).toMatch(/metric/i);
      const now = await scheduleOf(demand, id);
      expect(now?.isPaused, `after ${attempt}`).toBe(attempt === 5);
    }
    expect((await scheduleOf(demand, id))?.pauseReason).toMatch(/^It failed 5 times in a row: /);
    await makeDue(id);
    await world.begin();
    expect(await world.runsOf(id)).toHaveLength(5);
    expect(await schedule(demand, id)).toMatchObject({ isPaused: false, pauseReason: null });
    await demand('DELETE', path(id));
  });

  test('is one of a suspended login', async () => {
    const managerId = await managers({ name: 'Leaver', login: 'leaver' });
    const leaver = await world.api.signIn('leaver');
    const body = {
      name: 'Theirs',
      ivt: false,
      saveAs: 'definition',
      request: { startDate: '2026-01-01', endDate: '2026-01-01', metrics: ['reqs'] },
    };
    const id = idOf(await leaver('POST', '/api/savedReport', body));
    await schedule(leaver, id);
    await demand('PATCH', `/api/demand/managers/${managerId}`, { status: 0 });
    await makeDue(id);
    await world.begin();
    await world.end();
    const runs = await world.api.sql(
      `select r.state, r.error from report_runs r join report_schedules s on s.id = r.schedule_id where s.report_id = ${id}`,
    );
    expect(runs).toEqual([{ state: 'failed', error: inactiveText }]);
    expect(await world.api.sql(`select failures from report_schedules where report_id = ${id}`)).toEqual([
      { failures: 1 },
    ]);
  });

  test('is a post-bid report when the month’s are used up', async () => {
    await world.api.sql(`update demands set show_postbid_pix = true where id = ${world.acme.demandId}`);
    const root = await world.api.signIn('super');
    await root('PUT', '/api/admin/config', { postbidMaxImps: 0, postbidMaxReps: 1 });
    const id = await world.define('Postbid', { ivt: true });
    await schedule(demand, id);
    await makeDue(id, 120_000);
    expect(await world.run(id)).toMatchObject({ state: 'done' });
    await makeDue(id);
    const second = await world.run(id);
    expect(second.state).toBe('failed');
    expect(second.error).toMatch(/^All 1 post-bid verification reports for .* are used/);
  });
});

describe('colleagues', () => {
  test('are those with the same view; they get the file as their own, with the sender’s name, and keep it when the sender deletes it', async () => {
    const wide = await managers({ name: 'Wide', login: 'wide' });
    const narrow = await managers({ name: 'Narrow', login: 'narrow', scopeAdvertiserIds: [world.acme.ids.advertiser] });
    const known = (await demand('GET', '/api/savedReports/colleagues')).body as { id: number; name: string }[];
    expect(known.map(({ name }) => name)).toContain('Wide');
    expect(known.map(({ name }) => name)).not.toContain('Narrow');
    expect(known.map(({ name }) => name)).not.toContain('Acme sub');
    let colleague = await world.api.signIn('wide');
    expect(
      ((await colleague('GET', '/api/savedReports/colleagues')).body as { name: string }[]).map(({ name }) => name),
    ).toEqual(['Acme demand']);
    const id = await world.define('For colleagues');
    expect(problemsOf(await demand('PUT', path(id), scheduleBody({ colleagueIds: [wide, narrow] })))).toEqual([
      'colleagueIds.1: not_found',
    ]);
    await schedule(demand, id, { colleagueIds: [wide] });
    await makeDue(id);
    const run = await world.run(id);
    expect(run.deliveries).toMatchObject([
      { kind: 'bell', to: 'Acme demand', state: 'sent' },
      { kind: 'colleague', to: 'Wide', state: 'sent' },
    ]);
    const [theirs] = await savedBy(colleague);
    expect(theirs).toMatchObject({ name: 'For colleagues', kind: 'file', from: 'Acme demand' });
    const [mine] = (await savedBy(demand)).filter((each: SavedReport) => each.name === 'For colleagues' && each.file);
    await demand('DELETE', `/api/savedReport/${mine?.id}`);
    expect((await colleague('GET', `/api/savedFile/${theirs?.id}`)).text).toContain('Acme channel,2');
    // Once its rights are reduced, it cannot open the file, and receives no more.
    await demand('PATCH', `/api/demand/managers/${wide}`, { scopeAdvertiserIds: [world.acme.ids.advertiser] });
    colleague = await world.api.signIn('wide');
    const closed = await colleague('GET', `/api/savedFile/${theirs?.id}`);
    expect([closed.status, ...problemsOf(closed)]).toEqual([422, ': narrower_rights']);
    // An hour earlier: two minutes would be the due time of the first run if a minute ended meanwhile.
    await makeDue(id, 3_600_000);
    const again = await world.run(id);
    expect(again.deliveries[1]).toMatchObject({
      state: 'failed',
      error: 'This user does not have access to all data in the report',
    });
    expect((await scheduleOf(demand, id))?.lastRun?.undelivered).toBe(1);
  });
});
