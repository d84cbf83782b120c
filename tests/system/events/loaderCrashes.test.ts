import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loaderSteps } from '#events/load/loaderStep.ts';
import type { CountedRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { loadSpool } from './loadSpool.ts';
import type { FactsFixture } from './factsFixture.ts';
import { openFacts } from './openFacts.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import { fullOrReduced } from '../../support/fullOrReduced.ts';
import { expectedReach, expectedSums, randomVisit } from './randomTraffic.ts';

let facts: FactsFixture;
let root = '';

beforeAll(async () => {
  facts = await openFacts();
});
afterAll(() => facts.close());
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'deaths-'));
  for (const table of [
    'facts',
    'hourly_supply',
    'hourly_demand',
    'hourly_buying',
    'hourly_inventory',
    'hourly_creative',
    'hourly_audience',
    'loaded_segments',
  ])
    await facts.clickhouse.command(`TRUNCATE TABLE ${table}`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function spool(slot: string, records: readonly CountedRecord[]): Promise<void> {
  const opened = openSpool({ dir: join(root, 'spool', slot) });
  await Promise.all(records.map((record) => opened.append(record)));
  await opened.close();
}

/** Runs a loader that dies at a step; resolves when it is dead. */
async function dieAt(step: string, count: number): Promise<NodeJS.Signals | null> {
  const child = fork(join(import.meta.dirname, 'loaderChild.ts'), [root, facts.url, step, String(count)], {
    execArgv: [],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
}

/** The loader executes every step several times: it dies at the first, the second and the third, or at one of them. */
const crashPoints = loaderSteps.flatMap((step, index) =>
  fullOrReduced([1, 2, 3], [1 + (index % 3)]).map((count) => [step, count] as const),
);

test.each(crashPoints)(
  'a crash right after %s, time %i, loses nothing and counts nothing twice',
  async (step, count) => {
    const random = seededRandom(crashPoints.findIndex(([each, time]) => each === step && time === count));
    const visits = () => Array.from({ length: 30 }, () => randomVisit(random, Date.now())).flat();
    const repeated = (records: readonly CountedRecord[]) =>
      records.filter((each) => each.type === 'event' && random() < 0.5);
    const first = visits();
    const second = [...repeated(first), ...visits()];
    const third = [...repeated(first), ...repeated(second), ...visits()];
    await spool('0', first);
    await spool('1', second);
    await spool('0', third);
    expect(await dieAt(step, count)).toBe('SIGKILL');
    // The next loader finds more of the same hits.
    const fourth = [...repeated(first), ...repeated(third)];
    await spool('1', fourth);
    expect(await loadSpool(root, facts.clickhouse, `killed-${root.slice(-6)}`)).toEqual([]);
    const expected = expectedSums([...first, ...second, ...third, ...fourth]);
    expect(await facts.sums('facts', "kind IN ('serve', 'event')")).toEqual(expected.supply);
    expect(await facts.sums('hourly_supply')).toEqual(expected.supply);
    expect(await facts.sums('hourly_inventory')).toEqual(expected.supply);
    expect(await facts.sums('hourly_audience')).toEqual(expected.supply);
    expect(await facts.reach()).toBe(expectedReach([...first, ...second, ...third]));
    expect(await facts.sums('hourly_demand')).toEqual(expected.demand);
    expect(await facts.sums('hourly_buying')).toEqual(expected.demand);
    expect(await facts.sums('hourly_creative')).toEqual(await facts.sums('facts', "kind = 'event'"));
    expect(readdirSync(join(root, 'loader', 'segments'))).toEqual([]);
  },
);
