import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, vi } from 'vitest';
import { openSpool } from '#events/spool/spool.ts';
import { backup } from '#operations/backup/backup.ts';
import type { Manifest } from '#storage/backup/manifest.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { openTestClickHouse } from '../../../stores/openTestClickHouse.ts';
import { openTestDatabase } from '../../../stores/openTestDatabase.ts';
import { sumMeasures } from '../../events/factsFixture.ts';
import { expectedSums } from '../../events/randomTraffic.ts';
import { runOperation } from '../runOperation.ts';
import { startTestNode, type TestNode } from './startTestNode.ts';
import { accountOf, type Acknowledged } from './startTraffic.ts';

const secret = 'a'.repeat(64);

/** Nodes with shared servers, and a place for their backups. */
export interface Installation {
  target: string;
  postgres: Client;
  clickhouseUrl: string;
  start(name: string): Promise<TestNode>;
  /** Makes a backup by order to the worker of a node. Rejects when there is none. */
  backUp(node: TestNode): Promise<void>;
  /** The newest backup. */
  manifest: () => Promise<Manifest>;
  close(): Promise<void>;
}

/** Opens an installation with empty stores, the facts in a given server. */
export async function openInstallation(clickhouseUrl: string): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-nodes-'));
  const target = join(folder, 'target');
  const database = await openTestDatabase();
  const postgres = new Client({ connectionString: database.url });
  await postgres.connect();
  await emptyTables(clickhouseUrl);
  const nodes: TestNode[] = [];
  return {
    target,
    postgres,
    clickhouseUrl,
    async start(name) {
      const node = await startTestNode({
        DATA_DIR: join(folder, name),
        DATABASE_URL: database.url,
        CLICKHOUSE_URL: clickhouseUrl,
        SECRET: secret,
      });
      nodes.push(node);
      return node;
    },
    async backUp({ settings }) {
      await backup([target], settings);
    },
    async manifest() {
      const names = (await readdir(join(target, 'backups'))).toSorted();
      const [line = ''] = (await readFile(join(target, 'backups', names.at(-1) ?? ''), 'utf8')).split('\n');
      return JSON.parse(line) as Manifest;
    },
    async close() {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
      await postgres.end();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function emptyTables(clickhouseUrl: string): Promise<void> {
  const clickhouse = openClickHouse(clickhouseUrl);
  const tables = await clickhouse.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != 'schema_migrations'`,
  );
  for (const { name } of tables) await clickhouse.command(`TRUNCATE TABLE ${name}`);
  await clickhouse.close();
}

/** Sums of all measures. */
interface Sums {
  supply: unknown;
  demand: unknown;
}

/** The sums of an installation. The roll-ups are those of the facts. */
export async function sumsOf(clickhouseUrl: string): Promise<Sums> {
  const clickhouse = openClickHouse(clickhouseUrl);
  try {
    const supply = await sumMeasures(clickhouse, 'hourly_supply');
    expect(await sumMeasures(clickhouse, 'facts', "kind IN ('serve', 'event')")).toEqual(supply);
    return { supply, demand: await sumMeasures(clickhouse, 'hourly_demand') };
  } finally {
    await clickhouse.close();
  }
}

/**
 * Checks that the sums are those of records that the nodes had acknowledged first: everything before the cut, and of each
 * node some that followed. Its serves in the facts say how many; of the hits after its last serve, as many as fit.
 */
async function checkBeginnings(
  clickhouseUrl: string,
  acknowledged: readonly Acknowledged[],
  cutAt: number,
): Promise<void> {
  const clickhouse = openClickHouse(clickhouseUrl);
  const ranges: [number, number][] = [];
  for (const [node, ofNode] of acknowledged.entries()) {
    const [row] = await clickhouse.query<{ serves: string }>(
      `SELECT count() AS serves FROM facts WHERE kind = 'serve' AND demandId = ${accountOf(node)} AND calls = 1`,
    );
    const serves = ofNode.flatMap(({ record }, index) => (record.type === 'serve' ? [index] : []));
    const count = Number(row?.serves);
    const beforeCut = ofNode.filter(({ at }) => at < cutAt).length;
    expect(beforeCut).toBeGreaterThan(50);
    ranges.push([Math.max(beforeCut, (serves[count - 1] ?? -1) + 1), serves[count] ?? ofNode.length]);
  }
  await clickhouse.close();
  const sums = await sumsOf(clickhouseUrl);
  const [first = [0, 0], second = [0, 0]] = ranges;
  for (let one = first[0]; one <= first[1]; one += 1) {
    for (let other = second[0]; other <= second[1]; other += 1) {
      const begun = [acknowledged[0]?.slice(0, one) ?? [], acknowledged[1]?.slice(0, other) ?? []];
      if (isEqual(expectedOf(begun), sums)) return;
    }
  }
  throw new Error(`No records of each node from its first on have these sums: ${JSON.stringify(ranges)}`);
}

/** Whether sums are equal. */
export function isEqual(one: Sums, other: Sums): boolean {
  const textOf = (sums: Sums) =>
    JSON.stringify([sums.supply, sums.demand], (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
  return textOf(one) === textOf(other);
}

/** Restores the newest backup into other servers, loads its spools, and checks the sums. */
export async function checkRestored(
  { target, manifest: readNewest }: Installation,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  const manifest = await readNewest();
  const cutAt = Date.parse(manifest.cutAt);
  const other = await Promise.all([openTestDatabase('template0'), openTestClickHouse()]);
  const settings = {
    DATA_DIR: await mkdtemp(join(tmpdir(), 'bidhouse-restored-')),
    DATABASE_URL: other[0].url,
    CLICKHOUSE_URL: other[1].url,
    SECRET: secret,
  };
  try {
    expect(await runOperation(['restore', target], settings)).toMatchObject({ code: 0 });
    expect(await runOperation(['restore', target, '--verify'], settings)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is equal to') as string,
    });
    const node = await startTestNode(settings);
    await vi.waitFor(() => expect(existsSync(join(settings.DATA_DIR, 'nodes'))).toBe(false), { timeout: 30_000 });
    await vi.waitFor(() => checkBeginnings(settings.CLICKHOUSE_URL, acknowledged, cutAt), {
      timeout: 60_000,
      interval: 500,
    });
    // Hits that are repeated after the restore do not count again.
    const sums = await sumsOf(settings.CLICKHOUSE_URL);
    const spool = openSpool({ dir: join(settings.DATA_DIR, 'spool', '7') });
    for (const { record, at } of acknowledged.flat()) {
      if (record.type === 'event' && at < cutAt) await spool.append(record);
    }
    await spool.close();
    await vi.waitFor(
      async () => expect((await readdir(join(settings.DATA_DIR, 'spool', '7'))).filter(isSpoolFile)).toEqual([]),
      { timeout: 30_000 },
    );
    await node.end();
    expect(await sumsOf(settings.CLICKHOUSE_URL)).toEqual(sums);
  } finally {
    await other[0].close();
    await other[1].close();
    await rm(settings.DATA_DIR, { recursive: true, force: true });
  }
}

const isSpoolFile = (name: string) => /^\d/.test(name);

/** The sums that nodes should have when everything is loaded. */
export function expectedOf(acknowledged: readonly Acknowledged[]): Sums {
  return expectedSums(acknowledged.flat().map(({ record }) => record));
}
