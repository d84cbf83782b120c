import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CounterChannel } from '#storage/counters/counterChannel.ts';
import { createCounterHub, type CounterHub } from '#storage/counters/counterHub.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { startDelivery, type RunningDelivery } from './startDelivery.ts';

const hourMs = 3_600_000;
const viewer = '0123456789abcdef';
const folder = mkdtempSync(join(tmpdir(), 'bidhouse-counters-'));
const running: RunningDelivery[] = [];
let processCount = 0;

/** A hub that can go away, and come back without its memory. */
function openHub() {
  let count = 1;
  const state: { hub: CounterHub | null } = { hub: create() };
  function create() {
    return createCounterHub({ id: `hub-${(count += 1)}`, now: Date.now });
  }
  return {
    channelOf: (client: string): CounterChannel => ({
      async exchange(told, cursor) {
        if (!state.hub) throw new Error('away');
        return state.hub.exchange({ client, told, cursor });
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
    channel: hub.channelOf(`process-${processCount}`),
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
    // The same pixel, called at both.
    for (const each of [first, second]) each.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-3', Date.now());
    expect(seenBy(first)).toBe(2);
    await until(() => expect([seenBy(first), seenBy(second)]).toEqual([3, 3]));
    first.counters.add({ kind: 'tag', id: 8 }, viewer, 'serve-4', Date.now());
    await until(() => expect(seenBy(second, 8)).toBe(1));
    expect(seenBy(second)).toBe(3);
  });

  test('know after a restart of their own what they knew before', async () => {
    const hub = openHub();
    const [first, second] = [await startProcess(hub), await startProcess(hub)];
    first.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-1', Date.now());
    await until(() => expect(seenBy(second)).toBe(1));
    await first.close();
    const again = await startProcess(hub);
    expect(seenBy(again)).toBe(1);
  });

  test('count on alone while the hub is away, and tell a new one everything', async () => {
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

  test('keep what they know over a restart of everything', async () => {
    const path = join(folder, 'kept', 'counters');
    const first = await startProcess(openHub(), path);
    for (let serve = 0; serve < 300; serve += 1)
      first.counters.add({ kind: 'tag', id: 7 }, viewer, `serve-${serve}`, Date.now());
    await first.close();
    const hub = openHub();
    const again = await startProcess(hub, path);
    expect(seenBy(again)).toBe(300);
    const stranger = await startProcess(hub);
    await until(() => expect(seenBy(stranger)).toBe(300));
  });

  test('start without what cannot be read', async () => {
    const path = join(folder, 'torn');
    const first = await startProcess(openHub(), path);
    first.counters.add({ kind: 'tag', id: 7 }, viewer, 'serve-1', Date.now());
    await first.close();
    writeFileSync(path, 'torn', { flag: 'a' });
    expect(seenBy(await startProcess(openHub(), path))).toBe(1);
  });

  test('divide limits of calls a second among themselves', async () => {
    const hub = openHub();
    const processes = [
      await startProcess(hub),
      await startProcess(hub),
      await startProcess(hub),
      await startProcess(hub),
    ];
    // Eight calls of forty a second may come at once: a quarter of a second's worth of its part is two and a half.
    let tagId = 100;
    await until(() => {
      tagId += 1;
      const taken = Array.from({ length: 20 }, () => processes[0]?.limiter.take('tag', tagId, 40));
      expect(taken.filter(Boolean)).toHaveLength(2);
    });
  });
});
