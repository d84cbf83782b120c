import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '#operations/doctor/finding.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import { openTestPostgres } from '../../stores/openTestPostgres.ts';
import { runOperation } from './runOperation.ts';

let folder: string;
let postgres: Awaited<ReturnType<typeof openTestPostgres>>;
let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>;
let busy: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-doctor-'));
  [postgres, clickhouse] = await Promise.all([openTestPostgres('postgres'), openTestClickHouse()]);
  busy = createServer().listen(0);
}, 60_000);
afterAll(async () => {
  busy.close();
  await Promise.all([postgres.close(), clickhouse.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** The findings by check, with settings of free ports. */
async function examine(settings: NodeJS.ProcessEnv) {
  const { code, stdout } = await runOperation(['doctor', '--json'], {
    PORT: '0',
    ADS_PORT: '1',
    DATA_DIR: folder,
    SECRET: 'ab'.repeat(32),
    ...settings,
  });
  const findings = JSON.parse(stdout) as Finding[];
  return { code, stdout, of: (check: string) => findings.filter((each) => each.check === check) };
}

describe('npm run doctor', () => {
  test('checks servers before the first start, and removes its tables', { timeout: 60_000 }, async () => {
    const { code, of } = await examine({ DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url });
    expect(of('version')[0]?.detail).toBe(`Bidhouse ${productVersion()} on Node.js ${process.versions.node}`);
    expect(of('ClickHouse repeated inserts')).toEqual([
      {
        check: 'ClickHouse repeated inserts',
        state: 'ok',
        detail: '200 rows expected: 200 in the table, 200 through the view',
      },
    ]);
    expect(of('migrations')[0]).toMatchObject({ state: 'fault', fix: expect.stringContaining('npm start -- migrate') });
    // The server of the tests does not wait for the disk.
    expect(of('PostgreSQL durability')[0]).toMatchObject({
      state: 'fault',
      detail: expect.stringContaining('fsync = off'),
    });
    expect(of('file locks')[0]?.state).toBe('ok');
    expect(code).toBe(1);
    const client = openClickHouse(clickhouse.url);
    expect(await client.query('SELECT name FROM system.tables WHERE database = currentDatabase()')).toEqual([]);
    await client.close();
  });

  test('names the fix of settings that cannot work together, and prints no password', { timeout: 60_000 }, async () => {
    const { code, stdout, of } = await examine({
      ADS_PORT: '0',
      CLICKHOUSE_URL: 'http://default:sesame-open@127.0.0.1:1',
      SMTP_URL: 'smtp://user:sesame-mail@127.0.0.1:1',
      MAIL_FROM: 'a@mail.example',
      MEDIA_URL: 's3://key:sesame-bucket@127.0.0.1:1/bucket?region=eu-1&tls=0',
      REDIS_URL: 'redis://:sesame-redis@127.0.0.1:1',
    });
    expect(code).toBe(1);
    expect(of('settings')).toEqual([
      {
        check: 'settings',
        state: 'fault',
        detail: 'PORT and ADS_PORT are the same',
        fix: 'Set them to different ports.',
      },
    ]);
    for (const check of ['ClickHouse', 'mail server', 'bucket', 'Redis']) expect(of(check)[0]?.state).toBe('fault');
    expect(stdout).not.toContain('sesame');
  });

  test('finds a port that another program uses', { timeout: 60_000 }, async () => {
    const { port } = busy.address() as { port: number };
    const { of } = await examine({ ADS_PORT: String(port) });
    expect(of('ADS_PORT')[0]).toMatchObject({ state: 'fault', fix: expect.stringContaining('set ADS_PORT') });
    expect(of('PostgreSQL')[0]).toMatchObject({ state: 'ok', detail: 'embedded' });
    expect(of('other nodes')[0]?.state).toBe('unchecked');
  });

  test('reports invalid settings without any other check', { timeout: 60_000 }, async () => {
    const { code, stdout } = await runOperation(['doctor'], { CLICKHOUSE_CLUSTER: 'main' });
    expect(code).toBe(1);
    expect(stdout).toContain('CLICKHOUSE_URL: Required if CLICKHOUSE_CLUSTER is set');
    expect(stdout).toContain('DATABASE_URL: Required if CLICKHOUSE_CLUSTER is set');
  });
});
