import { setTimeout as pauseFor } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import type { FactsFixture } from '../events/factsFixture.ts';
import { openFacts } from '../events/openFacts.ts';
import { checkRestored, openInstallation, type Installation } from './backupNodes/openInstallation.ts';
import { startTraffic } from './backupNodes/startTraffic.ts';

let facts: FactsFixture;
let installation: Installation;

beforeAll(async () => {
  facts = await openFacts();
  installation = await openInstallation(facts.url);
});
afterAll(async () => {
  await installation.close();
  await facts.close();
});

test(
  'a backup of two nodes under load has everything that either had acknowledged before the cut, once',
  { timeout: 900_000 },
  async () => {
    const one = await installation.start('one');
    const two = await installation.start('two');
    const traffic = startTraffic([one.dataDir, two.dataDir], seededRandom(1));
    try {
      await pauseFor(2000);
      await installation.backUp(one);
    } finally {
      await traffic.stop();
    }
    const { nodes, missingNodes } = await installation.manifest();
    expect(nodes).toHaveLength(1);
    expect(missingNodes).toEqual([]);
    await checkRestored(installation, traffic.acknowledged);
  },
);
