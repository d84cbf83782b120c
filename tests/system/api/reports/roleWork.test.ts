import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayRun } from '#api/schedules/reportView.ts';
import { readCurrentUser, inactiveText } from '#api/session/readCurrentUser.ts';
import { readDailyMail } from '#api/dailyMail/readDailyMail.ts';
import { queueDailyMails } from '#api/dailyMail/queueDailyMails.ts';
import { type ExportDeps, writeExport } from '#api/exports/writeExport.ts';
import type { Mailer } from '#api/mail/openMailer.ts';
import type { RolePermissions } from '#model/account/rolePermissions.ts';
import type { ClaimedExport } from '#storage/exports/claimedExport.ts';
import { createRole, type RoleWorld } from '../access/createRole.ts';
import type { Caller } from '../startTestApi.ts';
import { openScheduleWorld, schedule, type ScheduleWorld, yesterday } from './scheduleWorld.ts';

let world: ScheduleWorld;
let demand: Caller;

beforeAll(async () => {
  world = await openScheduleWorld();
  ({ demand } = world);
});
afterAll(() => world.close());

const analyst = (permissions: RolePermissions = { reports: 'write' }) => createRole(world.api, demand, permissions);

async function limit({ roleId, login }: RoleWorld, permissions: RolePermissions): Promise<Caller> {
  const answer = await demand('PATCH', `/api/demand/roles/${roleId}`, { permissions });
  expect(answer.status, answer.text).toBe(200);
  return world.api.signIn(login);
}

const saved = async (caller: Caller) => {
  const answer = await caller('POST', '/api/savedReport', {
    ...{ name: 'Theirs', ivt: false, saveAs: 'definition', request: yesterday },
  });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { id: number }).id;
};

describe('work in the name of a manager whose custom role no longer has reports to write', () => {
  test('is refused: runs of schedules, and exports', async () => {
    const role = await analyst();
    const id = await saved(role.caller);
    await schedule(role.caller, id);
    await limit(role, { reports: 'read' });
    const due = new Date(Math.floor((world.api.deps.now().getTime() - 60_000) / 60_000) * 60_000).toISOString();
    await world.api.sql(
      `update report_schedules set time = '${due.slice(11, 16)}', zone = 'UTC', next_due = '${due}' where report_id = ${id}`,
    );
    await world.begin();
    await world.end();
    const runs = await world.api.sql(
      `select r.state, r.error from report_runs r join report_schedules s on s.id = r.schedule_id where s.report_id = ${id}`,
    );
    expect(runs).toEqual([{ state: 'failed', error: inactiveText }]);
    const claim = { userId: role.managerId, name: 'x', format: 'csv', request: yesterday } as unknown as ClaimedExport;
    const deps = world.api.deps as unknown as ExportDeps;
    const written = await writeExport(deps, claim, { rowCount: 0, byteCount: 0 }, new AbortController().signal);
    expect(written).toEqual({ type: 'refused', reason: inactiveText });
  });

  test('closes the links that the manager shared', async () => {
    const role = await analyst();
    const id = await saved(role.caller);
    const made = await role.caller('POST', `/api/savedReport/${id}/shares`, { hours: 24 });
    const token = (made.body as { url: string }).url.split('/').at(-1) ?? '';
    expect((await world.api.anonymous('GET', `/api/shared/${token}`)).status).toBe(200);
    await limit(role, { demand: 'read' });
    expect((await world.api.anonymous('GET', `/api/shared/${token}`)).status).toBe(404);
  });

  test('delivers nothing to the manager from colleagues, once the role has no reports', async () => {
    const role = await analyst({ reports: 'read' });
    const known = async () =>
      ((await demand('GET', '/api/savedReports/colleagues')).body as { id: number }[]).map(({ id }) => id);
    expect(await known()).toContain(role.managerId);
    await limit(role, { supply: 'write' });
    expect(await known()).not.toContain(role.managerId);
  });
});

describe('work in the name of a manager whose custom role hides money since', () => {
  test('is refused with the reason where it has money: exports, saved reports and shared links', async () => {
    const role = await analyst();
    const request = { ...yesterday, metrics: ['imps', 'rev'] };
    const body = { name: 'Priced', ivt: false, saveAs: 'definition', request };
    const { id } = (await role.caller('POST', '/api/savedReport', body)).body as { id: number };
    const made = await role.caller('POST', `/api/savedReport/${id}/shares`, { hours: 24 });
    const token = (made.body as { url: string }).url.split('/').at(-1) ?? '';
    expect((await world.api.anonymous('GET', `/api/shared/${token}`)).status).toBe(200);
    expect((await demand('PATCH', `/api/demand/roles/${role.roleId}`, { seesMoney: false })).status).toBe(200);
    expect((await world.api.anonymous('GET', `/api/shared/${token}`)).status).toBe(404);
    const claim = { userId: role.managerId, name: 'x', format: 'csv', request } as unknown as ClaimedExport;
    const deps = world.api.deps as unknown as ExportDeps;
    const progress = { rowCount: 0, byteCount: 0 };
    const written = await writeExport(deps, claim, progress, new AbortController().signal);
    expect(written).toEqual({ type: 'refused', reason: 'Your role hides money, and so “Revenue”' });
    const again = await world.api.signIn(role.login);
    expect((await again('GET', `/api/savedReport/${id}`)).text).toContain('money_hidden');
  });

  test('delivers reports with money from colleagues no longer, and others as before', async () => {
    const role = await analyst({ reports: 'read' });
    expect((await demand('PATCH', `/api/demand/roles/${role.roleId}`, { seesMoney: false })).status).toBe(200);
    const user = await readCurrentUser(world.api.deps, role.managerId);
    if (!user) throw new Error('The manager cannot sign in');
    expect(mayRun(user, { ...yesterday, metrics: ['imps'] })).toBe(true);
    expect(mayRun(user, { ...yesterday, metrics: ['imps', 'margin'] })).toBe(false);
  });
});

describe('the daily mail of a manager', () => {
  test('has alerts and approvals of the areas of the role alone', async () => {
    const { deps } = world.api;
    const role = await analyst({ reports: 'read', supply: 'read' });
    const user = await readCurrentUser(deps, role.managerId);
    const none = () => Promise.resolve(null);
    const day = deps.now().toISOString().slice(0, 10);
    const mail = user && (await readDailyMail({ ...deps, read: none }, user, day, new AbortController().signal));
    const entities = (mail?.alerts ?? []).flatMap(({ object }) => object?.entity ?? []);
    expect(entities.filter((entity) => !['channel', 'subpublisher', 'supplier'].includes(entity))).toEqual([]);
    expect(mail?.waiting.rows ?? []).toEqual([]);
  });

  test('is only queued while the role has reports', async () => {
    const { deps } = world.api;
    const [reader, other] = [await analyst({ reports: 'read' }), await analyst({ supply: 'read' })];
    await world.api.sql(`update users set daily_mail = true where id in (${reader.managerId}, ${other.managerId})`);
    await world.api.sql(
      `update users set login = concat(login, '@acme.example') where id in (${reader.managerId}, ${other.managerId})`,
    );
    const mailer = {} as Mailer;
    const { now } = deps;
    const left = Date.parse(`${now().toISOString().slice(0, 10)}T09:00:00.000Z`) - now().getTime();
    world.api.moveClock(left > 0 ? left : left + 86_400_000);
    await queueDailyMails({ ...deps, mailer });
    const queued = await world.api.sql('select user_id from daily_mails');
    expect(queued).toEqual([{ user_id: reader.managerId }]);
  });
});
