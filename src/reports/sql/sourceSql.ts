import { verificationVendors } from '#model/index.ts';
import { dimensionOf } from '../dimensions/dimensions.ts';
import { readMetricColumn } from '../metrics/metricColumn.ts';
import { metricOf } from '../metrics/metrics.ts';
import type { ReportPlan } from '../question/planReport.ts';
import { sumsOfMetric } from '../question/resultFaults.ts';
import { timeSourceOf } from './whereSql.ts';

/** The active results: for each account, vendor and UTC day those of the latest import, unless it was removed. */
const activeResults = `(demandId, vendor, day, importId) IN (
    SELECT demandId, vendor, day, max(importId) FROM verification_days
    GROUP BY demandId, vendor, day HAVING argMax(isRemoved, (importId, isRemoved)) = 0)`;

/** The column of facts with each vendor's measured impressions. */
const verificationColumns = verificationVendors.map(({ value }) => ({
  vendor: value,
  column: value === 'pix' ? 'scannedPix' : 'scannedWh',
}));

const resultColumns = ['category', 'found', 'viewable', 'viewabilityReported'] as const;

/**
 * FROM and WHERE of a plan. Vendors' results are rows of their own beside the facts: columns that one of them lacks are
 * zero or empty. `conditionsOn` returns the conditions on the rows of a table.
 */
export function sourceSql(plan: ReportPlan, conditionsOn: (part: ReportPlan) => string[]): string[] {
  const { table, hasResults } = plan;
  const results: ReportPlan = { ...plan, table: 'verification_results' };
  const resultConditions = () => [...conditionsOn(results), activeResults];
  if (table === 'verification_results') return ['FROM verification_results', whereSql(resultConditions())];
  if (!hasResults) return [`FROM ${table}`, whereSql(conditionsOn(plan))];
  const time = timeSourceOf(plan).column;
  const { shared, measures } = columnsOf(plan);
  const none = resultColumns.map((column) => `${column === 'category' ? `''` : '0'} AS ${column}`);
  const isByVendor = shared.includes('vendor');
  const known = shared.filter((column) => column !== 'vendor');
  const facts = isByVendor
    ? verificationColumns.map(({ vendor, column }) =>
        selectSql([time, ...known, `${column} AS scanned`, `'${vendor}' AS vendor`, ...none], table, [
          // A filter by vendor applies to the column of the results.
          ...conditionsOn(plan),
          `${column} > 0`,
        ]),
      )
    : [selectSql([time, ...known, ...measures, ...none], table, conditionsOn(plan))];
  const isSingle = table === 'facts';
  const emptyMeasures = isByVendor ? ['0 AS scanned'] : measures.map((column) => `${emptyOf(column)} AS ${column}`);
  const own = selectSql(
    [
      isSingle ? `hour AS ${time}` : time,
      ...known,
      ...emptyMeasures,
      ...(isByVendor ? ['vendor'] : []),
      ...resultColumns,
    ],
    'verification_results',
    resultConditions(),
  );
  return [`FROM (\n${[...facts, own].join('\nUNION ALL\n')}\n)`];
}

/** The columns that a plan groups, filters and sums by, each once. */
function columnsOf({ request, side }: ReportPlan): { shared: string[]; measures: string[] } {
  const keys = [...request.dimensions, ...request.filters.map(({ dim }) => dim)];
  const shared = keys.flatMap((key) => dimensionOf(key).column ?? []);
  const requestedKeys = [...request.metrics, ...request.having.map(({ column }) => readMetricColumn(column).key)];
  const sums = requestedKeys.flatMap((key) => sumsOfMetric(metricOf(key)));
  const measures = sums.flatMap(({ formula }) => {
    if (formula.kind !== 'sum') return [];
    const part = formula.of === undefined ? [] : [formula.of === 'refused' ? 'reason' : 'ivt'];
    return [formula.measure[side] ?? [], formula.plus?.[side] ?? [], part].flat();
  });
  return { shared: [...new Set(shared)], measures: [...new Set(measures)] };
}

function emptyOf(column: string): string {
  return column === 'ivt' || column === 'reason' ? `''` : '0';
}

function selectSql(columns: readonly string[], table: string, conditions: readonly string[]): string {
  return `SELECT ${columns.join(', ')} FROM ${table}\n${whereSql(conditions)}`;
}

function whereSql(conditions: readonly string[]): string {
  return `WHERE ${conditions.join('\n  AND ')}`;
}
