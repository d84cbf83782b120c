import { afterAll, beforeAll, expect, test } from 'vitest';
import { outageMs } from './faultSize.ts';
import { startInstallationWithServers } from './startInstallation.ts';
import { startLoad, type Load } from './startLoad.ts';

let installation: Awaited<ReturnType<typeof startInstallationWithServers>>;
let load: Load | undefined;

beforeAll(async () => {
  installation = await startInstallationWithServers();
  load = await startLoad(installation);
});
afterAll(async () => {
  await load?.stop();
  await installation?.close();
});

test('while ClickHouse is stopped, then frozen, ads are served and hits acknowledged; afterwards each is counted once', async () => {
  const { clickhouse } = installation.servers;
  const stopped = { name: 'ClickHouse stopped', begin: () => clickhouse.stop(), end: () => clickhouse.start() };
  const frozen = { name: 'ClickHouse frozen', begin: () => clickhouse.freeze(), end: () => clickhouse.resume() };
  for (const fault of [stopped, frozen]) {
    const { ads, calls } = (await load?.during(fault, outageMs)) ?? {};
    expect(ads).toMatchObject({ invalid: 0, unanswered: 0, refusedHits: 0, unansweredHits: 0 });
    expect(calls).toMatchObject({ unanswered: 0 });
  }
  await load?.expectExactCounts('ClickHouse away');
});
