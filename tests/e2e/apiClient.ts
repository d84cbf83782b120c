import { withPasswords } from '../support/api/withPasswords.ts';

/** A signed-in caller of the management API for tests. */
export interface TestClient {
  call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
  cookie: string;
}

/** Signs in; throws when that fails. */
export async function signInAs(consoleUrl: string, login: string, password: string): Promise<TestClient> {
  const answer = await fetch(`${consoleUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: consoleUrl },
    body: JSON.stringify({ login, password }),
  });
  if (!answer.ok) throw new Error(`sign-in of ${login} answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return {
    cookie,
    call: withPasswords(async <T>(method: string, path: string, body?: unknown) => {
      const reply = await fetch(`${consoleUrl}${path}`, {
        method,
        headers: { cookie, origin: consoleUrl, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      return { status: reply.status, body: (text === '' ? null : JSON.parse(text)) as T };
    }),
  };
}

/** A row of a report: keys by dimension and metric. */
export type ReportRow = Record<string, string | number | null>;

/** Yesterday, today and tomorrow (UTC): all days that a test can have traffic on. */
export function daysAround(): { startDate: string; endDate: string } {
  const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
  return { startDate: day(-1), endDate: day(1) };
}

/** Runs a report over `daysAround`, and returns its rows and totals. */
export async function runReport(
  client: TestClient,
  body: Record<string, unknown>,
): Promise<{ rows: ReportRow[]; totals: ReportRow }> {
  const answer = await client.call<ReportRow[]>('POST', '/api/rrun', {
    ...daysAround(),
    offset: 0,
    ...body,
  });
  if (answer.status !== 200) throw new Error(`rrun answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { rows: answer.body.slice(0, -1), totals: answer.body.at(-1) ?? {} };
}

/** Repeats a request until the response satisfies a condition; throws with the last response after the timeout. */
export async function eventually<T>(
  read: () => Promise<T>,
  isSatisfied: (answer: T) => boolean,
  tries = 60,
): Promise<T> {
  let last: T = await read();
  for (let attempt = 0; attempt < tries && !isSatisfied(last); attempt += 1) {
    await new Promise((done) => setTimeout(done, 500));
    last = await read();
  }
  if (!isSatisfied(last)) throw new Error(`never satisfied; the last answer was ${JSON.stringify(last)}`);
  return last;
}
