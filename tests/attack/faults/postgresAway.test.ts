import { afterEach, beforeEach, expect, test } from 'vitest';
import { outageMs } from './faultSize.ts';
import { startInstallationWithServers } from './startInstallation.ts';
import { startLoad, type Load } from './startLoad.ts';
import { waysToBeAway } from './waysToBeAway.ts';

let installation: Awaited<ReturnType<typeof startInstallationWithServers>> | undefined;
let load: Load | undefined;

beforeEach(async () => {
  installation = await startInstallationWithServers();
});
afterEach(async () => {
  await load?.stop();
  await installation?.close();
});

test.each(waysToBeAway)(
  'while PostgreSQL is $way, ads are served and hits acknowledged; afterwards each is counted once',
  async ({ way, begin, end }) => {
    if (!installation) throw new Error('not started');
    const { postgres } = installation.servers;
    load = await startLoad(installation);
    const name = `PostgreSQL ${way}`;
    const { ads, calls } = await load.during(
      { name, begin: () => begin(postgres), end: () => end(postgres) },
      outageMs,
    );
    expect(ads).toMatchObject({ invalid: 0, unanswered: 0, refusedHits: 0, unansweredHits: 0 });
    expect(calls).toMatchObject({ failures: [], unanswered: 0 });
    await load.expectExactCounts(name);
  },
);
