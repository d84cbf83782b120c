import { factDimensions, isMoneyMeasure, measures, rollups, type DimensionType, type Rollup } from '#model/index.ts';
import { rollupKey, rollupSelect } from './rollupSql.ts';

/** A table of facts or of their sums. */
export interface TableSchema {
  /** Types by name. The order matters for the sorting key only. */
  columns: ReadonlyMap<string, string>;
  sortingKey: readonly string[];
}

/** The facts, their roll-ups, and the queries of the roll-ups' views, by name. */
export interface FactSchema {
  tables: ReadonlyMap<string, TableSchema>;
  views: ReadonlyMap<string, string>;
}

const typeOf: Record<DimensionType, string> = {
  uint8: 'UInt8',
  uint16: 'UInt16',
  uint32: 'UInt32',
  word: 'LowCardinality(String)',
  text: 'String',
};

const dimensionTypes = new Map<string, string>(
  Object.entries(factDimensions).map(([name, type]) => [name, typeOf[type]]),
);

/** Columns of facts before and after dimensions and measures. */
const rowColumns = [
  ['node', 'LowCardinality(String)'],
  ['seq', 'UInt64'],
  ['at', `DateTime64(3, 'UTC')`],
  ['kind', 'LowCardinality(String)'],
  ['serveId', 'String'],
  ['event', 'LowCardinality(String)'],
  ['verdict', 'LowCardinality(String)'],
] as const;
const detailColumns = [
  ['device', 'UInt64'],
  ['tookMs', 'Nullable(UInt32)'],
  ['params', 'Map(LowCardinality(String), String)'],
  ['market', 'LowCardinality(String)'],
  ['floor', 'Int64'],
  ['observations', 'String'],
] as const;
/** Names that columns had in the version before. A constraint refuses rows that have a value under one. */
const formerColumns = [
  ['door', 'LowCardinality(String)'],
  ['sightings', 'String'],
  ['scanFee', 'Int64'],
] as const;

/** Name of the view that fills a roll-up. */
export function viewOf({ table }: Rollup): string {
  return `${table}_mv`;
}

/** The schema that the model defines. Test facts have the columns of facts, and no roll-up sums them. */
export function describeFactSchema(): FactSchema {
  const columns = [...rowColumns, ...dimensionTypes, ...detailColumns, ...measureColumns('UInt32')];
  const sortingKey = ['demandId', 'toStartOfHour(at)', 'kind', 'channelId'];
  const facts: TableSchema = { columns: new Map([...columns, ...formerColumns]), sortingKey };
  const testFacts: TableSchema = { columns: new Map(columns), sortingKey };
  return {
    tables: new Map([
      ['facts', facts],
      ...rollups.map((each) => [each.table, rollupSchema(each)] as const),
      ['test_facts', testFacts],
    ]),
    views: new Map(rollups.map((each) => [viewOf(each), rollupSelect(each)])),
  };
}

function rollupSchema(rollup: Rollup): TableSchema {
  const sortingKey = rollupKey(rollup);
  const keyColumns = sortingKey.map((name) => [name, dimensionTypes.get(name) ?? `DateTime('UTC')`] as const);
  const states = rollup.countsDevices ? [['devices', 'AggregateFunction(uniq, UInt64)'] as const] : [];
  return { columns: new Map([...keyColumns, ...measureColumns('UInt64'), ...states]), sortingKey };
}

/** Money is 64-bit in facts too: one impression's amount can exceed 32 bits. */
function measureColumns(count: 'UInt32' | 'UInt64'): [name: string, type: string][] {
  return measures.map((name) => [name, isMoneyMeasure(name) ? 'Int64' : count]);
}
