import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import type { TestStore } from '../../stores/openTestPostgres.ts';
import { openTestTables, type TestTables } from '../../stores/openTestTables.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'correct horse battery';

let database: TestStore;
let tables: TestTables;
let product: Product;

beforeAll(async () => {
  database = await openTestDatabase();
  tables = await openTestTables();
  const stores = { DATABASE_URL: database.url, CLICKHOUSE_URL: tables.url };
  product = await startProduct('start', { ADMIN_PASSWORD: adminPassword, SERVING_WORKERS: '1', ...stores });
});
afterAll(async () => {
  await product?.stop();
  await tables.close();
  await database.close();
});

test('with database servers, the API is replaced while it responds to every call', async () => {
  const { channel } = await buildOneTagConfiguration(product, adminPassword, { name: 'Servers test' });
  await eventually(
    async () => (await fetch(`${product.adsUrl}/vast/${channel.uid}`)).text(),
    (markup) => markup.includes('<Impression'),
  );
  const call = () => fetch(`${product.consoleUrl}/api/session`);
  const usual = (await call()).status;
  const load = { isOver: false };
  const outcomes = new Set<string>();
  const callers = Array.from({ length: 4 }, async () => {
    while (!load.isOver) {
      outcomes.add(await call().then(({ status }) => String(status), String));
      await sleep(20);
    }
  });
  const first = await product.processes();
  expect(first.map(({ role }) => role).toSorted()).toEqual(['api', 'parent', 'serving', 'worker']);
  await product.reload();
  load.isOver = true;
  await Promise.all(callers);
  expect([...outcomes]).toEqual([String(usual)]);
  const second = await product.processes();
  const ids = new Set(first.map(({ pid }) => pid));
  expect(second.filter(({ pid }) => ids.has(pid)).map(({ role }) => role)).toEqual(['parent']);

  // Ad serving follows the new process of the API.
  const readiness = async () => {
    const response = await fetch(`${product.adsUrl}/readyz`);
    return ((await response.json()) as { checks: Record<string, string> }).checks['control'];
  };
  expect(await eventually(readiness, (control) => control === 'ok')).toBe('ok');
});
