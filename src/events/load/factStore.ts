import type { ClickHouse } from '#storage/clickhouse.ts';
import type { SegmentPart } from './loadSegment.ts';

/** The part of the ClickHouse client that this folder uses. */
export type FactStore = Pick<ClickHouse, 'cluster' | 'query' | 'command' | 'insertRows'>;

/** Number of rows of a segment part in the store. Any other number than the part's own is an error. */
export async function countRows(
  clickhouse: FactStore,
  node: string,
  { seq, fromAt, toAt, table }: Pick<SegmentPart, 'seq' | 'fromAt' | 'toAt' | 'table'>,
): Promise<number> {
  const [row] = await clickhouse.query<{ found: string }>(
    `SELECT count() AS found FROM ${table ?? 'facts'}
     WHERE node = {node:String} AND seq = {seq:UInt64}
       AND at BETWEEN fromUnixTimestamp64Milli({fromAt:Int64}) AND fromUnixTimestamp64Milli({toAt:Int64})`,
    { node, seq, fromAt, toAt },
  );
  return Number(row?.found ?? 0);
}
