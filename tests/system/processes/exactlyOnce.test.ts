import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExport } from '#api/exports/exportChunks.ts';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import { openTestTables, type TestTables } from '../../stores/openTestTables.ts';
import { fullOrReduced } from '../../support/fullOrReduced.ts';
import { buildAccount, type TestAccount } from '../api/buildAccount.ts';
import { startMailServer, type MailServer } from '../api/mailServer.ts';
import { idOf, startTestApi, type TestApi } from '../api/startTestApi.ts';
import { schedule, yesterday } from '../api/reports/scheduleWorld.ts';
import { type PublisherServer, startPublisherServer } from '../crawler/publisherServer.ts';
import { buildFact, factLines } from '../reports/buildFacts.ts';
import { type KillableProcesses, startProcesses } from './killableProcesses.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'bidhouse-processes-'));
const random = seededRandom(7);
/** Days, each with everything due once, and the kills of each kind of process per day. */
const { days, killsPerDay } = fullOrReduced({ days: 20, killsPerDay: 4 }, { days: 2, killsPerDay: 3 });
/** Time after which what a killed process has claimed is lost with it. */
const lostMs = 11 * minuteMs;
/** Files that a crawler reads at a time, and so those that a killed one may have read in vain. */
const filesAtATime = 8;
const sites = Array.from({ length: 30 }, (_, index) => `site${index}.example`);

let server: MailServer;
let owners: PublisherServer;
let tables: TestTables;
let api: TestApi;
let databaseUrl = '';
let accounts: TestAccount[] = [];

beforeAll(async () => {
  server = await startMailServer();
  server.delayMs = 200;
  owners = await startPublisherServer();
  for (const site of sites) {
    owners.answers.set(`${site} /ads.txt`, (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/plain' }).end('ours.example, 1, DIRECT'), 40);
    });
  }
  tables = await openTestTables();
  const database = await openTestDatabase();
  databaseUrl = database.url;
  api = await startTestApi({ database, facts: tables.clickhouse, env: settings(folder) });
  accounts = [await buildAccount(api, 'Acme'), await buildAccount(api, 'Other')];
  await prepareAccounts();
});
afterAll(async () => {
  await api?.close();
  await tables?.close();
  await owners?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const settings = (dataDir: string) => ({
  DATA_DIR: dataDir,
  SECRET: 'ab'.repeat(32),
  DATABASE_EDITION: 'CTVMediaV2V',
  SMTP_URL: server.url,
  MAIL_FROM: 'Reports <reports@mail.example>',
  CONSOLE_URL: 'http://console.example',
});

/** Two schedules with three recipients and a daily mail per account, with traffic on every day. */
async function prepareAccounts(): Promise<void> {
  const today = Math.floor(Date.now() / dayMs);
  for (const { demandId, logins, ids } of accounts) {
    const facts = Array.from({ length: days + 4 }, (_, day) =>
      buildFact({
        ...{ demandId, channelId: ids.channel, subpublisherId: ids.subpublisher, calls: 2, reqs: 2 },
        at: (today - 1 + day) * dayMs + dayMs / 2,
      }),
    );
    await tables.clickhouse.insertRows('facts', factLines(facts), { token: `days of ${demandId}` });
    const owner = await api.signIn(logins.demand);
    for (const name of ['First', 'Second']) {
      const report = { name, ivt: false, saveAs: 'definition', request: yesterday };
      const emails = [1, 2, 3].map((index) => `${name}${index}-${demandId}@mail.example`.toLowerCase());
      await schedule(owner, idOf(await owner('POST', '/api/savedReport', report)), { zone: 'UTC', emails });
    }
    const login = `owner${demandId}@mail.example`;
    await api.sql(`update users set login = '${login}', daily_mail = true where login = '${logins.demand}'`);
    await api.sql(`update demands set timezone = 0 where id = ${demandId}`);
  }
}

const count = async (text: string) =>
  Number((await api.sql(`select count(*)::int as count from ${text}`))[0]?.['count']);

/** Waits until no run, export or mail is in progress. */
async function settle(): Promise<void> {
  await expect
    .poll(
      async () => [
        await count("report_runs where state = 'running'"),
        await count("report_exports where state in ('queued', 'running')"),
        await count("report_deliveries where kind = 'email' and state in ('waiting', 'sending')"),
        await count("daily_mails where state in ('waiting', 'sending')"),
      ],
      { timeout: 60_000, interval: 200 },
    )
    .toEqual([0, 0, 0, 0]);
}

/** Waits until the mail server has received a number of mails. */
async function mailReceived(number: number): Promise<void> {
  let remaining = number;
  await new Promise<void>((resolve) => {
    server.onData = () => {
      remaining -= 1;
      if (remaining === 0) resolve();
      return null;
    };
  });
}

/** Waits until no file is due or being read at a clock that is ahead. */
async function settleCrawl(offsetMs: number): Promise<void> {
  const soon = () => new Date(Date.now() + offsetMs + lostMs).toISOString();
  await expect.poll(() => count('ads_txt_files'), { timeout: 60_000 }).toBe(sites.length);
  await expect.poll(() => count(`ads_txt_files where due_at < '${soon()}'`), { timeout: 60_000 }).toBe(0);
}

/** The months that end before the first day, the latest first. */
function monthBefore(day: number): string {
  const date = new Date();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - 1 - day);
  return date.toISOString().slice(0, 7);
}

async function planPrices(at: number): Promise<void> {
  for (const { demandId } of accounts) {
    const prices = {
      priceReq: '0.01',
      priceImp: `0.0${1 + (Math.floor(at / dayMs) % 9)}`,
      priceDsp: 1,
      pricePostbid: '0',
    };
    const validFrom = new Date(Math.floor(at / dayMs) * dayMs).toISOString();
    const planned = await api.deps.finance.prices.plan(
      systemAuthor,
      { demandId, validFrom, prices, note: '' },
      api.deps.now().toISOString(),
    );
    expect(planned.type).toBe('done');
  }
}

test('two apis and two crawlers that are killed do everything that is due exactly once, and send no mail twice', async () => {
  const demandIds = accounts.map(({ demandId }) => demandId);
  const idle = { offsetMs: 0, month: null, demandIds };
  const started: KillableProcesses[] = [];
  try {
    const apis = await startProcesses(
      'apiChild.ts',
      ['one', 'two'].map((name) => ({
        args: [databaseUrl, tables.url],
        env: settings(join(folder, name)),
      })),
      idle,
    );
    started.push(apis);
    const crawler = { args: [databaseUrl, owners.url, sites.join(',')] };
    const crawlers = await startProcesses('crawlerChild.ts', [crawler, crawler], idle);
    started.push(crawlers);
    const eight = Math.floor(Date.now() / dayMs) * dayMs + 8 * 3_600_000 + minuteMs;
    let readFiles = 0;
    await settleCrawl(0);
    for (let day = 0; day < days; day += 1) {
      owners.requestedPaths.length = 0;
      const dueAt = eight + (day + 1) * dayMs;
      await planPrices(dueAt);
      const offsetMs = dueAt - Date.now();
      const due = { offsetMs, month: monthBefore(day), demandIds };
      const earlier = crawlers.kills;
      const isMailReceived = mailReceived(1 + Math.floor(random() * 8));
      apis.order(due);
      // Files are read again after about a day, with some jitter.
      const crawlOffsetMs = offsetMs + (day + 1) * dayMs;
      crawlers.order({ ...due, offsetMs: crawlOffsetMs });
      // The mail server has a mail, and has not yet responded.
      await Promise.race([isMailReceived, pauseFor(10_000)]);
      await apis.killOne(random, 0);
      for (let kill = 1; kill < killsPerDay; kill += 1)
        await Promise.all([apis.killOne(random, 2500), crawlers.killOne(random, 300)]);
      // Whoever was killed could not finish what it was ordered to do.
      apis.order(due);
      await expect
        .poll(() => count(`finance_closings where month = '${due.month}'`), { timeout: 30_000 })
        .toBe(accounts.length);
      // The claims of killed processes end now.
      apis.order({ ...idle, offsetMs: offsetMs + lostMs });
      crawlers.order({ ...idle, offsetMs: crawlOffsetMs + lostMs });
      await settle();
      await settleCrawl(crawlOffsetMs + lostMs);
      expect(new Set(owners.requestedPaths).size).toBe(sites.length);
      readFiles += owners.requestedPaths.length;
      expect(owners.requestedPaths.length).toBeLessThanOrEqual(
        sites.length + (crawlers.kills - earlier) * filesAtATime,
      );
    }
    const figures = await checkOnce();
    process.stdout.write(
      `${days} days, ${apis.kills} kills of apis, ${crawlers.kills} of crawlers: ${JSON.stringify({ ...figures, readFiles })}\n`,
    );
  } finally {
    await Promise.all(started.map((each) => each.close()));
  }
});

/** Checks that everything that was due on the days is there once, and every mail arrived as its row says. */
async function checkOnce(): Promise<Record<string, number>> {
  const runs = await api.sql('select schedule_id, due_at, state, error, export_id from report_runs');
  expect(runs).toHaveLength(days * accounts.length * 2);
  expect(await count('(select distinct schedule_id, due_at::date from report_runs) as due')).toBe(runs.length);
  expect(await count("changes where action = 'export'")).toBe(runs.length);
  // A file that was lost three times with its process is a failure that says so.
  const failed = runs.filter(({ state }) => state !== 'done');
  for (const { error } of failed) expect(error).toBe('The file could not be written after 3 attempts');
  const done = runs.length - failed.length;
  expect(
    await count('saved_reports where export_id in (select export_id from report_runs) and user_id is not null'),
  ).toBe(done);
  const files = await api.sql(
    "select id, byte_count::int as bytes from report_exports where state = 'done' order by id",
  );
  for (const { id, bytes } of files) {
    let length = 0;
    for await (const piece of readExport(api.deps.exports, Number(id), 'csv')) length += piece.length;
    expect(length).toBe(bytes);
  }

  const received = new Map<string, number>();
  for (const { mail } of server.mails)
    received.set(mail.messageId ?? '', (received.get(mail.messageId ?? '') ?? 0) + 1);
  expect([...received.values()].filter((each) => each > 1)).toEqual([]);
  const reports = await api.sql("select run_id, address, state from report_deliveries where kind = 'email'");
  expect(reports).toHaveLength(done * 3);
  const daily = await api.sql('select user_id, day, state from daily_mails');
  expect(daily).toHaveLength(days * accounts.length);
  const mails = [...reports, ...daily];
  const inState = (wanted: string) => mails.filter(({ state }) => state === wanted).length;
  expect(inState('sent') + inState('unknown')).toBe(mails.length);
  expect(received.size).toBeGreaterThanOrEqual(inState('sent'));
  expect(received.size).toBeLessThanOrEqual(mails.length);

  expect(await count('finance_closings')).toBe(days * accounts.length);
  expect(await count("changes where entity = 'statement'")).toBe(days * accounts.length);
  expect(await count('price_plans where applied_at is null')).toBe(0);
  expect(await count("changes where request_id like 'price-plan-%'")).toBe(days * accounts.length);
  return {
    runs: runs.length,
    failedRuns: failed.length,
    mails: mails.length,
    sent: inState('sent'),
    unknown: inState('unknown'),
    received: received.size,
    months: days * accounts.length,
  };
}
