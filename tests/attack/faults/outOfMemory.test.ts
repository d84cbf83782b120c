import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../e2e/apiClient.ts';
import { faultViewers, outOfMemoryRounds } from './faultSize.ts';
import { startInstallation } from './startInstallation.ts';
import { startLoad, type Load } from './startLoad.ts';
import { starve } from './starve.ts';

let installation: Awaited<ReturnType<typeof startInstallation>>;
let load: Load | undefined;

beforeAll(async () => {
  installation = await startInstallation();
  load = await startLoad(installation);
});
afterAll(async () => {
  await load?.stop();
  await installation?.close();
});

const roles = ['serving', 'worker', 'api', 'store'];
/** For as long as a process of another kind may need to be ready again. */
const settleMs = 5000;

test('a process that the system kills because it needs too much memory is started again, and each event is counted once', async () => {
  const processesOf = async (role: string) =>
    (await installation.product.processes()).filter((each) => each.role === role).map(({ pid }) => pid);
  for (let round = 0; round < outOfMemoryRounds; round += 1) {
    for (const role of roles) {
      const before = await processesOf(role);
      const [victim = 0] = before;
      const fault = {
        name: `Out of memory: ${role}`,
        begin: () => starve(victim),
        async end() {
          await eventually(
            () => processesOf(role),
            (now) => now.length === before.length && !now.includes(victim),
          );
        },
      };
      const { ads } = (await load?.during(fault, settleMs)) ?? {};
      // Each viewer may have had a request on a connection of the process.
      expect(ads?.unanswered).toBeLessThanOrEqual(role === 'serving' ? faultViewers : 0);
      expect(ads).toMatchObject({ invalid: 0, refusedHits: 0 });
    }
  }
  await load?.expectExactCounts('Out of memory');
});
