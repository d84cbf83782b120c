import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './createLogger.ts';
import { secretsOf } from './secretsOf.ts';

let lines: { level: string; text: string; suppressed?: number; requestId?: string }[];

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (secrets: readonly string[] = []) =>
  createLogger({ level: 'warn', role: 'test', secrets, write: (line) => void lines.push(JSON.parse(line)) });

/** The error that Drizzle throws when the connection of a statement breaks, with all fields that clients add. */
function failedQuery(token: string): Error {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const query = `select "id" from "users" where "api_token" = $1 and "name" = 'North''s'`;
  const error = new Error(`Failed query: ${query}\nparams: ${token}`, { cause });
  return Object.assign(error, { query, params: [token] });
}

test('a failed statement is logged with its text and code, and none of its values', () => {
  open().error(failedQuery('tok_1234567890'));
  const [line] = lines;
  expect(line).toMatchObject({ level: 'error', code: 'ECONNREFUSED', role: 'test' });
  expect(line?.text).toContain(`where "api_token" = $1 and "name" = '…'`);
  expect(line?.text).toContain('connect ECONNREFUSED');
  expect(JSON.stringify(line)).not.toMatch(/tok_|North|params/);
});

test('values that databases put into messages and other fields are not logged', () => {
  const refused = Object.assign(new Error('invalid input syntax for type integer: "hunter22"'), {
    code: '22P02',
    severity: 'ERROR',
    detail: 'Key (token)=(hunter22) exists',
    where: `portal with parameters: $1 = 'hunter22'`,
  });
  const unparsed = Object.assign(new Error(`Syntax error: failed at position 9 ('hunter22'): SELECT 'hunter22'`), {
    name: 'ClickHouseError',
    code: '62',
  });
  const logger = open();
  logger.error(refused);
  logger.error(unparsed);
  expect(lines.map(({ text }) => text)).toEqual([
    'invalid input syntax for type integer: "…"',
    'Syntax error: failed at position 9 (…',
  ]);
  expect(JSON.stringify(lines)).not.toContain('hunter22');
});

test.each([
  `Syntax error: failed at position 9: SELECT 'hunter22 and a statement that was cut o`,
  `Can't parse 'hunter22' as a number. (CANNOT_PARSE_TEXT)`,
  'Cannot parse input: expected a date, parsed text: "hunter22". (CANNOT_PARSE_INPUT)',
])('a value is not logged, however ClickHouse quotes it: %s', (message) => {
  open().error(Object.assign(new Error(message), { name: 'ClickHouseError', code: '6' }));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.text).not.toContain('hunter22');
  expect(lines[0]?.text).toContain(/\([A-Z_]+\)/.exec(message)?.[0] ?? '…');
});

test('secrets of the installation are removed from everything that is logged', () => {
  const settings = {
    secret: 'ab'.repeat(32),
    ADMIN_PASSWORD: 'correct horse',
    DATABASE_URL: 'postgres://bidhouse:p%40ssword@db/bidhouse',
    CLICKHOUSE_URL: 'postgres://bidhouse:socket-word@/bidhouse?host=%2Frun',
    SMTP_URL: 'smtps://mailer:letters@mail.example',
    REDIS_URL: 'redis://cache?password=in-the-query&db=1',
    MEDIA_URL: 's3://AKIA:with/a+slash@s3.example/bucket',
  };
  const secrets = secretsOf(settings);
  const logger = open(secrets);
  logger.warn(`no answer of ${settings.DATABASE_URL} or ${settings.SMTP_URL}`);
  logger.warn(new Error(`p@ssword, correct horse and ${settings.secret} were refused`));
  logger.warn('https://someone:else@host/path said authorization: Bearer abcdef123456');
  logger.warn('socket-word does not open it');
  logger.warn('neither does in-the-query nor with/a+slash');
  logger.warn('GET / with cookie: bidhouse_session=12345');
  const text = JSON.stringify(lines);
  for (const secret of [...secrets, 'else@', 'abcdef123456', '12345', 'letters']) expect(text).not.toContain(secret);
  expect(lines[0]?.text).toContain('@db/bidhouse');
});

test.each([
  ['GET https://ads.example/e/impression/Qm9keU9mQVRva2VuMTIzNDU2Nzg5MA?x=1 failed', '/e/impression/…?x=1'],
  ['GET /n/c2VhbGVkLXVybC1vZi1hLWJpZGRlci0xMjM0 failed', '/n/…'],
  ['GET /c/Qm9keU9mQVRva2VuMTIzNDU2Nzg5MA/c2VhbGVkLXVybC1vZi1hbi1hZC0xMjM0 failed', '/c/…'],
  ['GET /bid/sup1?key=Qm9keU9mQVRva2Vu&imp=2 failed', '?key=…&imp=2'],
  ['POST /api/x?session_token=Qm9keU9mQVRva2Vu failed', '?session_token=…'],
  ['the token eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJwYXJ0bmVyIn0.c2ln is invalid', 'the token … is invalid'],
  ['550 5.1.1 <anna.berg@mail.example>: no such mailbox', '<…@mail.example>'],
])('tokens and email addresses are removed: %s', (text, rest) => {
  open().warn(new Error(text));
  expect(lines[0]?.text).toContain(rest);
  expect(JSON.stringify(lines)).not.toMatch(/Qm9k|c2Vh|eyJ|anna/);
});

test('a line has the trace that it belongs to', () => {
  let traceId: string | undefined = '4bf92f3577b34da6a3ce929d0e0e4736';
  const logger = createLogger({
    level: 'warn',
    role: 'test',
    traceId: () => traceId,
    write: (line) => void lines.push(JSON.parse(line)),
  });
  logger.ofRequest('1').warn('slow');
  traceId = undefined;
  logger.warn('slower');
  expect(lines[0]).toMatchObject({ requestId: '1', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' });
  expect(lines[1]).not.toHaveProperty('traceId');
});

test('equal lines are logged once per second, with the number of omitted lines', () => {
  const logger = open();
  for (let count = 0; count < 100; count += 1) logger.warn('the same');
  logger.warn('another');
  expect(lines.map(({ text }) => text)).toEqual(['the same', 'another']);
  vi.advanceTimersByTime(1000);
  expect(lines.slice(2)).toMatchObject([{ text: 'the same', suppressed: 98 }]);
  vi.advanceTimersByTime(5000);
  expect(lines).toHaveLength(3);
  logger.warn('the same');
  expect(lines).toHaveLength(4);
});

test('while a store is unavailable its failures share one line per second, whatever the statement and request', () => {
  const logger = open();
  for (let second = 0; second < 3; second += 1) {
    for (let call = 0; call < 50; call += 1) {
      const error = Object.assign(new Error(`statement ${call} failed`), { code: 'ECONNRESET' });
      logger.ofRequest(`request ${call}`).error(error);
    }
    vi.advanceTimersByTime(1000);
  }
  expect(lines.length).toBeLessThanOrEqual(4);
  expect(lines.at(-1)).toMatchObject({ requestId: 'request 49', suppressed: 49 });
});

test('an unavailable server does not hide another one', () => {
  const logger = open();
  const away = (port: number) =>
    Object.assign(new Error(`connect ECONNREFUSED 10.0.0.1:${port}`), {
      code: 'ECONNREFUSED',
      address: '10.0.0.1',
      port,
    });
  for (const port of [25, 5432, 25, 5432]) logger.error(away(port));
  expect(lines.map(({ text }) => text)).toEqual([
    'connect ECONNREFUSED 10.0.0.1:25',
    'connect ECONNREFUSED 10.0.0.1:5432',
  ]);
});

test('failures beyond the remembered number are still counted', () => {
  const logger = open();
  for (const round of [1, 2]) for (let count = 0; count < 600; count += 1) logger.warn(`failure ${round} ${count}`);
  for (let count = 0; count < 600; count += 1) logger.warn(`failure 2 ${count}`);
  for (let count = 0; count < 600; count += 1) logger.warn(`failure 3 ${count}`);
  vi.advanceTimersByTime(1000);
  const counted = lines.reduce((sum, { suppressed = 0 }) => sum + 1 + suppressed, 0);
  expect(counted).toBe(2400);
});

test('lines below the level are not logged', () => {
  open().info('it runs');
  expect(lines).toEqual([]);
});
