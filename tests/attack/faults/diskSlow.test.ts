import { afterAll, beforeAll, expect, test } from 'vitest';
import { outageMs, slowWrites } from './faultSize.ts';
import { openSlowDisk, type SlowDisk } from './openSlowDisk.ts';
import { startInstallationWithServers } from './startInstallation.ts';
import { startLoad, type Load } from './startLoad.ts';

/** Each waits for its hits most of the time. */
const slowViewers = 40;

let disk: SlowDisk;
let installation: Awaited<ReturnType<typeof startInstallationWithServers>>;
let load: Load | undefined;

beforeAll(async () => {
  disk = openSlowDisk();
  installation = await startInstallationWithServers({}, disk.folder);
  load = await startLoad(installation, { count: slowViewers });
});
afterAll(async () => {
  await load?.stop();
  await installation?.close();
  await disk?.close();
});

test(`while the disk makes ${slowWrites} writes per second, ads are served and hits acknowledged late; afterwards each is counted once`, async () => {
  const slow = {
    name: 'Disk slow',
    async begin() {
      const processes = await installation.product.processes();
      disk.slow(
        processes.map(({ pid }) => pid),
        slowWrites,
      );
    },
    end: async () => disk.speedUp(),
  };
  const { ads } = (await load?.during(slow, outageMs)) ?? {};
  expect(ads).toMatchObject({ invalid: 0, unanswered: 0, refusedHits: 0 });
  await load?.expectExactCounts('Disk slow');
});
