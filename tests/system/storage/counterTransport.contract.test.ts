import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { httpCounterTransport } from '#serving/delivery/httpCounterTransport.ts';
import { startDelivery } from '#serving/delivery/startDelivery.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import type { CounterTransport, ExchangeResult } from '#storage/counters/counterTransport.ts';
import { addPacked, createImpressionLog } from '#storage/counters/impressionLog.ts';
import { openRedis } from '#storage/counters/openRedis.ts';
import { redisCounterTransport } from '#storage/counters/redisCounterTransport.ts';
import { startFakeRedis } from '../../stores/fakeRedis.ts';
import { redisServers } from '../../stores/startRedis.ts';
import { startForwarder } from '../../support/startForwarder.ts';
import { startTestApi } from '../api/startTestApi.ts';

/** A medium through which processes exchange counts. */
interface Medium {
  transportOf(client: string): CounterTransport;
  close(): Promise<void>;
}

const media: { name: string; open: () => Promise<Medium> }[] = [
  {
    name: 'the control plane',
    async open() {
      const api = await startTestApi();
      const plane = openControlPlane(await api.listenForControl(), api.deps.config.secret);
      return {
        transportOf: (client) => httpCounterTransport(plane, client),
        async close() {
          await plane.close();
          await api.close();
        },
      };
    },
  },
  ...redisServers.map(({ name, start }) => ({
    name,
    async open() {
      const server = await start();
      return {
        transportOf: (client: string) => redisCounterTransport(openRedis(server.url), client),
        close: () => server.close(),
      };
    },
  })),
];

const now = Date.now();
const second = Math.floor(now / 1000);
const nothing = new Uint32Array(0);
const viewer = '0123456789abcdef';

/** Packed impressions of one key, with these serves. */
const packed = (keyLow: number, ...serves: number[]) =>
  Uint32Array.from(serves.flatMap((serve) => [keyLow, 4_294_967_295, serve, second]));

describe.each(media)('counts exchanged through $name', ({ open }) => {
  let medium: Medium;
  let transports: CounterTransport[];

  beforeAll(async () => {
    medium = await open();
    transports = ['first', 'second', 'third'].map((client) => medium.transportOf(client));
  });
  afterAll(async () => {
    await Promise.all(transports.map((transport) => transport.close()));
    await medium.close();
  });

  const exchange = (process: number, reportedCounts: Uint32Array, cursor: string) => {
    const transport = transports[process];
    if (!transport) throw new Error('no such process');
    return transport.exchange(reportedCounts, cursor);
  };
  /** The serves of a key that a process receives from a cursor on, each once, and the next cursor. */
  const follow = async (process: number, from: string, keyLow: number) => {
    const log = createImpressionLog();
    let cursor = from;
    for (let answer: ExchangeResult | null = null; !answer || answer.hasMore; cursor = answer.cursor) {
      answer = await exchange(process, nothing, cursor);
      addPacked(log, answer.impressions, now);
    }
    return { cursor, count: log.count(keyLow, 4_294_967_295, 0) };
  };

  test('reach every process, from its cursor on', async () => {
    await exchange(0, packed(1, 10, 11), '');
    const second = await follow(1, '', 1);
    expect(second.count).toBe(2);
    await exchange(2, packed(1, 12), '');
    expect((await follow(1, second.cursor, 1)).count).toBe(1);
    expect((await follow(0, '', 1)).count).toBe(3);
  });

  test('count once when they are sent twice', async () => {
    await exchange(0, packed(2, 20, 21), '');
    await exchange(1, packed(2, 21, 20, 22), '');
    expect((await follow(2, '', 2)).count).toBe(3);
  });

  test('are stored for a process that comes later, however many they are', async () => {
    const many = Array.from({ length: 12_000 }, (_, serve) => serve);
    for (let from = 0; from < many.length; from += 4000) {
      await exchange(0, packed(3, ...many.slice(from, from + 4000)), '');
    }
    expect((await follow(2, '', 3)).count).toBe(12_000);
  });

  test('include the number of processes', async () => {
    for (const process of [0, 1, 2]) await exchange(process, nothing, '');
    expect((await exchange(0, nothing, '')).processes).toBe(3);
  });

  test('are only requested again by a side that lacks them', async () => {
    const { cursor } = await follow(0, '', 1);
    expect((await exchange(0, nothing, cursor)).mustResend).toBe(false);
  });

  test('make two serving processes count as one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bidhouse-counters-'));
    const processes = await Promise.all(
      ['a', 'b'].map((client) =>
        startDelivery({
          secret: 'ab'.repeat(32),
          processes: 1,
          peer: 'the medium',
          transport: medium.transportOf(client),
          path: join(folder, client),
          logger: createLogger({ level: 'silent', role: 'test' }),
          now: Date.now,
          monotonic: () => performance.now(),
        }),
      ),
    );
    for (const [index, { counters }] of processes.entries())
      counters.add({ kind: 'tag', id: 7 }, viewer, `serve-${index}`, Date.now());
    await vi.waitFor(
      () => {
        for (const { counters } of processes)
          expect(counters.countImpressions({ kind: 'tag', id: 7 }, viewer, 60_000, Date.now())).toBe(2);
      },
      { timeout: 30_000 },
    );
    await Promise.all(processes.map((each) => each.close()));
    rmSync(folder, { recursive: true, force: true });
  });
});

describe.each(redisServers)('$name', ({ start }) => {
  test('reports that it has lost its data until a process sends it again', async () => {
    const server = await start();
    const connection = openRedis(server.url);
    const transport = redisCounterTransport(connection, 'first');
    const { cursor } = await transport.exchange(packed(1, 1), '');
    expect((await transport.exchange(nothing, cursor)).mustResend).toBe(false);
    await connection.sendCommand(['FLUSHALL']);
    expect((await transport.exchange(nothing, cursor)).mustResend).toBe(true);
    await transport.exchange(packed(1, 1), cursor);
    expect((await transport.exchange(nothing, cursor)).mustResend).toBe(false);
    await transport.close();
    await server.close();
  });

  test('fails exchanges while it is down, until it is back', async () => {
    const server = await start();
    const transport = redisCounterTransport(openRedis(server.url), 'first');
    await transport.exchange(packed(1, 1), '');
    await server.close();
    await expect(transport.exchange(nothing, '')).rejects.toThrow();
    const again = await start(Number(new URL(server.url).port));
    await vi.waitFor(() => transport.exchange(nothing, ''), { timeout: 20_000, interval: 200 });
    await transport.close();
    await again.close();
  });
});

test('a connection on which Redis no longer responds is replaced', async () => {
  const redis = await startFakeRedis();
  const port = Number(new URL(redis.url).port);
  const path = await startForwarder('127.0.0.1', { port });
  const connection = openRedis(`redis://127.0.0.1:${path.port}`);
  await connection.sendCommand(['SET', 'key', 'value', 'EX', '60']);
  path.silence();
  await expect(connection.sendCommand(['GET', 'key'])).rejects.toThrow('Redis does not respond');
  await vi.waitFor(async () => expect(await connection.sendCommand(['GET', 'key'])).toBe('value'), {
    timeout: 20_000,
    interval: 200,
  });
  await connection.close();
  await path.close();
  await redis.close();
});

test('a Redis that was never available fails exchanges, and nothing waits for it', async () => {
  const transport = redisCounterTransport(openRedis('redis://127.0.0.1:1'), 'first');
  await expect(transport.exchange(nothing, '')).rejects.toThrow();
  await transport.close();
});
