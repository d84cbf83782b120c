import type { ClickHouse } from '../clickhouse.ts';
import type { TableOfFacts } from './manifest.ts';
import type { FactTable } from './factTables.ts';

/** Columns by which rows belong to a day, in this order. */
const timeColumns = ['at', 'hour', 'day'];
const summedTypes = /^(?:SimpleAggregateFunction\(sum, )?U?Int\d+\)?$/;

/**
 * Adds a table up by day: number of rows, a digest of them that does not depend on their order, and the sum of every
 * measure. Rows that the table combines by their key are combined first, so that merges change nothing. `from`: the
 * table, or a copy of it.
 */
export async function readFigures(
  clickhouse: Pick<ClickHouse, 'query'>,
  table: FactTable,
  from = table.name,
): Promise<TableOfFacts['figures']> {
  const rows = await clickhouse.query<Record<string, string>>(figuresSql(table, from), {}, { lane: 'report' });
  return rows.map(({ backup_day: day = '', ...figures }) => ({ day, figures }));
}

/**
 * The statement that adds a table up.
 *
 * @internal Visible for its test.
 */
export function figuresSql({ columns, isPlain }: FactTable, from: string): string {
  const time = timeColumns.map((name) => columns.find((column) => column.name === name)).find((found) => found);
  const day = time ? `toString(toDate(${time.name}${time.type.startsWith('DateTime') ? `, 'UTC'` : ''}))` : `''`;
  // States are digested as their results.
  const digested = columns.map(({ name, type }) =>
    type.startsWith('AggregateFunction') ? `toString(finalizeAggregation(${name}))` : name,
  );
  const sums = columns.flatMap(({ name, type, isKey }) =>
    !isKey && summedTypes.test(type) ? [`toString(sum(toInt128(${name}))) AS sum_${name}`] : [],
  );
  return `SELECT ${day} AS backup_day, toString(count()) AS backup_rows,
    toString(sum(sipHash64(${digested.join(', ')}))) AS backup_digest${sums.map((sum) => `, ${sum}`).join('')}
    FROM ${from} ${isPlain ? '' : 'FINAL'} GROUP BY backup_day ORDER BY backup_day`;
}
