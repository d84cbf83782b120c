import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiDeps } from '#api/deps.ts';
import { openApi } from '#api/openApi.ts';
import type { Problem } from '#api/problem.ts';
import type { ApiStores } from '#api/openDeps.ts';
import type { Route } from '#api/route.ts';
import type { Edition } from '#model/index.ts';
import { controlAuthorization } from '#runtime/control/controlToken.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import type { Database } from '#storage/entities/database.ts';
import { digest } from '#storage/entities/secrets.ts';
import { openMedia } from '#storage/media/openMedia.ts';
import { openPostgres } from '#storage/postgres.ts';
import { readConfig } from '../../../src/config.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import type { TestStore } from '../../stores/openTestPostgres.ts';
import { confirmingWith } from '../../support/api/confirmingWith.ts';
import { withPasswords } from '../../support/api/withPasswords.ts';
import { checkResponses, type CheckedResponses } from './checkResponses.ts';

export const password = 'correct horse battery';

/** A response of the API. */
export interface ApiResponse {
  status: number;
  // Untyped: tests read arbitrary bodies.
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
) => Promise<ApiResponse>;

/** A running API on a separate database, with a clock that the test moves. */
export interface TestApi {
  deps: ApiDeps;
  /** Its database. */
  db: Database;
  routes: readonly Route[];
  controlRoutes: readonly Route[];
  inject: CheckedResponses['inject'];
  /** A caller without a session. */
  anonymous: Caller;
  signIn(login: string, withPassword?: string): Promise<Caller>;
  moveClock(ms: number): void;
  /** A process of the platform, which makes internal calls. */
  control: Caller;
  listen(): Promise<string>;
  /** Listens for internal calls by TCP. */
  listenForControl(): Promise<string>;
  /** Runs SQL. A prepared statement is parsed and planned once per connection; without, it may be several statements. */
  sql(text: string, options?: { isPrepared: boolean }): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** A ClickHouse of an installation without any traffic yet. */
const noFacts: ApiStores['clickhouse'] = {
  query: () => Promise.resolve([]),
  async *stream() {},
  insertRows: () => Promise.resolve(),
};

/**
 * Starts the API of the product on separate stores, with the super admin `super`; without `facts` there is no
 * traffic.
 */
export async function startTestApi(
  options: {
    env?: Record<string, string>;
    /** By default the one with managers and the activity log; null = the plain one. */
    edition?: Edition | null;
    isDemo?: boolean;
    consoleDir?: string;
    facts?: Partial<ApiStores['clickhouse']>;
    /** A migrated database, which closes with it; by default one of the test run. */
    database?: TestStore;
    locate?: ApiStores['locate'];
    domainRecords?: ApiStores['domainRecords'];
    /** Receives the lines of the server's log; they need a LOG_LEVEL. */
    write?: (line: string) => void;
  } = {},
): Promise<TestApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-api-'));
  const store = options.database ?? (await openTestDatabase());
  const postgres = openPostgres(store.url);
  const { edition = 'CTVMediaV2V' } = options;
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    // Tests call more often than a program may.
    ...{ API_KEY_CALLS_PER_MINUTE: '1000000', API_ACCOUNT_CALLS_PER_MINUTE: '1000000' },
    ...(edition ? { DATABASE_EDITION: edition } : {}),
    ...options.env,
  };
  const config = readConfig(env, { isDemo: options.isDemo ?? false });
  const media = await openMedia(config.DATA_DIR, config.MEDIA_URL);
  let offsetMs = 0;
  const opened = await openApi(
    config,
    {
      postgres,
      clickhouse: { ...noFacts, ...options.facts },
      media,
      ...(options.locate ? { locate: options.locate } : {}),
      ...(options.domainRecords ? { domainRecords: options.domainRecords } : {}),
      consoleDir: options.consoleDir ?? copyPage(join(dataDir, 'console')),
      logger: createLogger({
        level: config.LOG_LEVEL,
        role: 'api',
        ...(options.write ? { write: options.write } : {}),
      }),
    },
    () => new Date(Date.now() + offsetMs),
  );
  const { deps, app, routes, control, controlRoutes } = opened;
  await deps.logins.createFirstAdmin('super', password);
  const answers = checkResponses(app, deps, routes);
  const callerWith = (own: Record<string, string>, called: Pick<CheckedResponses, 'inject'> = answers): Caller => {
    const call: Caller = async (method, path, body, headers = {}) => {
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
    return withPasswords(call, confirmingWith(call, password));
  };
  const anonymous = callerWith({});
  return {
    deps,
    db: postgres.db,
    routes,
    controlRoutes,
    inject: answers.inject,
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
      checkResponses(control, deps, controlRoutes),
    ),
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    listenForControl: () => control.listen({ host: '127.0.0.1', port: 0 }),
    async sql(text, { isPrepared } = { isPrepared: false }) {
      const query = isPrepared ? { text, name: digest(text).slice(0, 32) } : text;
      return (await postgres.pool.query<Record<string, unknown>>(query)).rows;
    },
    async close() {
      await opened.close();
      await media.close();
      await postgres.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
      answers.end();
    },
  };
}

/** Returns a console with only its page: each file of the complete one would be a route to add. */
function copyPage(folder: string): string {
  mkdirSync(folder);
  copyFileSync(join(import.meta.dirname, '../../../src/console/index.html'), join(folder, 'index.html'));
  return folder;
}

/** The id in the response of a creation. Throws on anything else, with the response. */
export function idOf(answer: ApiResponse): number {
  const { body } = answer;
  if (answer.status !== 201 || typeof body !== 'object' || body === null || !('id' in body)) {
    throw new Error(`not created: ${answer.status} ${answer.text}`);
  }
  return Number(body.id);
}

/** The paths and codes of a response's problems, as "path: code". */
export function problemsOf(answer: ApiResponse): string[] {
  const { problems } = answer.body as { problems: { code: string; path: string; message: string }[] };
  return problems.map(({ path, code }) => `${path}: ${code}`);
}

/** The pages that a response with problems links to, in order. */
export function fixesOf(answer: ApiResponse): string[] {
  const { problems } = answer.body as { problems: Problem[] };
  return problems.flatMap(({ fix }) => (fix ? [`${fix.label}: ${fix.href}`] : []));
}
