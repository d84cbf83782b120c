import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startProduct, type Product } from '../e2e/product.ts';
import { password } from '../system/api/startTestApi.ts';
import { createRandom } from './createRandom.ts';
import { printSummary } from './printSummary.ts';
import { readSeed } from './readSeed.ts';
import { callWithSecrets } from './secrets/callWithSecrets.ts';
import { derivedSecrets } from './secrets/derivedSecrets.ts';
import { startRedisChild } from './secrets/startRedisChild.ts';
import { startStoreServers } from './secrets/startStoreServers.ts';
import { floodStores, type AttackedStore } from './secrets/floodStores.ts';

const rounds = Number(process.env['N'] ?? 14);
/** Maximum log lines per second over the whole storm: repeated failures of one kind are not logged each time. */
const maxLinesPerSecond = 5;

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

const randomSecret = () => randomBytes(18).toString('hex');
/** Passwords in the operator's settings. */
const operator = {
  mail: randomSecret(),
  bucket: randomSecret(),
  redis: randomSecret(),
  postgres: randomSecret(),
  clickhouse: randomSecret(),
};

const settings = {
  ADMIN_LOGIN: 'super',
  DATABASE_EDITION: 'CTVMediaV2V',
  ADMIN_PASSWORD: password,
  LOG_LEVEL: 'debug',
  TRUST_PROXY: '1',
  SMTP_URL: `smtp://mailer:${operator.mail}@127.0.0.1:9`,
  MAIL_FROM: 'reports@mail.example',
  MEDIA_URL: `s3://AKEXAMPLE:${operator.bucket}@127.0.0.1:9/bucket?region=x&tls=0`,
};

/** The embedded stores of a product, which restarts them itself. */
function storeOf(product: Product): AttackedStore {
  const pid = async () => (await product.processes()).find(({ role }) => role === 'store')?.pid ?? null;
  return {
    pid,
    async kill() {
      const found = await pid();
      if (found !== null) process.kill(found, 'SIGKILL');
    },
  };
}

/** Makes calls with secrets while the stores are taken away; then searches the log for each secret. */
async function expectNoSecretInLog(name: string, product: Product, stores: readonly AttackedStore[]): Promise<void> {
  const seed = readSeed();
  process.stdout.write(`${name}: SEED=${seed}\n`);
  const installation = (await readFile(join(product.dataDir, 'secret'), 'utf8')).trim();
  const calls = await callWithSecrets(product, installation);
  const from = product.output().length;
  const startedAt = performance.now();
  const storm = await floodStores(stores, rounds, createRandom(seed));
  await calls.stop();
  const seconds = (performance.now() - startedAt) / 1000;

  const basic = Buffer.from(`bidhouse-store:${operator.clickhouse}`).toString('base64');
  const secrets = new Set([
    ...calls.secrets,
    ...derivedSecrets(installation),
    ...Object.values(operator).flatMap((each) => [each, Buffer.from(each).toString('base64')]),
    basic,
  ]);
  const printed = product.output();
  const lines = printed.slice(from).split('\n').length;
  const found = [...secrets].flatMap((secret) => {
    const at = printed.indexOf(secret);
    return at < 0 ? [] : [`${printed.slice(Math.max(0, at - 120), at)}[secret of ${secret.length} characters]`];
  });
  printSummary(name, {
    'times frozen': storm.frozen,
    'times killed': storm.killed,
    'rounds with all stores away': storm.allAway,
    'calls with secrets': calls.count(),
    'calls answered below 400': calls.successes(),
    'secrets searched for': secrets.size,
    'secrets found': found.length,
    'lines of log': lines,
    seconds: Math.round(seconds),
  });
  expect(found).toEqual([]);
  expect(printed).not.toContain('$argon2');
  // The embedded ClickHouse has a password that only the product knows: 48 hexadecimal digits.
  expect(printed).not.toMatch(/bidhouse-store:|(?<![0-9a-f])[0-9a-f]{48}(?![0-9a-f])/);
  expect(printed).not.toContain(Buffer.from('bidhouse-store:').toString('base64'));
  // The log mentions the storm, and callers succeeded between its rounds.
  expect(lines).toBeGreaterThan(rounds);
  expect(calls.successes()).toBeGreaterThan(100);
  expect(lines / seconds).toBeLessThan(maxLinesPerSecond);
}

test('with its own stores and Redis frozen and killed, the product logs no secret, and few lines', async () => {
  const redis = await startRedisChild(operator.redis);
  endings.push(() => redis.stop());
  const product = await startProduct('start', { ...settings, REDIS_URL: redis.url });
  endings.push(() => product.stop());
  await expectNoSecretInLog('secrets, own stores', product, [storeOf(product), redis]);
});

test('with the operator’s servers frozen and killed, the product logs no secret, and few lines', async () => {
  const redis = await startRedisChild(operator.redis);
  endings.push(() => redis.stop());
  const servers = await startStoreServers(operator);
  endings.push(() => servers.stop());
  const { databaseUrl, clickhouseUrl } = servers;
  const urls = { REDIS_URL: redis.url, DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl };
  const product = await startProduct('start', { ...settings, ...urls });
  endings.push(() => product.stop());
  await expectNoSecretInLog('secrets, servers', product, [servers, redis]);
});
