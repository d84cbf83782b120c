import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '#operations/doctor/finding.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { openRedis } from '#storage/counters/openRedis.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';
import { createSecretSealer } from '#runtime/sealing/secretSealer.ts';
import { joinInstallation } from '#storage/nodes/installationStore.ts';
import { openNodeStore } from '#storage/nodes/nodeStore.ts';
import { openPostgres } from '#storage/postgres.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import { openTestPostgres } from '../../stores/openTestPostgres.ts';
import { redisServers } from '../../stores/startRedis.ts';
import { runOperation } from './runOperation.ts';

const secret = 'ab'.repeat(32);

let folder: string;
let postgres: Awaited<ReturnType<typeof openTestPostgres>>;
let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>;
let busy: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-doctor-'));
  [postgres, clickhouse] = await Promise.all([openTestPostgres('postgres'), openTestClickHouse()]);
  busy = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
}, 60_000);
afterAll(async () => {
  busy.close();
  await Promise.all([postgres.close(), clickhouse.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** The findings by check, with settings of free ports. */
async function examine(settings: NodeJS.ProcessEnv, roles: string[] = []) {
  const { code, stdout } = await runOperation(['doctor', ...roles, '--json'], {
    PORT: '0',
    ADS_PORT: '1',
    DATA_DIR: folder,
    SECRET: secret,
    ...settings,
  });
  const findings = JSON.parse(stdout) as Finding[];
  return { code, stdout, of: (check: string) => findings.filter((each) => each.check === check) };
}

describe('npm run doctor', () => {
  test('checks servers before the first start, and removes its tables', async () => {
    const { code, of } = await examine({ DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url });
    expect(of('version')[0]?.detail).toBe(`Bidhouse ${productVersion()} on Node.js ${process.versions.node}`);
    expect(of('ClickHouse repeated inserts')).toEqual([
      {
        check: 'ClickHouse repeated inserts',
        state: 'ok',
        detail: '200 rows expected: 200 in the table, 200 through the view',
      },
    ]);
    expect(of('migrations')[0]).toMatchObject({
      state: 'ok',
      detail: '0 pending; the first start creates the tables in PostgreSQL and ClickHouse',
    });
    expect(of('installation')[0]?.state).toBe('ok');
    expect(of('PostgreSQL connections')[0]?.detail).toContain('a node with these roles needs 35');
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

  test('names the setting and the fix of each fault, and prints no password', async () => {
    const { code, stdout, of } = await examine({
      PORT: '2',
      ADS_PORT: '2',
      CLICKHOUSE_URL: 'http://default:sesame-open@127.0.0.1:1',
      SMTP_URL: 'smtp://user:sesame-mail@127.0.0.1:1',
      MAIL_FROM: 'a@mail.example',
      MEDIA_URL: 's3://key:sesame-bucket@127.0.0.1:1/bucket?region=eu-1&tls=0',
      REDIS_URL: 'redis://:sesame-redis@127.0.0.1:1',
      BACKUP_TO: join(folder, 'missing'),
    });
    expect(code).toBe(1);
    expect(of('settings')).toEqual([
      {
        check: 'settings',
        state: 'fault',
        detail: 'ADS_PORT: Must differ from PORT (2)',
        fix: 'Set ADS_PORT to a port of its own.',
      },
      {
        check: 'settings',
        state: 'warning',
        detail: expect.stringMatching(/^BACKUP_TO: Inside DATA_DIR/),
        fix: expect.stringContaining('another disk'),
      },
    ]);
    const settingOf = {
      ClickHouse: 'CLICKHOUSE_URL',
      'mail server': 'SMTP_URL',
      bucket: 'MEDIA_URL',
      Redis: 'REDIS_URL',
    };
    for (const [check, setting] of Object.entries(settingOf)) {
      expect(of(check)[0]).toMatchObject({
        state: 'fault',
        detail: expect.stringContaining(`${setting} cannot be used`),
      });
    }
    expect(of('BACKUP_TO')[0]).toMatchObject({ state: 'fault', detail: expect.stringContaining('does not exist') });
    expect(stdout).not.toContain('sesame');
  });

  test('finds ports that other programs use', async () => {
    const { port } = busy.address() as { port: number };
    const taken = String(port);
    const { of } = await examine({ ADS_PORT: taken, HOST: '127.0.0.1' });
    expect(of('ADS_PORT')[0]).toMatchObject({ state: 'fault', fix: expect.stringContaining('set ADS_PORT') });
    expect(of('PostgreSQL')[0]).toMatchObject({ state: 'ok', detail: 'embedded' });
    expect(of('other nodes')).toEqual([]);
    const others = await examine({ CONTROL_PORT: taken, METRICS_PORT: taken });
    expect(others.of('settings')[0]?.detail).toBe(`METRICS_PORT: Must differ from CONTROL_PORT (${taken})`);
    for (const check of ['CONTROL_PORT', 'METRICS_PORT'])
      expect(others.of(check)[0]).toMatchObject({
        state: 'fault',
        detail: expect.stringContaining(`${taken} is taken`),
      });
  });

  test('checks what the named roles use, and nothing else', async () => {
    const serving = await examine({}, ['serving']);
    expect(serving.of('settings')[0]?.detail).toBe('CONTROL_URL: Required for serving without api');
    for (const check of ['PORT', 'CONSOLE_URL', 'PostgreSQL', 'ClickHouse', 'migrations'])
      expect(serving.of(check)).toEqual([]);
    expect(serving.of('ADS_URL')[0]).toMatchObject({ state: 'unchecked', detail: expect.stringMatching(/^not set:/) });
    const worker = await examine({ DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url }, ['worker']);
    expect(worker.of('PostgreSQL connections')[0]?.detail).toContain('needs 15');
    expect(worker.of('PORT')).toEqual([]);
    const { code, stderr } = await runOperation(['doctor', 'ads'], {});
    expect([code, stderr]).toEqual([1, 'Unknown: ads. Roles are serving, api, worker.\n']);
  });

  test('finds a control URL that is dead, wrong, or of another secret', async () => {
    const controlAt = async (url: string) => (await examine({ CONTROL_URL: url }, ['serving'])).of('CONTROL_URL')[0];
    expect(await controlAt('http://127.0.0.1:1')).toMatchObject({
      state: 'fault',
      detail: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/),
      fix: expect.stringContaining('CONTROL_HOST'),
    });
    const responses: [status: number, body: string, state: Finding['state'], text: string][] = [
      [200, '{"status":"ok"}', 'ok', 'accepts SECRET'],
      [401, '{}', 'fault', 'has another SECRET, or is an api of another installation'],
      [404, '{}', 'fault', 'leads to no CONTROL_PORT'],
      [200, '<html>', 'fault', 'leads to no CONTROL_PORT'],
    ];
    for (const [status, body, state, text] of responses) {
      const server = createHttpServer((_request, response) => response.writeHead(status).end(body)).listen(0);
      const { port } = server.address() as { port: number };
      const found = await controlAt(`http://127.0.0.1:${port}`);
      expect(found, `${status} ${body}`).toMatchObject({ state, detail: expect.stringContaining(text) });
      server.closeAllConnections();
      server.close();
    }
  });

  test('compares the machine with the installation and its other nodes', async () => {
    const opened = openPostgres(postgres.url);
    const { pool } = opened;
    await migratePostgres(pool, migrationFolders.postgres);
    await joinInstallation(pool, { secret, otherSecrets: [] });
    const settings = { DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url };
    const alone = await examine(settings);
    expect(alone.of('SECRET')[0]?.state).toBe('ok');
    expect(alone.of('stored secrets')[0]).toMatchObject({ state: 'ok', detail: 'sealed under the current SECRET' });
    expect(alone.of('other nodes')[0]).toMatchObject({ state: 'ok', detail: 'none' });
    expect(alone.of('MEDIA_URL')).toEqual([]);

    await openNodeStore(pool).register({
      node: 'other-1',
      run: 'run',
      version: '1.0.0',
      facts: 'server',
      host: 'other',
      folder: '/data',
      place: 'other place',
      unreadSince: Date.now(),
    });
    // It counts as running however long the checks take.
    await pool.query(`UPDATE worker_nodes SET seen_at = now() + interval '1 hour'`);
    await pool.query('UPDATE installations SET secrets_sealed_at = NULL');
    expect((await examine(settings)).of('stored secrets')[0]).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('seal-secrets'),
    });
    const former = createSecretSealer({ secret: 'ef'.repeat(32), otherSecrets: [] });
    const sealed = former.seal('a key', { table: 'suppliers', column: 'sealed_integrity_key', row: 'u' });
    await pool.query(`INSERT INTO demands (name, uid) VALUES ('account', 'a')`);
    await pool.query(
      `INSERT INTO suppliers (demand_id, name, uid, sealed_integrity_key) VALUES (1, 'supplier', 'u', $1)`,
      [sealed],
    );
    expect((await examine(settings)).of('stored secrets')[0]?.detail).toBe('1 are sealed under a former SECRET');
    const second = await examine({ ...settings, SECRET: 'cd'.repeat(32) });
    expect(second.of('SECRET')[0]).toMatchObject({ state: 'fault', detail: 'the installation has another one' });
    expect(second.of('other nodes')[0]?.detail).toBe('other-1 (1.0.0, running)');
    expect(second.of('MEDIA_URL')[0]).toMatchObject({ state: 'fault', fix: expect.stringContaining('same bucket') });
    const embedded = await examine({ DATABASE_URL: postgres.url });
    expect(embedded.of('CLICKHOUSE_URL')[0]).toMatchObject({
      state: 'fault',
      detail: expect.stringContaining('the node other-1 uses the same DATABASE_URL'),
    });
    // Without SECRET, the start would create another one.
    const bare = await examine({ ...settings, SECRET: '' });
    expect(bare.of('SECRET')[0]).toMatchObject({ state: 'fault', detail: expect.stringMatching(/^not set, and/) });
    const clocks = async (aheadMs: number) => {
      await pool.query(`UPDATE worker_nodes SET unread_since = extract(epoch FROM seen_at) * 1000 + $1`, [aheadMs]);
      return (await examine(settings)).of('clocks of other nodes')[0];
    };
    expect(await clocks(90_000)).toMatchObject({
      state: 'fault',
      detail: 'ahead of PostgreSQL’s: other-1 by at least 90.0 s',
      fix: expect.stringContaining('NTP'),
    });
    expect(await clocks(-1000)).toMatchObject({ state: 'ok' });
    expect(await clocks(-60_000)).toMatchObject({
      state: 'unchecked',
      detail: expect.stringMatching(/^other-1: behind/),
    });
    await opened.close();
  });

  test('a database alone is no fault', async () => {
    const { of } = await examine({ DATABASE_URL: postgres.url, SECRET: '' });
    expect(of('settings')[0]?.state).toBe('ok');
  });

  test.runIf(redisServers.length > 1)('recognizes whether Redis stores anything', async () => {
    const redis = await redisServers[1]?.start();
    const connection = openRedis(redis?.url ?? '');
    const persistence = async () => (await examine({ REDIS_URL: redis?.url }, ['serving'])).of('Redis persistence')[0];
    expect(await persistence()).toMatchObject({ state: 'fault', detail: expect.stringMatching(/^neither/) });
    await connection.sendCommand(['CONFIG', 'SET', 'save', '60 1000']);
    expect(await persistence()).toMatchObject({ state: 'ok', detail: 'snapshots: save 60 1000' });
    await connection.sendCommand(['CONFIG', 'SET', 'save', '', 'appendonly', 'yes']);
    expect(await persistence()).toMatchObject({ state: 'ok', detail: 'append-only file' });
    await connection.close();
    await redis?.close();
  });

  test('checks what does not depend on invalid settings', async () => {
    const { code, of } = await examine({
      CLICKHOUSE_CLUSTER: 'main',
      SERVING_WORKERS: 'many',
      DATABASE_URL: 'mysql://127.0.0.1',
      REDIS_URL: 'redis://127.0.0.1:1',
    });
    expect(code).toBe(1);
    expect(of('settings').map(({ detail }) => detail)).toEqual([
      'DATABASE_URL: Must be a postgres URL, or the folder of a socket',
      'SERVING_WORKERS: Must be a whole number from 1 to 64, not “many”',
      'CLICKHOUSE_URL: Required if CLICKHOUSE_CLUSTER is set',
      'DATABASE_URL: Required if CLICKHOUSE_CLUSTER is set',
    ]);
    expect(of('PostgreSQL')[0]).toMatchObject({ state: 'unchecked', detail: 'correct DATABASE_URL first' });
    expect(of('ClickHouse')[0]).toMatchObject({ state: 'unchecked', detail: 'correct CLICKHOUSE_CLUSTER first' });
    expect(of('Redis')[0]?.state).toBe('fault');
    expect(of('file locks')[0]?.state).toBe('ok');
  });

  test('warns of misspelled settings, and of backups on the disk of the data, which are no faults', async () => {
    const backups = join(folder, 'backups');
    await mkdir(backups, { recursive: true });
    const { code, of } = await examine({
      PORT: '0',
      DATABSE_URL: 'x',
      BACKUP_TO: backups,
      DATA_DIR: join(folder, 'a'),
    });
    expect(of('settings')).toEqual([
      {
        check: 'settings',
        state: 'warning',
        detail: 'DATABSE_URL: There is no such setting, so it has no effect',
        fix: 'If you mean DATABASE_URL, rename it.',
      },
    ]);
    expect(of('BACKUP_TO')[0]?.state).toBe('ok');
    expect(of('BACKUP_TO disk space')[0]?.detail).toMatch(/ free; a first backup takes up to 1\.0 GB$/);
    expect(of('BACKUP_TO disk')[0]).toMatchObject({ state: 'warning', fix: expect.stringContaining('another disk') });
    expect(code).toBe(of('ADS_PORT')[0]?.state === 'fault' ? 1 : 0);
  });

  test('explains itself', async () => {
    const { code, stdout } = await runOperation(['doctor', '--help'], {});
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: npm run doctor -- [serving] [api] [worker] [--json]');
    expect(stdout).toContain('Exit code: 1 if there is a fault');
  });
});
