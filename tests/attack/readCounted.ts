import { type ClickHouse, openClickHouse } from '#storage/clickhouse.ts';
import { spawnStore } from '../stores/spawnStore.ts';

/** Counted traffic of one account. */
export interface Counted {
  /** How often each request is stored, by serve id. */
  serves: Map<string, number>;
  /** How often each counted hit is stored, by "{serveId} {event}". */
  hits: Map<string, number>;
  calls: number;
  imps: number;
  /** Revenue in nano-USD. */
  rev: bigint;
  /** Calls and impressions in the roll-up that reports read. */
  rolledUp: { calls: number; imps: number };
}

/** Reads the facts of a stopped product by account id; id 0 has facts without an account. */
export async function readCounted(dataDir: string): Promise<Map<number, Counted>> {
  const store = await spawnStore({ dataDir, part: 'clickhouse' });
  const clickhouse = openClickHouse(store.urls.clickhouseUrl);
  try {
    return await readCountedFrom(clickhouse);
  } finally {
    await clickhouse.close();
    await store.stop('SIGTERM');
  }
}

/** Reads the facts of a store in the same way. */
export async function readCountedFrom(clickhouse: Pick<ClickHouse, 'query'>): Promise<Map<number, Counted>> {
  const accounts = new Map<number, Counted>();
  const accountOf = (demandId: number) => {
    const found = accounts.get(demandId) ?? emptyCounted();
    accounts.set(demandId, found);
    return found;
  };
  const sums = await clickhouse.query<{ demandId: number; allCalls: string; allImps: string; allRev: string }>(
    'SELECT demandId, sum(calls) AS allCalls, sum(imps) AS allImps, sum(rev) AS allRev FROM facts GROUP BY demandId',
  );
  for (const { demandId, allCalls, allImps, allRev } of sums) {
    const figures = { calls: Number(allCalls), imps: Number(allImps), rev: BigInt(allRev) };
    Object.assign(accountOf(demandId), figures);
  }
  const rolledUp = await clickhouse.query<{ demandId: number; allCalls: string; allImps: string }>(
    'SELECT demandId, sum(calls) AS allCalls, sum(imps) AS allImps FROM hourly_supply GROUP BY demandId',
  );
  for (const { demandId, allCalls, allImps } of rolledUp) {
    accountOf(demandId).rolledUp = { calls: Number(allCalls), imps: Number(allImps) };
  }
  const serves = await clickhouse.query<{ demandId: number; serveId: string; times: string }>(
    `SELECT demandId, serveId, count() AS times FROM facts WHERE kind = 'serve' GROUP BY demandId, serveId`,
  );
  for (const { demandId, serveId, times } of serves) accountOf(demandId).serves.set(serveId, Number(times));
  const hits = await clickhouse.query<{ demandId: number; name: string; times: string }>(
    `SELECT demandId, concat(serveId, ' ', event) AS name, count() AS times FROM facts
     WHERE kind = 'event' AND verdict = 'counted' GROUP BY demandId, name`,
  );
  for (const { demandId, name, times } of hits) accountOf(demandId).hits.set(name, Number(times));
  return accounts;
}

function emptyCounted(): Counted {
  return { serves: new Map(), hits: new Map(), calls: 0, imps: 0, rev: 0n, rolledUp: { calls: 0, imps: 0 } };
}
