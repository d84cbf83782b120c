import { afterEach, expect, test } from 'vitest';
import { outageMs } from './faultSize.ts';
import { openSmallDisk } from './openSmallDisk.ts';
import { startInstallation, startInstallationWithServers } from './startInstallation.ts';
import { startLoad } from './startLoad.ts';

/** Their hits are sent while no ad can be had. */
const lateAds = 100;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const cases = [
  { stores: 'servers', sizeMb: 200, start: startInstallationWithServers },
  { stores: 'embedded stores', sizeMb: 700, start: startInstallation },
];

test.each(cases)(
  'while the disk of DATA_DIR is full, with $stores, ads are answered and hits acknowledged or refused; afterwards each is counted once',
  async ({ stores, sizeMb, start }) => {
    const disk = openSmallDisk(sizeMb);
    closing.push(() => disk.close());
    const installation = await start({}, disk.folder);
    closing.push(() => installation.close());
    const load = await startLoad(installation, { lateAds });
    closing.push(() => load.stop());
    const full = {
      name: `Disk full, ${stores}`,
      begin: async () => disk.fill(),
      end: async () => disk.free(),
    };
    const { ads } = await load.during(full, outageMs);
    expect(ads).toMatchObject({ invalid: 0, unanswered: 0, unansweredHits: 0 });
    expect(ads.refusedHits).toBeGreaterThan(0);
    await load.expectExactCounts(full.name, { mayMissNoAds: true });
  },
);
