import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { urlOfSocket } from '#runtime/control/controlAddress.ts';
import { socketPathOf } from '#runtime/socketFolder.ts';
import { eventually, runReport, signInAs } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'roles-test-password';
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
