import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loaderSteps, type LoaderStep } from '#events/load/loaderStep.ts';
import type { CountedRecord } from '#events/record/records.ts';
import { adoptNode } from '#operations/adopt/adoptNode.ts';
import { openSpool } from '#events/spool/spool.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import { openTestDatabase, type TestDatabase } from '../../stores/openTestDatabase.ts';
import { fullOrReduced } from '../../support/fullOrReduced.ts';
import type { FactsFixture } from './factsFixture.ts';
import { openFacts } from './openFacts.ts';
import { loadSpool } from './loadSpool.ts';
import { expectedSums, randomVisit } from './randomTraffic.ts';

let facts: FactsFixture;
let database: TestDatabase;
let postgres: Client;
let root = '';
const running = new Set<ChildProcess>();

beforeAll(async () => {
  facts = await openFacts();
});
afterAll(() => facts.close());
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'nodes-'));
  database = await openTestDatabase();
  postgres = new Client({ connectionString: database.url });
  await postgres.connect();
  for (const table of ['facts', 'hourly_supply', 'hourly_demand', 'hourly_buying', 'loaded_segments'])
    await facts.clickhouse.command(`TRUNCATE TABLE ${table}`);
});
afterEach(async () => {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
  await postgres.end();
  await database.close();
  rmSync(root, { recursive: true, force: true });
});

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (signal) child.kill(signal);
  else child.send('stop');
  await ended;
}

/** Starts the loader of a node, which dies at a step if one is given. Resolves when it runs or is dead. */
async function startNode(name: string, death?: { step: LoaderStep; count: number }): Promise<ChildProcess> {
  const child = fork(
    join(import.meta.dirname, 'nodeChild.ts'),
    [
      join(root, name),
      `${name}-${root.slice(-6)}`,
      database.url,
      facts.url,
      ...(death ? [death.step, `${death.count}`] : []),
    ],
    { execArgv: [] },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return child;
}

async function drain(child: ChildProcess): Promise<void> {
  const drained = once(child, 'message');
  child.send('drain');
  await drained;
}

async function spool(name: string, records: readonly CountedRecord[]): Promise<void> {
  const opened = openSpool({ dir: join(root, name, 'spool', '0'), sealAfterBytes: 20_000 });
  for (const record of records) await opened.append(record);
  await opened.close();
}

/** Visits whose serves are written by one node and whose hits by any, some of them by several. */
function spread(random: () => number, nodes: readonly string[], visits: number): Map<string, CountedRecord[]> {
  const records = new Map(nodes.map((name) => [name, new Array<CountedRecord>()]));
  const add = (record: CountedRecord) => records.get(nodes[Math.floor(random() * nodes.length)] ?? '')?.push(record);
  for (const record of Array.from({ length: visits }, () => randomVisit(random, Date.now())).flat()) {
    add(record);
    while (record.type === 'event' && random() < 0.4) add(record);
  }
  return records;
}

async function expectCountedOnce(records: readonly CountedRecord[]): Promise<void> {
  const expected = expectedSums(records);
  expect(await facts.sums('facts', "kind IN ('serve', 'event')")).toEqual(expected.supply);
  expect(await facts.sums('hourly_supply')).toEqual(expected.supply);
  expect(await facts.sums('hourly_demand')).toEqual(expected.demand);
  expect(await facts.sums('hourly_buying')).toEqual(expected.demand);
}

async function lanesOf(): Promise<Record<string, number>> {
  const { rows } = await postgres.query<{ node: string | null; lanes: number }>(
    'SELECT node, count(*)::integer AS lanes FROM hit_lanes GROUP BY node',
  );
  return Object.fromEntries(rows.map(({ node, lanes }) => [node?.split('-')[0] ?? 'free', lanes]));
}

/** A node that has stopped counts as such at once, instead of in ten seconds. */
async function passTime(name: string): Promise<void> {
  const node = `${name}-${root.slice(-6)}`;
  await postgres.query(`UPDATE hit_lanes SET seen_at = now() - interval '1 minute' WHERE node = $1`, [node]);
  await postgres.query(`UPDATE worker_nodes SET seen_at = now() - interval '1 minute' WHERE node = $1`, [node]);
}

describe('hits of an ad may come to any node', () => {
  test('each event counts once, and workers share the lanes', async () => {
    const names = ['a', 'b', 'c'];
    const records = spread(seededRandom(1), names, 100);
    for (const [name, ofNode] of records) await spool(name, ofNode);
    const nodes = await Promise.all(names.map((name) => startNode(name)));
    await Promise.all(nodes.map(drain));
    await expectCountedOnce([...records.values()].flat());
    await vi.waitFor(
      async () => expect(Object.values(await lanesOf()).toSorted((a, b) => a - b)).toEqual([4, 6, 6]),
      20_000,
    );
    const repeated = [...records.values()].flat().filter((record) => record.type === 'event');
    for (const name of names) await spool(name, repeated);
    await Promise.all(nodes.map(drain));
    await expectCountedOnce([...records.values()].flat());
    for (const node of nodes) await end(node);
    expect(await lanesOf()).toEqual({ free: 16 });
    expect((await postgres.query('SELECT 1 FROM hit_claims')).rowCount).toBe(0);
    const { rows } = await postgres.query<{ hasLeft: boolean }>(
      'SELECT left_at IS NOT NULL AS "hasLeft" FROM worker_nodes',
    );
    expect(rows).toEqual(names.map(() => ({ hasLeft: true })));
  });

  const crashPoints = fullOrReduced(
    loaderSteps.flatMap((step) => [1, 3].map((count) => ({ step, count }))),
    (['hitsDecided', 'segmentWritten'] as const).map((step) => ({ step, count: 2 })),
  );

  test.each(crashPoints)(
    'a node that dies right after $step, time $count, loses and doubles nothing',
    async (death) => {
      const names = ['a', 'b'];
      const random = seededRandom(death.count + loaderSteps.indexOf(death.step));
      const records = spread(random, names, 80);
      for (const [name, ofNode] of records) await spool(name, ofNode);
      const other = await startNode('b');
      const dying = await startNode('a', death);
      if (dying.signalCode === null) await once(dying, 'exit');
      expect(dying.signalCode).toBe('SIGKILL');
      await passTime('a');
      // The other node goes on, with the lanes of the dead one.
      await drain(other);
      const repeated = [...records.values()].flat().filter((record) => record.type === 'event' && random() < 0.5);
      await spool('b', repeated);
      await spool('a', repeated);
      const next = await startNode('a');
      await Promise.all([drain(other), drain(next)]);
      await expectCountedOnce([...records.values()].flat());
      expect(readdirSync(join(root, 'a', 'loader', 'segments'))).toEqual([]);
    },
  );

  test('what a node decided while it was alone holds when others join', async () => {
    const records = spread(seededRandom(7), ['a'], 100).get('a') ?? [];
    await spool('a', records);
    expect(await loadSpool(join(root, 'a'), facts.clickhouse, `a-${root.slice(-6)}`)).toEqual([]);
    expect(readdirSync(join(root, 'a', 'loader', 'hits'))).not.toEqual([]);
    const nodes = [await startNode('a'), await startNode('b')];
    const repeated = records.filter((record) => record.type === 'event');
    await spool('b', repeated);
    await Promise.all(nodes.map(drain));
    await expectCountedOnce(records);
    expect(readdirSync(join(root, 'a', 'loader', 'hits'))).toEqual([]);
  });

  test('what a node that is gone has left is loaded by another machine, once', async () => {
    const random = seededRandom(11);
    const records = spread(random, ['a', 'b'], 80);
    for (const [name, ofNode] of records) await spool(name, ofNode);
    const other = await startNode('b');
    const dying = await startNode('a', { step: 'inputDeleted', count: 1 });
    if (dying.signalCode === null) await once(dying, 'exit');
    await passTime('a');
    const folder = join(root, 'a');
    writeFileSync(join(folder, 'loader', 'node'), `a-${root.slice(-6)}`);
    const env = { DATABASE_URL: database.url, CLICKHOUSE_URL: facts.url, SECRET: 'a'.repeat(64), LOG_LEVEL: 'silent' };
    const lines: string[] = [];
    const adopt = () => adoptNode(folder, env, (line) => void lines.push(line));
    expect(await adopt()).toBe(0);
    expect(lines.at(-1)).toBe('Everything is loaded. The folder can be deleted.');
    await drain(other);
    await expectCountedOnce([...records.values()].flat());
    const { rows } = await postgres.query<{ hasLeft: boolean }>(
      `SELECT left_at IS NOT NULL AS "hasLeft" FROM worker_nodes WHERE node LIKE 'a-%'`,
    );
    expect(rows).toEqual([{ hasLeft: true }]);
    await expect(adoptNode(root, env, () => undefined)).rejects.toThrow('is not the DATA_DIR of a node');
    await expect(adoptNode(folder, { SECRET: env.SECRET }, () => undefined)).rejects.toThrow(
      'DATABASE_URL and CLICKHOUSE_URL: Required',
    );
  });

  test('a worker that lost its lanes while it was frozen decides nothing with them', async () => {
    const records = spread(seededRandom(9), ['a'], 60).get('a') ?? [];
    const frozen = await startNode('a');
    await vi.waitFor(async () => expect(await lanesOf()).toEqual({ a: 16 }), 20_000);
    frozen.kill('SIGSTOP');
    await passTime('a');
    const other = await startNode('b');
    await vi.waitFor(async () => expect(await lanesOf()).toEqual({ b: 16 }), 20_000);
    await spool('b', records);
    await drain(other);
    await spool(
      'a',
      records.filter((record) => record.type === 'event'),
    );
    frozen.kill('SIGCONT');
    await drain(frozen);
    await expectCountedOnce(records);
  });
});
