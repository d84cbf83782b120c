import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DailyMailSetting } from '#api/dailyMail/dailyMailContract.ts';
import { queueDailyMails } from '#api/dailyMail/queueDailyMails.ts';
import { startMails } from '#api/mail/startMails.ts';
import { idOf, password, problemsOf, type Caller } from '../startTestApi.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { startMailServer, type MailServer } from '../mailServer.ts';
import { openScheduleWorld, type ScheduleWorld } from './scheduleWorld.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
let server: MailServer;
let world: ScheduleWorld;
let root: Caller;

beforeAll(async () => {
  server = await startMailServer();
  world = await openScheduleWorld({
    SMTP_URL: server.url,
    MAIL_FROM: 'Reports <reports@mail.example>',
    CONSOLE_URL: 'http://console.example',
  });
  root = await world.api.signIn('super');
  const { demandId, ids } = world.acme;
  const today = Math.floor(Date.now() / (24 * hourMs));
  // Two requests a day for the weeks through which the tests move the clock, beside those of the first days.
  const facts = Array.from({ length: 60 }, (_, day) =>
    buildFact({
      ...{ demandId, channelId: ids.channel, subpublisherId: ids.subpublisher, calls: 2, reqs: 2 },
      at: (today + 8 + day) * 24 * hourMs + 12 * hourMs,
    }),
  );
  await world.api.deps.loads.insertRows('facts', factLines(facts), { token: 'daily mails' });
});
afterAll(async () => {
  await world?.close();
  await server?.close();
});
beforeEach(async () => {
  server.mails.length = 0;
  server.recipients.length = 0;
  server.onRecipient = () => null;
  await world.api.sql('delete from daily_mails');
  await world.api.sql('update users set daily_mail = false');
});

/** Moves the clock to the next time of day in UTC. */
function moveTo(time: string): void {
  const { now } = world.api.deps;
  const day = now().toISOString().slice(0, 10);
  const left = Date.parse(`${day}T${time}:00.000Z`) - now().getTime();
  world.api.moveClock(left > 0 ? left : left + 24 * hourMs);
}

/** Queues and sends what is due, with several processes at a time. */
async function sendDue(processes = 2): Promise<void> {
  const { deps } = world.api;
  const logger = { error: (error: unknown) => expect(error).toBeUndefined() };
  await Promise.all(Array.from({ length: processes }, () => queueDailyMails(deps)));
  const runners = Array.from({ length: processes }, () => startMails({ ...deps, logger }));
  await expect
    .poll(async () => (await deps.dueWork.read(deps.now().toISOString())).mails, { timeout: 30_000 })
    .toBe(false);
  await Promise.all(runners.map((each) => each.close()));
}

/** A caller with a new login of Acme, or of the platform for type admin. */
async function signInAs(login: string, more: object): Promise<Caller> {
  idOf(await root('POST', '/api/users', { name: login, login, password, demandId: world.acme.demandId, ...more }));
  return world.api.signIn(login);
}

async function turnOn(call: Caller): Promise<DailyMailSetting> {
  const response = await call('PUT', '/api/dailyMail', { isOn: true });
  expect(response.status, response.text).toBe(200);
  return response.body as DailyMailSetting;
}

const lastOf = async (call: Caller) => ((await call('GET', '/api/dailyMail')).body as DailyMailSetting).last;

describe('a daily mail', () => {
  let owner: Caller;
  beforeAll(async () => {
    owner = await signInAs('owner@acme.example', { type: 'demand' });
  });

  test('[PROF-14] is sent once at 08:00 of the time zone, by several processes and after restarts', async () => {
    await world.api.sql(`update demands set timezone = 2 where id = ${world.acme.demandId}`);
    moveTo('05:00');
    await turnOn(owner);
    await sendDue();
    expect(server.mails).toEqual([]);
    moveTo('06:01');
    await sendDue(3);
    expect(server.mails.map(({ to }) => to)).toEqual(['owner@acme.example']);
    await sendDue();
    world.api.moveClock(2 * hourMs);
    await sendDue();
    expect(server.mails).toHaveLength(1);
    expect(await lastOf(owner)).toMatchObject({ state: 'sent', error: null });
    moveTo('06:01');
    await sendDue();
    expect(server.mails).toHaveLength(2);
    await world.api.sql(`update demands set timezone = 0 where id = ${world.acme.demandId}`);
  });

  test('has yesterday’s figures, alerts and approvals with links, and says why it was sent', async () => {
    await world.api.sql(`update creatives set review = 'pending', status = 1 where id = ${world.acme.ids.creative}`);
    moveTo('07:00');
    await turnOn(owner);
    const yesterday = new Date(world.api.deps.now().getTime() - 24 * hourMs).toISOString().slice(0, 10);
    moveTo('08:01');
    await sendDue();
    const [sent] = server.mails;
    const { text = '', html = '', subject, headerLines } = sent?.mail ?? {};
    expect(subject).toBe(`Daily mail: ${yesterday}, Acme`);
    expect(text).toContain(`${yesterday}\n  Revenue: `);
    expect(text).toContain('\n  Requests: 2');
    expect(text).toMatch(/Alerts \(\d+\)\n- /);
    expect(text).toContain('http://console.example/today');
    expect(text).toContain('“Daily mail” is on for the login owner@acme.example');
    expect(headerLines?.find(({ key }) => key === 'list-unsubscribe')?.line).toContain(
      '<http://console.example/today?dailyMail=1>',
    );
    expect(html).toContain('href="http://console.example/today?dailyMail=1"');
    expect(html).not.toContain('<script');
  });

  test('is sent not more than four hours late, and not for a day before it was turned on', async () => {
    moveTo('07:00');
    await turnOn(owner);
    moveTo('12:30');
    await sendDue();
    expect(server.recipients).toEqual([]);
    await owner('PUT', '/api/dailyMail', { isOn: false });
    moveTo('09:00');
    await turnOn(owner);
    await sendDue();
    expect(server.recipients).toEqual([]);
    expect(await lastOf(owner)).toMatchObject({ state: 'stopped', error: 'It was turned on after 08:00' });
    moveTo('08:00');
    await sendDue();
    expect(server.mails).toHaveLength(1);
  });

  test('that a server rejects temporarily is retried, until it would be late', async () => {
    server.onRecipient = () => ({ code: 452, text: 'mailbox full' });
    moveTo('07:00');
    await turnOn(owner);
    moveTo('08:00');
    await sendDue(1);
    expect(await lastOf(owner)).toMatchObject({
      state: 'waiting',
      error: 'The mail server responded: 452 mailbox full',
    });
    for (const minutes of [2, 6, 16, 61]) {
      world.api.moveClock(minutes * minuteMs);
      await sendDue(1);
    }
    expect(await lastOf(owner)).toMatchObject({ state: 'failed' });
    expect(server.recipients).toHaveLength(5);
  });

  test('whose process ended during the handover may have arrived, and is not sent again', async () => {
    moveTo('07:00');
    await turnOn(owner);
    moveTo('08:00');
    const { deps } = world.api;
    await queueDailyMails(deps);
    const claimed = await deps.dailyMails.claimNext('killed', deps.now().toISOString());
    expect(await deps.dailyMails.startHandoff(claimed!, deps.now().toISOString())).toBe(true);
    world.api.moveClock(6 * minuteMs);
    await sendDue();
    expect(server.recipients).toEqual([]);
    expect(await lastOf(owner)).toMatchObject({ state: 'unknown' });
  });

  test('is not sent to users who turned it off, are suspended, have no active account, or have no address', async () => {
    const other = await signInAs('other@acme.example', { type: 'demand' });
    const suspended = async (sql: string, back: string) => {
      moveTo('07:00');
      await turnOn(other);
      moveTo('08:00');
      await queueDailyMails(world.api.deps);
      await world.api.sql(sql);
      await sendDue();
      moveTo('08:00');
      await sendDue();
      await world.api.sql(back);
      expect(server.recipients, sql).toEqual([]);
      await world.api.sql('update users set daily_mail = false');
    };
    const who = `login = 'other@acme.example'`;
    await suspended(`update users set daily_mail = false where ${who}`, 'select 1');
    await suspended(`update users set status = 0 where ${who}`, `update users set status = 1 where ${who}`);
    const account = `id = ${world.acme.demandId}`;
    await suspended(`update demands set status = 0 where ${account}`, `update demands set status = 1 where ${account}`);
    await suspended(
      `update users set login = 'noaddress' where ${who}`,
      `update users set login = 'other@acme.example' where login = 'noaddress'`,
    );
  });

  test('is not sent when nothing happened', async () => {
    await root('POST', '/api/demands', { name: 'Idle' });
    const [{ id } = {}] = await world.api.sql(`select id from demands where name = 'Idle'`);
    idOf(
      await root('POST', '/api/users', {
        name: 'Idle',
        login: 'i@idle.example',
        password,
        type: 'demand',
        demandId: id,
      }),
    );
    const idle = await world.api.signIn('i@idle.example');
    moveTo('07:00');
    await turnOn(idle);
    moveTo('08:00');
    await sendDue();
    expect(server.recipients).toEqual([]);
    expect(await lastOf(idle)).toMatchObject({ state: 'stopped', error: 'There was nothing to report' });
  });
});

describe('the rights of a daily mail', () => {
  test('partners get the figures that they may see, without alerts and approvals', async () => {
    const sub = await signInAs('sub@partner.example', { type: 'sub', subpublisherId: world.acme.ids.subpublisher });
    const adv = await signInAs('adv@partner.example', { type: 'adv', advertiserId: world.acme.ids.advertiser });
    await world.api.sql(`update creatives set review = 'pending', status = 1 where id = ${world.acme.ids.creative}`);
    moveTo('07:00');
    await turnOn(sub);
    await turnOn(adv);
    moveTo('08:00');
    await sendDue();
    // The traffic of the account has no advertiser.
    expect(server.mails.map(({ to }) => to)).toEqual(['sub@partner.example']);
    const text = server.mails[0]?.mail.text ?? '';
    expect(text).toContain('  Requests: 2');
    expect(text).not.toMatch(/Revenue|Profit|Margin|Alerts|approval|Acme channel/);
  });

  test('a manager of some partners gets theirs only, and no other account’s', async () => {
    const acme = await world.api.signIn(world.acme.logins.demand);
    const subpublisher = idOf(await acme('POST', '/api/demand/subs', { name: 'Quiet sub-publisher' }));
    const managers = [
      ['all@acme.example', []],
      ['quiet@acme.example', [subpublisher]],
    ] as const;
    for (const [login, scopeSubpublisherIds] of managers) {
      const manager = { name: login, login, password, managerRole: 'readonly', scopeSubpublisherIds };
      idOf(await acme('POST', '/api/demand/managers', manager));
    }
    moveTo('07:00');
    for (const [login] of managers) await turnOn(await world.api.signIn(login));
    moveTo('08:00');
    await sendDue();
    const textTo = (login: string) => server.mails.find(({ to }) => to === login)?.mail.text ?? '';
    expect(textTo('all@acme.example')).toContain('  Requests: 2');
    expect(textTo('all@acme.example')).not.toContain('approval');
    expect(textTo('quiet@acme.example')).not.toContain('Requests');
    expect(textTo('quiet@acme.example')).not.toContain('Acme channel');
    for (const { mail } of server.mails) expect(mail.text).not.toContain('Other channel');
  });

  test('an admin gets the figures of the platform', async () => {
    const admin = await signInAs('admin@platform.example', { type: 'admin', demandId: null });
    moveTo('07:00');
    await turnOn(admin);
    moveTo('08:00');
    await sendDue();
    expect(server.mails.map(({ mail }) => mail.subject)).toEqual([
      expect.stringMatching(/^Daily mail: \d{4}-\d\d-\d\d$/),
    ]);
    expect(server.mails[0]?.mail.text).toContain('  Requests: 2');
  });
});

describe('the setting', () => {
  test('needs an email address: the login, or for the owner and partners that of the general contact', async () => {
    const owner = await world.api.signIn(world.acme.logins.demand);
    expect((await owner('GET', '/api/dailyMail')).body).toEqual({
      isOn: false,
      isSetUp: true,
      address: null,
      last: null,
    });
    const rejected = await owner('PUT', '/api/dailyMail', { isOn: true });
    expect([rejected.status, problemsOf(rejected)]).toEqual([409, ['isOn: no_address']]);
    const profile = (await owner('GET', '/api/demand/info')).body as { contacts: { type: string }[]; token?: string };
    const { token: _token, ...form } = profile;
    const contacts = profile.contacts.map((each) =>
      each.type === 'general' ? { ...each, contactEmail: 'chief@acme.example' } : each,
    );
    expect((await owner('PUT', '/api/demand/info', { ...form, contacts })).status).toBe(200);
    expect(await turnOn(owner)).toMatchObject({ isOn: true, address: 'chief@acme.example' });
    const manager = await world.api.signIn('Acme-manager');
    expect((await manager('GET', '/api/dailyMail')).body).toMatchObject({ address: null });
  });

  test('is the caller’s own, is logged, and rejects other bodies', async () => {
    const owner = await world.api.signIn('owner@acme.example');
    await turnOn(owner);
    const rows = await world.api.sql('select login from users where daily_mail');
    expect(rows).toEqual([{ login: 'owner@acme.example' }]);
    const [entry] = await world.api.sql(`select fields from changes where entity = 'user' order by id desc limit 1`);
    expect(entry?.['fields']).toEqual([{ field: 'dailyMail', from: false, to: true }]);
    expect((await owner('PUT', '/api/dailyMail', { isOn: 'yes', userId: 1 })).status).toBe(400);
    const sdk = await world.api.signIn(world.acme.logins.sdk);
    expect((await sdk('GET', '/api/dailyMail')).status).toBe(403);
    expect((await world.api.anonymous('GET', '/api/dailyMail')).status).toBe(403);
  });
});
