import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresCheck } from '#api/apiChecks.ts';
import { buildApi } from '#api/buildApi.ts';
import type { ApiDeps } from '#api/deps.ts';
import { createBudgetController } from '#api/budget/budgetController.ts';
import { openCountedSpend } from '#api/budget/countedSpend.ts';
import { buildControl } from '#api/control/buildControl.ts';
import { controlRoutes } from '#api/control/controlRoutes.ts';
import { exportRoutes } from '#api/exports/exportRoutes.ts';
import { mailRoutes } from '#api/mail/mailRoutes.ts';
import { openStores } from '#api/openStores.ts';
import { createFairTurns } from '#api/reports/fairTurns.ts';
import { reportRoutes } from '#api/reports/reportRoutes.ts';
import type { Facts } from '#api/reports/runReport.ts';
import type { Route } from '#api/route.ts';
import { buildRoutes } from '#api/routes.ts';
import { savedReportRoutes } from '#api/savedReports/savedReportRoutes.ts';
import { scheduleRoutes } from '#api/schedules/scheduleRoutes.ts';
import { sharedRoutes } from '#api/shares/sharedRoutes.ts';
import { shareRoutes } from '#api/shares/shareRoutes.ts';
import { startSnapshotPulse } from '#api/snapshot/snapshotPulse.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { controlAuthorization } from '#runtime/control/controlToken.ts';
import { budgetColumns } from '#engine/budget/budgetsOf.ts';
import { openBudgetJournal } from '#storage/budget/budgetJournal.ts';
import { readCampaigns } from '#storage/budget/readCampaigns.ts';
import { readConfig } from '../../../src/config.ts';
import type { Database } from '#storage/entities/database.ts';
import { openCaps, type CapStore } from '#storage/entities/capStore.ts';
import { openMedia } from '#storage/media/openMedia.ts';
import { openPostgres } from '#storage/postgres.ts';
import { openMigratedPostgres } from '../../stores/openTestPostgres.ts';
import { checkAnswers, type CheckedAnswers } from './checkAnswers.ts';

export const password = 'correct horse battery';

/** An answer of the API. */
export interface Answer {
  status: number;
  // The tests look at bodies as whatever they are.
  body: unknown;
  text: string;
  headers: Record<string, unknown>;
}

/** Calls the API, signed in or not. */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** A running API on a database of its own, with a clock that the test moves. */
export interface TestApi {
  deps: ApiDeps;
  /** Its database. */
  db: Database;
  caps: CapStore;
  routes: readonly Route[];
  /** A caller without a session. */
  anonymous: Caller;
  signIn(login: string, withPassword?: string): Promise<Caller>;
  moveClock(ms: number): void;
  /** A process of the platform, which makes internal calls. */
  control: Caller;
  listen(): Promise<string>;
  /** Listens for internal calls by TCP. */
  listenForControl(): Promise<string>;
  sql(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Starts an API whose super admin is `super`; without facts, an installation without any traffic yet. */
export async function startTestApi(
  options: {
    env?: Record<string, string>;
    isDemo?: boolean;
    consoleDir?: string;
    facts?: Facts;
    loads?: ApiDeps['loads'];
    locate?: ApiDeps['locate'];
    /** Gets the lines of the server's log; they need a LOG_LEVEL. */
    write?: (line: string) => void;
  } = {},
): Promise<TestApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-api-'));
  const store = await openMigratedPostgres();
  const postgres = openPostgres(store.url);
  const kept = openStores(postgres.db);
  const { entities, logins } = kept;
  await logins.createFirstAdmin('super', password);
  let offsetMs = 0;
  const pulse = startSnapshotPulse(() => entities.version());
  const now = () => new Date(Date.now() + offsetMs);
  const facts = options.facts ?? { query: () => Promise.resolve([]) };
  const turns = createFairTurns(4);
  const reports = { facts, entities, factsDays: 30, rollupDays: 400, turns, now };
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...options.env };
  const config = readConfig(env, { isDemo: options.isDemo ?? false });
  const deps: ApiDeps = {
    config,
    ...kept,
    facts,
    loads: options.loads ?? { insertRows: () => Promise.resolve() },
    media: await openMedia(config.DATA_DIR, config.MEDIA_URL),
    turns,
    pulse,
    now,
    ...(options.locate ? { locate: options.locate } : {}),
    checks: { postgres: postgresCheck(postgres) },
    logger: createLogger({
      level: config.LOG_LEVEL,
      role: 'api',
      ...(options.write ? { write: options.write } : {}),
    }),
    consoleDir: options.consoleDir ?? new URL('../../../src/console', import.meta.url).pathname,
    moreRoutes: [
      ...reportRoutes(reports),
      ...savedReportRoutes({ ...kept, now, reports, fileDays: 30 }),
      ...exportRoutes({ ...kept, now, reports, fileDays: 30 }),
      ...scheduleRoutes({ ...kept, config, now, reports, fileDays: 30 }),
      ...mailRoutes({ ...kept, config }),
      ...shareRoutes({ ...kept, now }),
      ...sharedRoutes({ ...kept, config, now, reports }),
    ],
  };
  const app = await buildApi(deps);
  const controlDeps = {
    ...deps,
    budgets: createBudgetController({
      journal: openBudgetJournal(postgres.db),
      campaigns: (ids) => readCampaigns(postgres.db, ids, budgetColumns),
      counted: openCountedSpend(facts),
      now,
    }),
  };
  const control = buildControl(controlDeps);
  const routes = buildRoutes(deps);
  const answers = checkAnswers(app, deps, routes);
  const callerWith =
    (own: Record<string, string>, called: Pick<CheckedAnswers, 'inject'> = answers): Caller =>
    async (method, path, body, headers = {}) => {
      const answer = await called.inject({
        method,
        url: path,
        headers: { host: 'console.example', ...own, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      let parsed: unknown;
      try {
        parsed = JSON.parse(answer.body) as unknown;
      } catch {
        parsed = answer.body;
      }
      return { status: answer.statusCode, body: parsed, text: answer.body, headers: answer.headers };
    };
  const anonymous = callerWith({});
  return {
    deps,
    db: postgres.db,
    caps: openCaps(postgres.db),
    routes,
    anonymous,
    async signIn(login, withPassword = password) {
      const answer = await anonymous('POST', '/api/auth/login', { login, password: withPassword });
      if (answer.status !== 200) throw new Error(`${login} was refused: ${answer.text}`);
      return callerWith({ cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' });
    },
    moveClock: (ms) => {
      offsetMs += ms;
    },
    control: callerWith(
      { authorization: controlAuthorization(config.secret) },
      checkAnswers(control, deps, controlRoutes(controlDeps)),
    ),
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    listenForControl: () => control.listen({ host: '127.0.0.1', port: 0 }),
    sql: async (text) => (await postgres.pool.query<Record<string, unknown>>(text)).rows,
    async close() {
      await Promise.all([control.close(), app.close()]);
      pulse.close();
      await postgres.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
      answers.end();
    },
  };
}

/** The id in an answer of a creation. Throws on anything else, with the answer. */
export function idOf(answer: Answer): number {
  const { body } = answer;
  if (answer.status !== 201 || typeof body !== 'object' || body === null || !('id' in body)) {
    throw new Error(`not created: ${answer.status} ${answer.text}`);
  }
  return Number(body.id);
}

/** The paths and codes of an answer's problems, as "path: code". */
export function problemsOf(answer: Answer): string[] {
  const { problems } = answer.body as { problems: { code: string; path: string; message: string }[] };
  return problems.map(({ path, code }) => `${path}: ${code}`);
}
