import { expect, test } from 'vitest';
import { clientTimeoutMs } from './counterTransport.ts';
import { createCounterHub } from './counterHub.ts';

const startMs = 1_773_146_096_789;
const second = Math.floor(startMs / 1000);

function open(id = 'hub-1') {
  const clock = { now: startMs };
  const hub = createCounterHub({ id, now: () => clock.now, size: { generation: 8, generations: 4, seconds: 86_400 } });
  return { clock, hub };
}

const packed = (...serves: number[]) => Uint32Array.from(serves.flatMap((serve) => [1, 2, serve, second]));
const servesOf = (impressions: Uint32Array) => [...impressions].filter((_, index) => index % 4 === 2);

test('each process gets the impressions since its cursor, and a repeated request misses none', () => {
  const { hub } = open();
  const first = hub.exchange({ client: 'a', impressions: packed(1, 2), cursor: '' });
  expect(servesOf(first.impressions)).toEqual([1, 2]);
  const other = hub.exchange({ client: 'b', impressions: packed(3), cursor: '' });
  expect(servesOf(other.impressions)).toEqual([1, 2, 3]);
  for (let round = 0; round < 2; round += 1) {
    const next = hub.exchange({ client: 'a', impressions: packed(), cursor: first.cursor });
    expect(servesOf(next.impressions)).toEqual([3]);
    expect(hub.exchange({ client: 'a', impressions: packed(), cursor: next.cursor }).impressions).toHaveLength(0);
  }
});

test('an impression sent twice is stored once', () => {
  const { hub } = open();
  const { cursor } = hub.exchange({ client: 'a', impressions: packed(1, 2), cursor: '' });
  expect(servesOf(hub.exchange({ client: 'a', impressions: packed(2, 3), cursor }).impressions)).toEqual([3]);
});

test('a process with an unknown cursor, or none, must send everything again', () => {
  const { hub } = open('hub-2');
  const { cursor, mustResend } = hub.exchange({ client: 'a', impressions: packed(1), cursor: 'hub-1.7' });
  expect(mustResend).toBe(true);
  expect(hub.exchange({ client: 'a', impressions: packed(), cursor }).mustResend).toBe(false);
  for (const bad of ['', 'hub-2', 'hub-2.', 'hub-2.-1', 'hub-2.x', '.']) {
    const response = hub.exchange({ client: 'a', impressions: packed(), cursor: bad });
    expect([response.mustResend, servesOf(response.impressions)]).toEqual([true, [1]]);
  }
  // A position that was never reached counts as the end.
  expect(hub.exchange({ client: 'a', impressions: packed(), cursor: 'hub-2.999' }).impressions).toHaveLength(0);
});

test('long results are paged, from the oldest impression that is still stored', () => {
  const { hub } = open();
  hub.exchange({ client: 'a', impressions: packed(...Array.from({ length: 50 }, (_, index) => index)), cursor: '' });
  const serves: number[] = [];
  let cursor = '';
  for (let hasMore = true; hasMore;) {
    const response = hub.exchange({ client: 'b', impressions: packed(), cursor });
    serves.push(...servesOf(response.impressions));
    ({ cursor, hasMore } = response);
  }
  expect(serves).toEqual(Array.from({ length: 26 }, (_, index) => 24 + index));
});

test('processes are active until they time out', () => {
  const { hub, clock } = open();
  expect(hub.exchange({ client: 'a', impressions: packed(), cursor: '' }).processes).toBe(1);
  clock.now += clientTimeoutMs - 1;
  expect(hub.exchange({ client: 'b', impressions: packed(), cursor: '' }).processes).toBe(2);
  clock.now += 1;
  expect(hub.exchange({ client: 'b', impressions: packed(), cursor: '' }).processes).toBe(1);
});
