import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { urlOfSocket } from '#runtime/control/controlAddress.ts';
import { socketPathOf } from '#runtime/socketFolder.ts';
import { eventually, runReport, signInAs } from '../../e2e/apiClient.ts';
import { freePort } from '../../e2e/freePort.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import { openTestPostgres } from '../../stores/openTestPostgres.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'correct horse battery';
const running: Product[] = [];
let folder = '';

afterEach(async () => {
  for (const product of running.splice(0).toReversed()) await product.halt();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function start(roles: string[], settings: Record<string, string>): Promise<Product> {
  const product = await startProduct('start', settings, folder, roles);
  running.push(product);
  return product;
}

test('roles in two commands share a data folder, and the spool of one is loaded by the other', async () => {
  folder = await copyMigratedStore('all');
  const control = { CONTROL_URL: urlOfSocket(socketPathOf(folder, 'control.sock')) };
  const [back, front] = await Promise.all([
    start(['worker', 'api'], { ADMIN_PASSWORD: adminPassword }),
    start(['serving'], control),
  ]);
  const rolesOf = async (product: Product) =>
    [...new Set((await product.processes()).map(({ role }) => role))].toSorted();
  expect(await rolesOf(back)).toEqual(['api', 'parent', 'store', 'worker']);
  expect(await rolesOf(front)).toEqual(['parent', 'serving']);

  const { channel } = await buildOneTagConfiguration(back, adminPassword, { name: 'Roles test' });
  const markup = await eventually(
    async () => (await fetch(`${front.adsUrl}/vast/${channel.uid}`)).text(),
    (text) => text.includes('<Impression'),
  );
  const pixel = /<Impression[^>]*><!\[CDATA\[([^\]]*\/e\/impression\/[^\]]+)\]\]>/.exec(markup)?.[1] ?? '';
  expect((await fetch(pixel)).status).toBe(200);
  const client = await signInAs(back.consoleUrl, 'ops', adminPassword);
  const count = async () => Number((await runReport(client, { metrics: ['imps'] })).totals['imps']);
  expect(await eventually(count, (imps) => imps > 0, 120)).toBe(1);

  await expect(start(['serving'], control)).rejects.toThrow(
    new RegExp(`The data folder ${folder} is in use by process \\d+\\.`),
  );
});

test('ad serving is ready when it has its configuration, and names what it waits for', async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-roles-'));
  const secret = { SECRET: 'ab'.repeat(32) };
  const port = String(await freePort());
  const control = { CONTROL_URL: `http://127.0.0.1:${port}`, ...secret };
  let output = '';
  const front = startProduct('start', control, join(folder, 'front'), ['serving'], (printed) => {
    output = printed;
  });
  const text = await eventually(
    async () => output,
    (printed) => printed.includes('serving is not ready'),
    120,
  );
  expect(text).toContain(`CONTROL_URL (http://127.0.0.1:${port}) cannot be used: connect ECONNREFUSED`);
  expect(text).not.toContain('Bidhouse is ready');
  running.push(
    await startProduct(
      'start',
      { ADMIN_PASSWORD: adminPassword, CONTROL_PORT: port, ...secret },
      join(folder, 'back'),
      ['api', 'worker'],
    ),
  );
  running.push(await front);
  expect((await fetch(`${running.at(-1)?.adsUrl}/readyz`)).status).toBe(200);
});

test('a database that the server does not have ends the start, with the setting', async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-roles-'));
  const [postgres, clickhouse] = await Promise.all([openTestPostgres('postgres'), openTestClickHouse()]);
  const settings = { DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url };
  try {
    await expect(start([], { ...settings, CLICKHOUSE_URL: `${clickhouse.url}/missing` })).rejects.toThrow(
      'CLICKHOUSE_URL: the server has no database of this name. Create it with CREATE DATABASE',
    );
    const missing = postgres.url.replace('/postgres?', '/missing?');
    await expect(start(['api'], { ...settings, DATABASE_URL: missing })).rejects.toThrow(
      'DATABASE_URL: the server has no database of this name. Create it with createdb',
    );
  } finally {
    await Promise.all([postgres.close(), clickhouse.close()]);
  }
});

test('a start whose settings cannot work together names all of them, and touches nothing', async () => {
  folder = join(tmpdir(), `bidhouse-${randomUUID()}`);
  await expect(start(['serving'], {})).rejects.toThrow(
    /These settings cannot work with the roles serving:\n {2}CONTROL_URL: Required for serving without api/,
  );
  await expect(start(['worker'], {})).rejects.toThrow(
    /roles worker:\n {2}DATABASE_URL: [^\n]+\n {2}CLICKHOUSE_URL: [^\n]+\n {2}SECRET: /,
  );
  await expect(start(['ads'], {})).rejects.toThrow('Unknown: ads. Roles are serving, api, worker.');
  expect(existsSync(folder)).toBe(false);
});
