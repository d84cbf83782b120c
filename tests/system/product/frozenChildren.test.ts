import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockDataDir } from '#processes/lockDataDir.ts';
import type { RoleName } from '#processes/roles.ts';
import { mainRoles } from '#processes/startArguments.ts';
import { supervise, type Supervised } from '#processes/supervisor.ts';
import { socketPathOf } from '#runtime/socketFolder.ts';
import { openPostgres } from '#storage/postgres.ts';
import { readConfig } from '../../../src/config.ts';
import { freePort } from '../../e2e/freePort.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';

/** A sixth of the product's timeout. */
const terms = { everyMs: 500, maxUnanswered: 5 };

let dataDir: string;
let consoleUrl: string;
let adsUrl: string;
let supervised: Supervised;
const lines: string[] = [];

beforeAll(async () => {
  dataDir = await copyMigratedStore('all');
  const [port, adsPort] = [await freePort(), await freePort()];
  consoleUrl = `http://127.0.0.1:${port}`;
  adsUrl = `http://127.0.0.1:${adsPort}`;
  const lockFds = await lockDataDir(dataDir, mainRoles, () => undefined);
  const settings = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    SERVING_WORKERS: '1',
    REHEARSAL_MS: '0',
    ADMIN_PASSWORD: 'frozen-password',
  };
  const env = { ...settings, PORT: String(port), ADS_PORT: String(adsPort) };
  const config = readConfig(env, { isDemo: false });
  const entry = resolve(import.meta.dirname, '../../../dist/server/main.js');
  supervised = await supervise(config, {
    entry,
    env,
    lockFds,
    log: (line) => void lines.push(line),
    onRefused: expect.unreachable,
    terms,
  });
  await supervised.ready;
  // A slow start names the parts that it waits for.
  lines.length = 0;
});

afterAll(async () => {
  await supervised.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const pidOf = (role: RoleName) => supervised.pids().find((each) => each.role === role)?.pid;

async function checksOf(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/readyz`);
  return ((await answer.json()) as { checks: Record<string, string> }).checks;
}

test('a long statement of the embedded store does not count as a frozen store', async () => {
  const before = pidOf('store');
  const socket = socketPathOf(dataDir, '.s.PGSQL.5432');
  const postgres = openPostgres(`postgres://bidhouse@/postgres?host=${encodeURIComponent(dirname(socket))}`);
  // Twice the timeout of a response: the engine runs in the thread that would send it.
  const busy = `do $$ declare stop timestamptz := clock_timestamp() + interval '5 seconds';
    begin while clock_timestamp() < stop loop end loop; end $$`;
  await postgres.pool.query(busy);
  await postgres.close();
  expect(pidOf('store')).toBe(before);
  expect(lines).toEqual([]);
});

test.each<RoleName>(['store', 'serving', 'api', 'worker'])('a frozen %s is killed and started again', async (role) => {
  const before = pidOf(role) ?? 0;
  lines.length = 0;
  process.kill(before, 'SIGSTOP');
  await expect.poll(() => [undefined, before].includes(pidOf(role)), { timeout: 60_000 }).toBe(false);
  expect(lines.slice(0, 2)).toEqual([
    `${role} has not responded for 2.5 s; killing it`,
    `${role} stopped (SIGKILL); restarting`,
  ]);
  await expect
    .poll(() => checksOf(consoleUrl).catch(() => null), { timeout: 60_000 })
    .toEqual({ postgres: 'ok', clickhouse: 'ok' });
  await expect
    .poll(() => checksOf(adsUrl).catch(() => null), { timeout: 60_000 })
    .toEqual({ snapshot: 'ok', spool: 'ok', control: 'ok', rehearsal: 'ok' });
});

test('a connection that no serving process took before it was killed is served by the next', async () => {
  const before = pidOf('serving') ?? 0;
  process.kill(before, 'SIGSTOP');
  const { hostname, port } = new URL(adsUrl);
  const client = connect(Number(port), hostname);
  client.write('GET /healthz HTTP/1.1\r\nHost: ads\r\n\r\n');
  const [response] = (await once(client, 'data')) as [Buffer];
  expect(response.toString()).toContain('HTTP/1.1 200 OK');
  client.destroy();
  await expect.poll(() => [undefined, before].includes(pidOf('serving')), { timeout: 60_000 }).toBe(false);
});
