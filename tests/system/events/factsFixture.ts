import { join } from 'node:path';
import type { EventLog } from '#events/spool/eventLog.ts';
import { measures, type Measure } from '#model/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** A real store with the fact tables. */
export interface FactsFixture {
  url: string;
  clickhouse: ClickHouse;
  /** Sums of all measures of a table under a condition. */
  sums(table: string, condition?: string): Promise<Record<Measure, bigint>>;
  /** The devices in the audience roll-up. */
  reach(): Promise<number>;
  close(): Promise<void>;
}

/** Folder of the product's migrations. */
export const migrationsDir = join(import.meta.dirname, '../../../migrations/clickhouse');

/** An open store with queries about its facts for tests. */
export function factsFixture(store: Pick<FactsFixture, 'url' | 'clickhouse' | 'close'>): FactsFixture {
  const { clickhouse } = store;
  return {
    ...store,
    sums: (table, condition) => sumMeasures(clickhouse, table, condition),
    reach: () => countDevices(clickhouse),
  };
}

/** Sums of all measures of a table under a condition. */
export async function sumMeasures(
  clickhouse: ClickHouse,
  table: string,
  condition = '1',
): Promise<Record<Measure, bigint>> {
  const [row] = await clickhouse.query<Record<string, string>>(
    `SELECT ${measures.map((measure) => `sum(${measure}) AS ${measure}_sum`).join(', ')} FROM ${table} WHERE ${condition}`,
  );
  return Object.fromEntries(measures.map((measure) => [measure, BigInt(row?.[`${measure}_sum`] ?? 0)])) as Record<
    Measure,
    bigint
  >;
}

/** The devices in the audience roll-up. */
export async function countDevices(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.query<{ reach: string }>('SELECT uniqMerge(devices) AS reach FROM hourly_audience');
  return Number(row?.reach);
}

/** A log that records its lines. */
export function createTestLog(): EventLog & { lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (text: string) => void lines.push(`${level}: ${text}`);
  return { lines, error: write('error'), warn: write('warn'), info: write('info') };
}
