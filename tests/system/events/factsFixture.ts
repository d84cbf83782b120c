import { join } from 'node:path';
import type { EventLog } from '#events/spool/eventLog.ts';
import { measures, type Measure } from '#model/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** A real store with the tables of facts. */
export interface FactsFixture {
  url: string;
  clickhouse: ClickHouse;
  /** Sums of all measures of a table where a condition holds. */
  sums(table: string, condition?: string): Promise<Record<Measure, bigint>>;
  /** The devices that the roll-up of audiences has counted. */
  reach(): Promise<number>;
  close(): Promise<void>;
}

/** Where the product's migrations are. */
export const migrationsDir = join(import.meta.dirname, '../../../migrations/clickhouse');

/** An open store with what tests ask of its facts. */
export function factsFixture(store: Pick<FactsFixture, 'url' | 'clickhouse' | 'close'>): FactsFixture {
  const { clickhouse } = store;
  return {
    ...store,
    sums: (table, condition) => sumMeasures(clickhouse, table, condition),
    reach: () => countDevices(clickhouse),
  };
}

/** Sums of all measures of a table where a condition holds. */
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

/** The devices that the roll-up of audiences has counted. */
export async function countDevices(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.query<{ reach: string }>('SELECT uniqMerge(devices) AS reach FROM hourly_audience');
  return Number(row?.reach);
}

/** A log that remembers. */
export function createTestLog(): EventLog & { lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (text: string) => void lines.push(`${level}: ${text}`);
  return { lines, error: write('error'), warn: write('warn'), info: write('info') };
}
