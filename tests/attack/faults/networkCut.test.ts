import { afterAll, beforeAll, expect, test } from 'vitest';
import { outageMs, responseMs } from './faultSize.ts';
import { startFaultyCluster } from './startFaultyCluster.ts';
import { startLoad, type Load } from './startLoad.ts';

let installation: Awaited<ReturnType<typeof startFaultyCluster>>;
let load: Load | undefined;

beforeAll(async () => {
  installation = await startFaultyCluster();
  load = await startLoad(installation);
});
afterAll(async () => {
  await load?.stop();
  await installation?.close();
});

const machine = 'two';

test('while a machine is cut off, both ways, one way or from PostgreSQL alone, the others serve; afterwards each event is counted once', async () => {
  const { network, ports } = installation.cluster;
  const cuts = [
    {
      name: 'Machine cut off both ways',
      begin: async () => network.setCable(machine, false),
      end: async () => network.setCable(machine, true),
    },
    {
      name: 'Machine that receives nothing',
      begin: async () => network.drop(machine, 'received'),
      end: async () => network.passAll(machine),
    },
    {
      name: 'Machine that cannot send',
      begin: async () => network.drop(machine, 'sent'),
      end: async () => network.passAll(machine),
    },
    {
      name: 'Machine that receives nothing from PostgreSQL',
      begin: async () => network.drop(machine, 'received', ports.postgres),
      end: async () => network.passAll(machine),
    },
  ];
  for (const cut of cuts) {
    const result = await load?.during(cut, outageMs);
    if (!result) continue;
    const { ads, noAds, unanswered, invalid } = result.ads;
    // Until the balancer has noticed, a request may go to the machine, once for each viewer and response time.
    const maxLost = (ads + noAds) / 20;
    expect(ads).toBeGreaterThan(outageMs / responseMs);
    expect(unanswered + invalid).toBeLessThanOrEqual(maxLost);
  }
  await load?.expectExactCounts('Machine cut off');
});
