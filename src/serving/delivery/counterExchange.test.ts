import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CounterTransport } from '#storage/counters/counterTransport.ts';
import { createCounterHub, type CounterHub } from '#storage/counters/counterHub.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { startDelivery, type RunningDelivery } from './startDelivery.ts';

const hourMs = 3_600_000;
const viewer = '0123456789abcdef';
const folder = mkdtempSync(join(tmpdir(), 'bidhouse-counters-'));
const running: RunningDelivery[] = [];
let processCount = 0;

/** A hub that can become unreachable, and come back with empty memory. */
function openHub() {
  let count = 1;
  const state: { hub: CounterHub | null } = { hub: create() };
  function create() {
    return createCounterHub({ id: `hub-${(count += 1)}`, now: Date.now });
  }
  return {
    transportOf: (client: string): CounterTransport => ({
      async exchange(impressions, cursor) {
        if (!state.hub) throw new Error('away');
        return state.hub.exchange({ client, impressions, cursor });
      },
      close: () => Promise.resolve(),
    }),
    goAway: () => {
      state.hub = null;
    },
    comeBack: () => {
      state.hub = create();
    },
  };
}

async function startProcess(hub: ReturnType<typeof openHub>, path = join(folder, `log-${processCount}`)) {
  processCount += 1;
  const delivery = await startDelivery({
    secret: 'ab'.repeat(32),
    processes: 1,
    transport: hub.transportOf(`process-${processCount}`),
    peer: 'The hub',
    path,
    logger: createLogger({ level: 'silent', role: 'test' }),
    now: Date.now,
    monotonic: () => performance.now(),
  });
  running.push(delivery);
  return delivery;
}

const seenBy = (delivery: RunningDelivery, tagId = 7) =>
  delivery.counters.countImpressions({ kind: 'tag', id: tagId }, viewer, hourMs, Date.now());
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
  rmSync(folder, { recursive: true, force: true });
});

describe('serving processes that share a hub', () => {
  test('count the impressions of each other, each once', async () => {
    const hub = openHub();
    const [first, second] = [await startProcess(hub), await startProcess(hub)];
    first.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-1', Date.now());
    second.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-2', Date.now());
    // The same pixel, requested from both.
    for (const each of [first, second]) each.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-3', Date.now());
    expect(seenBy(first)).toBe(2);
    await until(() => expect([seenBy(first), seenBy(second)]).toEqual([3, 3]));
    first.counters.add({ kind: 'tag', id: 8 }, viewer, 'serve-4', Date.now());
    await until(() => expect(seenBy(second, 8)).toBe(1));
    expect(seenBy(second)).toBe(3);
  });

  test('restore their counts from the hub after a restart', async () => {
    const hub = openHub();
    const [first, second] = [await startProcess(hub), await startProcess(hub)];
    first.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-1', Date.now());
    await until(() => expect(seenBy(second)).toBe(1));
    await first.close();
    const again = await startProcess(hub);
    expect(seenBy(again)).toBe(1);
  });

  test('count on their own while the hub is away, and send everything to a new one', async () => {
    const hub = openHub();
    const first = await startProcess(hub);
    first.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-1', Date.now());
    await until(() => expect(seenBy(first)).toBe(1));
    hub.goAway();
    first.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-2', Date.now());
    expect(seenBy(first)).toBe(2);
    hub.comeBack();
    const second = await startProcess(hub);
    await until(() => expect(seenBy(second)).toBe(2));
  });

  test('restore their counts from disk when everything restarts', async () => {
    const path = join(folder, 'stored', 'counters');
    const first = await startProcess(openHub(), path);
    for (let serve = 0; serve < 300; serve += 1)
      first.counters.add({ kind: 'tag', id: 7 }, viewer, `serve-${serve}`, Date.now());
    await first.close();
    const hub = openHub();
    const again = await startProcess(hub, path);
    expect(seenBy(again)).toBe(300);
    const newcomer = await startProcess(hub);
    await until(() => expect(seenBy(newcomer)).toBe(300));
  });

  test('ignore an incomplete impression at the end of the file', async () => {
    const path = join(folder, 'torn');
    const first = await startProcess(openHub(), path);
    first.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-1', Date.now());
    await first.close();
    writeFileSync(path, 'torn', { flag: 'a' });
    expect(seenBy(await startProcess(openHub(), path))).toBe(1);
  });

  test('divide QPS limits among themselves', async () => {
    const hub = openHub();
    const processes = [
      await startProcess(hub),
      await startProcess(hub),
      await startProcess(hub),
      await startProcess(hub),
    ];
    // Each process has a quarter of 40 calls per second. A burst of a quarter second is 2.5 calls.
    let tagId = 100;
    await until(() => {
      tagId += 1;
      const taken = Array.from({ length: 20 }, () => processes[0]?.limiter.take('tag', tagId, 40));
      expect(taken.filter(Boolean)).toHaveLength(2);
    });
  });
});
