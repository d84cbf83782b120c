import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMailer, type Mailer } from '#api/mail/openMailer.ts';
import { sendReportMail } from '#api/mail/sendReportMail.ts';
import { startMails } from '#api/mail/startMails.ts';
import type { ScheduleRunWithDeliveries } from '#api/schedules/scheduleContract.ts';
import type { MailQueue } from '#storage/schedules/mailQueue.ts';
import { startBreakingServer, startMailServer, startSilentServer, type MailServer } from '../mailServer.ts';
import { openScheduleWorld, schedule, scheduleOf, type ScheduleWorld } from './scheduleWorld.ts';

const minuteMs = 60_000;
let world: ScheduleWorld;
let server: MailServer;
let mails: MailQueue;
let mailer: Mailer;
let count = 0;

beforeAll(async () => {
  server = await startMailServer();
  world = await openScheduleWorld({
    SMTP_URL: server.url,
    MAIL_FROM: 'Reports <reports@mail.example>',
    CONSOLE_URL: 'http://console.example',
  });
  ({ mails } = world.api.deps);
  mailer = world.api.deps.mailer!;
});
afterAll(async () => {
  await world?.close();
  await server?.close();
});
beforeEach(() => {
  server.mails.length = 0;
  server.recipients.length = 0;
  server.onRecipient = () => null;
  server.onData = () => null;
});

const depsWith = (own: Mailer | null = mailer) => ({ ...world.api.deps, mailer: own });

/** Sends the queued mails. */
async function send(own: Mailer | null = mailer): Promise<void> {
  for (;;) {
    const mail = await mails.claimNext('test', world.api.deps.now().toISOString());
    if (!mail) return;
    await sendReportMail(depsWith(own), mail);
  }
}

/** Schedules a new report to addresses and runs it; its mails are queued. */
async function runTo(emails: string[], more: object = {}): Promise<number> {
  const id = await world.define(`Mails ${(count += 1)}`);
  // Paused, so that it is not due when the clock is moved.
  await schedule(world.demand, id, { emails, isPaused: true, ...more });
  await world.demand('POST', `/api/savedReport/${id}/schedule/run`);
  await world.run(id);
  return id;
}

async function deliveriesTo(id: number): Promise<ScheduleRunWithDeliveries['deliveries']> {
  const [run] = await world.runsOf(id);
  return run?.deliveries.filter(({ kind }) => kind === 'email') ?? [];
}

describe('a mail', () => {
  test('is sent to each address separately with the file, which a spreadsheet can open', async () => {
    const id = await runTo(['Finance@Partner.example', 'boss@partner.example'], { format: 'xlsx' });
    await send();
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual(['boss@partner.example', 'finance@partner.example']);
    const [first] = server.mails;
    expect(first?.mail.to).toMatchObject({ text: first?.to });
    const [attachment] = first?.mail.attachments ?? [];
    expect(attachment?.filename).toMatch(/^Mails \d+ \d{4}-\d\d-\d\d\.xlsx$/);
    const { sheets } = await readXlsx(attachment!.content);
    expect(sheets[0]?.rows.slice(0, 3)).toEqual([
      ['Channel ID', 'Channel', 'Requests'],
      [world.acme.ids.channel, 'Acme channel', 2],
      ['Totals', null, 2],
    ]);
    expect(first?.mail.text).toMatch(/Rows: 1\nRequests \(total\): 2\n/);
    expect(new Set(server.mails.map(({ mail }) => mail.messageId)).size).toBe(2);
    expect(await deliveriesTo(id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    await send();
    expect(server.mails).toHaveLength(2);
  });

  test('has a link if that is selected, and if the file is too large', async () => {
    await runTo(['a@partner.example'], { emailForm: 'link' });
    await send();
    const large = await runTo(['b@partner.example']);
    await world.api.sql('update report_exports set byte_count = 10000001');
    await send();
    await world.api.sql('update report_exports set byte_count = 100');
    expect(large).toBeGreaterThan(0);
    expect(server.mails).toHaveLength(2);
    for (const { mail } of server.mails) {
      expect(mail.attachments).toEqual([]);
      expect(mail.text).toMatch(
        /The report is ready in the console \(sign-in required\):\nhttp:\/\/console\.example\/reports\?q=Mails\+\d+&type=file/,
      );
    }
  });
});

describe('a mail server that', () => {
  test('refuses temporarily gets retries at growing intervals, for each address separately', async () => {
    server.onRecipient = (address) => (address === 'full@partner.example' ? { code: 452, text: 'mailbox full' } : null);
    const id = await runTo(['full@partner.example', 'fine@partner.example']);
    await send();
    expect(await deliveriesTo(id)).toMatchObject([
      {
        to: 'full@partner.example',
        state: 'waiting',
        error: 'The mail server responded: 452 mailbox full',
        attempts: 1,
      },
      { to: 'fine@partner.example', state: 'sent' },
    ]);
    const waits: number[] = [];
    for (let attempt = 2; attempt <= 7; attempt += 1) {
      const nextAt = (await deliveriesTo(id))[0]?.nextAt ?? '';
      waits.push(Math.round((Date.parse(nextAt) - world.api.deps.now().getTime()) / minuteMs));
      await send();
      expect(server.recipients.filter((each) => each === 'full@partner.example')).toHaveLength(attempt - 1);
      world.api.moveClock(Date.parse(nextAt) - world.api.deps.now().getTime());
      if (attempt === 7) server.onRecipient = () => null;
      await send();
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 420]);
    expect((await deliveriesTo(id))[0]).toMatchObject({ state: 'sent', error: null, attempts: 7 });
    expect(server.mails).toHaveLength(2);
  });

  test('refuses permanently gets no retry, and the reason stays in the history', async () => {
    server.onRecipient = () => ({ code: 550, text: 'no such user here' });
    const id = await runTo(['gone@partner.example']);
    await send();
    const failed = { state: 'failed', error: 'The mail server responded: 550 no such user here', nextAt: null };
    expect(await deliveriesTo(id)).toMatchObject([failed]);
    server.onRecipient = () => null;
    server.onData = () => ({ code: 554, text: 'it looks like spam' });
    const spam = await runTo(['spam@partner.example']);
    await send();
    expect(await deliveriesTo(spam)).toMatchObject([
      { state: 'failed', error: 'The mail server responded: 554 it looks like spam' },
    ]);
    world.api.moveClock(24 * 60 * minuteMs);
    await send();
    expect(server.recipients).toHaveLength(2);
    expect((await scheduleOf(world.demand, spam))?.lastRun).toMatchObject({ state: 'done', undelivered: 1 });
  });

  test('cannot be reached, does not respond, or rejects the login, gets retries', async () => {
    const silent = await startSilentServer();
    const closed = await startSilentServer();
    await closed.close();
    const ways: [string, string][] = [
      [closed.url, 'The mail server cannot be reached'],
      [silent.url, 'The mail server did not respond in time'],
      [server.url.replace('secret', 'wrong'), 'The mail server rejected the platform’s credentials'],
    ];
    for (const [SMTP_URL, error] of ways) {
      const id = await runTo(['later@partner.example']);
      await send(openMailer({ SMTP_URL }, { silentMs: 300, wholeMs: 3000 }));
      expect(await deliveriesTo(id), SMTP_URL).toMatchObject([{ state: 'waiting', error, attempts: 1 }]);
      world.api.moveClock(2 * minuteMs);
      await send();
      expect(await deliveriesTo(id)).toMatchObject([{ state: 'sent' }]);
    }
    await silent.close();
  });
});

test('a mail whose server disconnects before it responds may have arrived, and is not sent again', async () => {
  const breaking = await startBreakingServer();
  const id = await runTo(['perhaps@partner.example']);
  await send(openMailer({ SMTP_URL: breaking.url }));
  const [delivery] = await deliveriesTo(id);
  expect(delivery).toMatchObject({ state: 'unknown', nextAt: null });
  expect(delivery?.error).toMatch(/^The mail server stopped responding/);
  world.api.moveClock(24 * 60 * minuteMs);
  await send();
  expect(server.recipients).toEqual([]);
  await breaking.close();
});

describe('a process that ends', () => {
  test('before it sends a mail leaves it to another; while it sends, no other sends it a second time', async () => {
    const first = await runTo(['before@partner.example']);
    const taken = await mails.claimNext('killed', world.api.deps.now().toISOString());
    expect(taken?.address).toBe('before@partner.example');
    const second = await runTo(['while@partner.example']);
    const handed = await mails.claimNext('killed', world.api.deps.now().toISOString());
    expect(await mails.startHandoff(handed!, world.api.deps.now().toISOString())).toBe(true);
    await send();
    expect(server.mails).toEqual([]);
    world.api.moveClock(6 * minuteMs);
    const logger = { error: (error: unknown) => expect(error).toBeUndefined() };
    const runners = [1, 2].map(() => startMails({ ...depsWith(), logger }));
    await expect.poll(() => server.mails.length, { timeout: 20_000 }).toBe(1);
    await Promise.all(runners.map((each) => each.close()));
    expect(server.mails.map(({ to }) => to)).toEqual(['before@partner.example']);
    expect(await deliveriesTo(first)).toMatchObject([{ state: 'sent' }]);
    const [unknown] = await deliveriesTo(second);
    expect(unknown).toMatchObject({ state: 'unknown', nextAt: null });
    expect(unknown?.error).toMatch(/unknown/);
    // Later messages of the first process are ignored.
    await mails.end(handed!, { state: 'sent' }, world.api.deps.now().toISOString());
    expect(await deliveriesTo(second)).toMatchObject([{ state: 'unknown' }]);
  });

  test('is one of several that send concurrently, and each mail is sent once', async () => {
    const addresses = Array.from({ length: 20 }, (_, index) => `n${index}@partner.example`);
    await runTo(addresses);
    const logger = { error: (error: unknown) => expect(error).toBeUndefined() };
    const runners = [1, 2, 3].map(() => startMails({ ...depsWith(), logger }));
    await expect.poll(() => server.mails.length, { timeout: 30_000 }).toBe(20);
    await Promise.all(runners.map((each) => each.close()));
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
  });
});

describe('the unsubscribe link', () => {
  test('confirms by GET, unsubscribes by POST without a login, for this address and report only', async () => {
    const id = await runTo(['tired@partner.example', 'keen@partner.example']);
    await send();
    const tired = server.mails.find(({ to }) => to === 'tired@partner.example');
    const header = tired?.mail.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line ?? '';
    const { pathname } = new URL(/<(.*)>/.exec(header)?.[1] ?? '');
    const linkResponse = await world.api.anonymous('GET', pathname);
    expect(linkResponse.status).toBe(200);
    expect(linkResponse.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(linkResponse.text).toContain('<form method="post">');
    expect((await scheduleOf(world.demand, id))?.unsubscribedEmails).toEqual([]);
    const oneClick = { 'content-type': 'application/x-www-form-urlencoded' };
    const stopped = await world.api.anonymous('POST', pathname, 'List-Unsubscribe=One-Click', oneClick);
    expect(stopped.text).toContain('You are unsubscribed');
    expect((await scheduleOf(world.demand, id))?.unsubscribedEmails).toEqual(['tired@partner.example']);
    expect((await world.api.anonymous('GET', pathname)).text).toContain('You are unsubscribed');
    server.mails.length = 0;
    // A new schedule of the same report does not subscribe them again.
    await world.demand('DELETE', `/api/savedReport/${id}/schedule`);
    await schedule(world.demand, id, { emails: ['tired@partner.example', 'keen@partner.example'] });
    await world.demand('POST', `/api/savedReport/${id}/schedule/run`);
    await world.run(id);
    await send();
    expect(server.mails.map(({ to }) => to)).toEqual(['keen@partner.example']);
    expect((await deliveriesTo(id))[0]).toMatchObject({
      state: 'stopped',
      error: 'The recipient unsubscribed',
    });
    const forged = await world.api.anonymous('POST', pathname.replace(/.$/, '_'), 'x', oneClick);
    expect(forged.status).toBe(404);
    const foreign = { ...oneClick, origin: 'https://evil.example' };
    expect((await world.api.anonymous('POST', pathname, 'x', foreign)).status).toBe(403);
  });

  test('also cancels a queued mail', async () => {
    const id = await runTo(['waits@partner.example']);
    await world.api.deps.schedules.unsubscribe(id, 'waits@partner.example');
    await send();
    expect(server.recipients).toEqual([]);
    expect(await deliveriesTo(id)).toMatchObject([{ state: 'stopped' }]);
  });
});

test('a deleted file and a suspended login send nothing any more', async () => {
  const id = await runTo(['late@partner.example']);
  const saved = (await world.demand('GET', '/api/savedReports')).body as { id: number; file: boolean }[];
  await world.demand('DELETE', `/api/savedReport/${saved.find(({ file }) => file)?.id}`);
  await send();
  expect(await deliveriesTo(id)).toMatchObject([
    { state: 'failed', error: 'The file was deleted before it could be sent' },
  ]);
  const other = await runTo(['later@partner.example']);
  await world.api.sql(`update users set status = 0 where login = '${world.acme.logins.demand}'`);
  await send();
  await world.api.sql(`update users set status = 1 where login = '${world.acme.logins.demand}'`);
  expect(await deliveriesTo(other)).toMatchObject([{ state: 'failed' }]);
  expect(server.recipients).toEqual([]);
});
