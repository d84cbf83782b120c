import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#runtime/log/createLogger.ts';
import { startDelivery } from '#serving/delivery/startDelivery.ts';
import { startServingRole } from '#serving/startServingRole.ts';
import type { CounterTransport } from '#storage/counters/counterTransport.ts';
import { openRedis } from '#storage/counters/openRedis.ts';
import { redisCounterTransport } from '#storage/counters/redisCounterTransport.ts';
import { readConfig } from '../../../../src/config.ts';
import { freePort } from '../../../e2e/freePort.ts';
import { startFakeRedis } from '../../../stores/fakeRedis.ts';
import { startTestApi } from '../../api/startTestApi.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'readiness-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('readiness lists each part; without Redis and the control plane serving continues, and reports it', async () => {
  const [api, redis, adsPort] = [await startTestApi(), await startFakeRedis(), await freePort()];
  const config = readConfig(
    {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      ADS_PORT: String(adsPort),
      CONTROL_URL: await api.listenForControl(),
      SECRET: api.deps.config.secret,
      REDIS_URL: redis.url,
      SERVING_WORKERS: '1',
      LOG_LEVEL: 'silent',
    },
    { isDemo: false },
  );
  const role = await startServingRole(config, 0);
  const look = async () => {
    const answer = await fetch(`http://127.0.0.1:${adsPort}/readyz`);
    return [answer.status, await answer.json()] as const;
  };
  const all = { snapshot: 'ok', spool: 'ok', rehearsal: 'ok', redis: 'ok', control: 'ok' };
  await expect.poll(look).toEqual([200, { status: 'ok', checks: all }]);
  await redis.close();
  await api.close();
  const alone = {
    redis: 'cannot be reached; each process counts on its own',
    control: 'cannot be reached; the last published state is served',
  };
  await expect.poll(look).toEqual([200, { status: 'ok', checks: { ...all, ...alone } }]);
  const again = await startFakeRedis(Number(new URL(redis.url).port));
  await expect.poll(look).toEqual([200, { status: 'ok', checks: { ...all, ...alone, redis: 'ok' } }]);
  // A missing spool cannot be written: only then serving cannot continue.
  rmSync(join(dataDir, 'spool'), { recursive: true });
  expect(await look()).toMatchObject([503, { status: 'not ready', checks: { spool: 'cannot be written' } }]);
  await role.close();
  await again.close();
});

test('the loss of Redis is logged once, and its return once', async () => {
  const redis = await startFakeRedis();
  const lines: string[] = [];
  const write = (line: string) => void lines.push((JSON.parse(line) as { text: string }).text);
  const transport = redisCounterTransport(openRedis(redis.url), 'one');
  let failures = 0;
  const exchange: CounterTransport['exchange'] = async (...args) => {
    try {
      return await transport.exchange(...args);
    } catch (error) {
      failures += 1;
      throw error;
    }
  };
  const delivery = await startDelivery({
    secret: 'ab'.repeat(32),
    processes: 1,
    transport: { ...transport, exchange },
    peer: 'Redis',
    path: join(dataDir, 'counters'),
    logger: createLogger({ level: 'warn', role: 'test', write }),
    now: Date.now,
    monotonic: () => performance.now(),
  });
  await redis.close();
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]).toMatch(/^Redis cannot be reached, each process counts viewers on its own: ./);
  await expect.poll(() => failures, { timeout: 20_000 }).toBeGreaterThan(3);
  expect(lines).toHaveLength(1);
  const again = await startFakeRedis(Number(new URL(redis.url).port));
  await expect.poll(() => lines.slice(1)).toEqual(['Redis can be reached again: viewer counts are shared']);
  await delivery.close();
  await again.close();
});
