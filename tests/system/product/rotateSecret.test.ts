import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, runReport, signInAs } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';
import { runOperation } from './runOperation.ts';

const adminPassword = 'correct horse battery';
const [first, second, foreign] = ['a1', 'b2', 'c3'].map((digits) => digits.repeat(32)) as [string, string, string];

let dataDir: string;
let channelUid: string;

beforeAll(async () => {
  dataDir = await copyMigratedStore('all');
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the product with some settings until the work is done. */
async function withProduct<T>(settings: Record<string, string>, work: (product: Product) => Promise<T>): Promise<T> {
  const product = await startProduct('start', { ADMIN_PASSWORD: adminPassword, ...settings }, dataDir);
  try {
    return await work(product);
  } finally {
    await product.halt();
  }
}

/** Paths of the impressions of so many new ads, which are not requested yet. */
async function serveAds({ adsUrl }: Product, count: number): Promise<string[]> {
  const paths: string[] = [];
  for (let ad = 0; ad < count; ad += 1) {
    const markup = await eventually(
      async () => (await fetch(`${adsUrl}/vast/${channelUid}`)).text(),
      (text) => text.includes('<Impression'),
    );
    const url = /<Impression[^>]*><!\[CDATA\[([^\]]*\/e\/impression\/[^\]]+)\]\]>/.exec(markup)?.[1] ?? '';
    paths.push(new URL(url).pathname);
  }
  return paths;
}

/** Requests every impression twice. */
async function viewAds({ adsUrl }: Product, paths: readonly string[]): Promise<void> {
  for (const path of [...paths, ...paths]) expect((await fetch(adsUrl + path)).ok).toBe(true);
}

async function impressionsIn({ consoleUrl }: Product): Promise<number> {
  const client = await signInAs(consoleUrl, 'ops', adminPassword);
  return Number((await runReport(client, { metrics: ['imps'] })).totals['imps']);
}

test('ads in flight while SECRET changes on running nodes are counted once; those of a secret that is no longer accepted are not', async () => {
  const inFlight = await withProduct({ SECRET: first }, async (product) => {
    channelUid = (await buildOneTagConfiguration(product, adminPassword, { name: 'Rotation test' })).channel.uid;
    return serveAds(product, 10);
  });
  // The next secret is accepted before any node signs with it.
  const more = await withProduct({ SECRET: first, SECRET_PREVIOUS: second }, async (product) => {
    await viewAds(product, inFlight.slice(0, 5));
    return serveAds(product, 10);
  });
  const late = await withProduct({ SECRET: second, SECRET_PREVIOUS: first }, async (product) => {
    await viewAds(product, [...inFlight.slice(5), ...more.slice(0, 9)]);
    const ads = await serveAds(product, 5);
    await viewAds(product, ads);
    await eventually(
      () => impressionsIn(product),
      (imps) => imps >= 24,
    );
    return more.slice(9);
  });
  await withProduct({ SECRET: second, SECRET_PREVIOUS: foreign }, async (product) => {
    await viewAds(product, late);
    await viewAds(product, await serveAds(product, 1));
    await eventually(
      () => impressionsIn(product),
      (imps) => imps >= 25,
    );
    expect(await impressionsIn(product)).toBe(25);
  });
});

test('the secret in DATA_DIR rotates by a command, and ads in flight are counted once', async () => {
  // The installation had its secret in SECRET so far.
  const counted = await withProduct({ SECRET_PREVIOUS: second }, async (product) => {
    await serveAds(product, 1);
    return impressionsIn(product);
  });
  const before = await readFile(join(dataDir, 'secret'), 'utf8');
  const inFlight = await withProduct({}, async (product) => {
    const ads = await serveAds(product, 10);
    const admin = await signInAs(product.consoleUrl, 'admin', adminPassword);
    const { body } = await admin.call<{ rows: { id: number }[] }>('GET', '/api/demands');
    await admin.call('PATCH', `/api/demands/${body.rows[0]?.id}`, { showDsp: true });
    const client = await signInAs(product.consoleUrl, 'ops', adminPassword);
    const keys = { encryptionKey: 'e'.repeat(43), integrityKey: 'i'.repeat(43) };
    const values = { name: 'Encrypts prices', priceMacro: 'encrypted', ...keys };
    expect((await client.call('POST', '/api/demand/sups', values)).status).toBe(201);
    // While the former secret still seals, nothing is dropped.
    expect(await runOperation('rotate-secret', [], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const early = await runOperation('rotate-secret', ['--finish'], { DATA_DIR: dataDir });
    expect(early).toMatchObject({ code: 1, output: expect.stringContaining('Restart it first') });
    return ads;
  });
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).not.toBe(before);
  await withProduct({}, async (product) => {
    await viewAds(product, inFlight);
    await viewAds(product, await serveAds(product, 1));
    await eventually(
      () => impressionsIn(product),
      (imps) => imps >= counted + 11,
    );
    expect(await impressionsIn(product)).toBe(counted + 11);
  });
  expect(await runOperation('rotate-secret', [], { DATA_DIR: dataDir, SECRET: first })).toMatchObject({ code: 1 });
  const stopped = await runOperation('rotate-secret', ['--finish'], { DATA_DIR: dataDir });
  expect(stopped).toMatchObject({ code: 1, output: expect.stringContaining('not running') });
  await withProduct({}, async ({ consoleUrl }) => {
    expect(await runOperation('rotate-secret', ['--finish'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const client = await signInAs(consoleUrl, 'admin', adminPassword);
    const path = '/api/security-log?type=commandRun';
    const events = await client.call<{ rows: { details: object }[] }>('GET', path);
    expect(events.body.rows.map(({ details }) => details)).toEqual([
      { command: 'rotate-secret --finish' },
      { command: 'rotate-secret' },
    ]);
  });
});
