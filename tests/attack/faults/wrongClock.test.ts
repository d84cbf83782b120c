import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outageMs } from './faultSize.ts';
import { startFaultyCluster } from './startFaultyCluster.ts';
import { startLoad, type Load } from './startLoad.ts';

/** Where Debian’s package `faketime` has it. */
const library = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;

let installation: Awaited<ReturnType<typeof startFaultyCluster>>;
let load: Load | undefined;

const clock = (shift: string) => ({ LD_PRELOAD: library, FAKETIME: shift, DONT_FAKE_MONOTONIC: '1' });

beforeAll(async () => {
  if (!existsSync(library)) throw new Error('This test needs libfaketime: apt-get install faketime');
  installation = await startFaultyCluster({ one: clock('+10m'), two: clock('-10m') });
  load = await startLoad(installation);
});
afterAll(async () => {
  await load?.stop();
  await installation?.close();
});

test('with one machine ten minutes ahead and one ten minutes behind, each event is counted once', async () => {
  const result = await load?.during({ name: 'Clocks wrong', begin: () => pause(0), end: () => pause(0) }, outageMs);
  expect(result?.ads).toMatchObject({ invalid: 0, unanswered: 0, refusedHits: 0, unansweredHits: 0 });
  expect(result?.calls).toMatchObject({ unavailable: 0, failures: [], unanswered: 0 });
  await load?.expectExactCounts('Clocks wrong');
  // Each machine writes the time of its own clock.
  const nodes = await installation.cluster.clickhouse.query<{ secondsAhead: string }>(
    `SELECT max(toUnixTimestamp(at)) - toUnixTimestamp(now()) AS secondsAhead FROM facts
     WHERE kind = 'serve' AND demandId > 0 GROUP BY node ORDER BY secondsAhead`,
  );
  const [behind, , ahead] = nodes.map(({ secondsAhead }) => Number(secondsAhead));
  expect(behind).toBeLessThan(-500);
  expect(ahead).toBeGreaterThan(300);
});
