import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoader } from '#events/load/loader.ts';
import type { SpoolRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { newServeId } from '#events/token/token.ts';
import { openClickHouse, type InsertOptions } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { spawnStore } from '../tests/stores/spawnStore.ts';
import { migrationsDir } from '../tests/system/events/factsFixture.ts';
import { medianOf } from './medianOf.ts';
import { resourcesOf } from './servers.ts';

const serves = 100_000;
const rounds = 3;

/**
 * Fact rows per second from sealed spool files into ClickHouse, compared with a bare insert of the same bytes; also the
 * processor time of loader and store, and the bytes of spool and table, for a row.
 */
export async function benchIngest(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bidhouse-bench-'));
  const store = await spawnStore({ dataDir: join(folder, 'store'), part: 'clickhouse' });
  const storeCpu = resourcesOf(store.pid).cpu;
  const clickhouse = openClickHouse(store.urls.clickhouseUrl);
  await migrateClickHouse(clickhouse, migrationsDir);
  const loaded: number[] = [];
  const bare: number[] = [];
  const loaderMicros: number[] = [];
  const storeMicros: number[] = [];
  let rows = 0;
  let spooledBytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const spoolRoot = join(folder, `spool-${round}`);
    await fillSpool(join(spoolRoot, '0'));
    const inserts: { rows: Buffer | string; options: InsertOptions }[] = [];
    spooledBytes = folderBytes(join(spoolRoot, '0'));
    const cpuBefore = process.cpuUsage();
    const storeBefore = storeCpu();
    const startedAt = performance.now();
    const loader = await startLoader({
      spoolRoot,
      stateDir: join(folder, `state-${round}`),
      node: `bench-${round}`,
      lifetimeMs: 4 * 3_600_000,
      log: { info: () => undefined, warn: () => undefined, error: (text: string) => console.error(text) },
      clickhouse: {
        ...clickhouse,
        async insertRows(table, part, options) {
          if (table === 'facts') inserts.push({ rows: part, options });
          await clickhouse.insertRows(table, part, options);
        },
      },
    });
    await loader.drain();
    loaded.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(cpuBefore);
    loaderMicros.push(user + system);
    storeMicros.push((storeCpu() - storeBefore) * 1e6);
    await loader.stop();
    const bareAt = performance.now();
    for (const [index, insert] of inserts.entries()) {
      await clickhouse.insertRows('facts', insert.rows, { ...insert.options, token: `bare-${round}-${index}` });
    }
    bare.push(performance.now() - bareAt);
    const [found] = await clickhouse.query<{ rows: string }>(
      'SELECT count() AS rows FROM facts WHERE node = {node:String}',
      { node: `bench-${round}` },
    );
    // Loaded once, and once bare.
    rows = Number(found?.rows) / 2;
  }
  const [size] = await clickhouse.query<{ bytes: string }>(
    "SELECT sum(bytes_on_disk) / sum(rows) AS bytes FROM system.parts WHERE active AND table = 'facts'",
  );
  await clickhouse.close();
  await store.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
  const perSecond = (rows / medianOf(loaded)) * 1000;
  const bound = (rows / medianOf(bare)) * 1000;
  const costs = `loader ${(medianOf(loaderMicros) / rows).toFixed(1)} and store ${(medianOf(storeMicros) / rows).toFixed(1)} µs of CPU each`;
  const sizes = `${(spooledBytes / rows).toFixed(0)} bytes in the spool and ${Number(size?.bytes).toFixed(0)} in the table`;
  return `${perSecond.toFixed(0)} rows/s of ${bound.toFixed(0)} bare, ${rows} rows a round, ${costs}, ${sizes}, ratio ${(perSecond / bound).toFixed(2)}`;
}

function folderBytes(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** A hundred thousand requests to fifty channels, with three events each. */
async function fillSpool(dir: string): Promise<void> {
  const spool = openSpool({ dir, sealAfterMs: 60_000 });
  const now = Date.now();
  let writes: Promise<void>[] = [];
  for (let index = 0; index < serves; index += 1) {
    for (const record of recordsOf(index, now)) writes.push(spool.append(record));
    if (writes.length > 4000) {
      await Promise.all(writes);
      writes = [];
    }
  }
  await Promise.all(writes);
  await spool.close();
}

function recordsOf(index: number, now: number): SpoolRecord[] {
  const serveId = newServeId();
  const at = now - (index % 3_600_000);
  const tagId = 1 + (index % 20);
  const origin = {
    demandId: 1,
    channelId: 1 + (index % 50),
    subpublisherId: 1,
    environment: 'web',
    site: `site-${index % 300}.example`,
    app: '',
    publisher: `pub-${index % 40}`,
  } as const;
  const creative = `c0ffee00000000${10 + (index % 60)}`;
  const ad = { advertiserId: 1, tagId, tier: 1, creative, rev: 3_100_000, cost: 2_170_000, systemCost: 50_000 };
  const payload = { serveId, servedAt: Math.floor(at / 1000) * 1000, origin, ad };
  const candidate = { tagId, advertiserId: 1, tier: 1, reason: null, wasSent: true, hasAnswered: true };
  return [
    {
      type: 'serve',
      serveId,
      at,
      origin,
      reason: null,
      creative,
      opportunityCost: 0,
      requestFee: 2000,
      candidates: [candidate],
    },
    ...(['impression', 'start', 'complete'] as const).map((event): SpoolRecord => ({
      type: 'event',
      at,
      event,
      verdict: 'valid',
      errorCode: 0,
      payload,
    })),
  ];
}
