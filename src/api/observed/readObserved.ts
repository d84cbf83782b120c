import { usdFromNanos } from '#model/index.ts';
import type { ObservedFigure, ObservedKind, DeclaredValue } from '#model/supply/observedInventory.ts';
import type { ReportScope } from '#reports/index.ts';
import type { FactReader } from '../reports/runReport.ts';
import type { SortedQuery } from './observedQuery.ts';
import { pageSql, totalsSql, type ObservedRange } from './observedSql.ts';
import type { ObservedRow } from './observedContract.ts';

/** The part of a row that comes from the facts. */
export type ObservedCounts = Omit<ObservedRow, 'lists' | 'tags'>;

type Sums = Record<string, string | number>;

/** Reads a page of observed inventory from the facts. */
export async function readObserved(
  facts: FactReader,
  kind: ObservedKind,
  query: SortedQuery,
  { scope, range, signal }: { scope: ReportScope; range: ObservedRange; signal: AbortSignal },
): Promise<{ rows: ObservedCounts[]; total: number; totals: ObservedRow['figures'] }> {
  const page = pageSql(kind, query, scope, range);
  const totalsQuery = totalsSql(kind, query, scope, range);
  const [rows, [sum]] = await Promise.all([
    facts.query<Sums & { key: string; declared: string }>(page.sql, page.params, { signal }),
    facts.query<Sums>(totalsQuery.sql, totalsQuery.params, { signal }),
  ]);
  // Request counts have no advertiser.
  const known = scope.advertiserIds === null ? kind.figures : kind.figures.filter((figure) => !ofRequests.has(figure));
  return {
    total: Number(sum?.['total'] ?? 0),
    totals: figuresOf(known, sum ?? {}),
    rows: rows.map((row) => ({
      key: row.key,
      firstSeen: isoOf(row['firstMs']),
      lastSeen: isoOf(row['lastMs']),
      declared: declaredValuesOf(kind, row.declared),
      figures: figuresOf(known, row),
    })),
  };
}

const ofRequests: ReadonlySet<ObservedFigure> = new Set<ObservedFigure>(['reqs', 'fill']);

function isoOf(ms: string | number | undefined): string {
  return new Date(Number(ms ?? 0)).toISOString();
}

/** The declared values of a kind; values that were not declared, or not recorded by an earlier version, are empty. */
function declaredValuesOf(kind: ObservedKind, text: string): Record<string, DeclaredValue> {
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  const values = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  return Object.fromEntries(
    Object.entries(kind.declared).map(([name, type]): [string, DeclaredValue] => {
      const value = values[name];
      if (type === 'number') return [name, typeof value === 'number' ? value : 0];
      if (type === 'flag') return [name, value === true];
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
}

function figuresOf(figures: readonly ObservedFigure[], row: Sums): ObservedRow['figures'] {
  const nanos = (name: string) => BigInt(row[name] ?? 0);
  const count = (name: string) => Number(row[name] ?? 0);
  const share = (top: string, bottom: number) =>
    bottom === 0 ? null : Math.round((count(top) / bottom) * 1_000_000) / 1_000_000;
  const figure: Record<ObservedFigure, () => number | string | null> = {
    reqs: () => count('reqs'),
    imps: () => count('imps'),
    fill: () => share('imps', count('reqs') + count('furtherSlots')),
    vtr: () => share('completes', count('starts')),
    ctr: () => share('clicks', count('imps')),
    errors: () => count('errors'),
    errorShare: () => share('errors', count('imps') + count('errors')),
    rev: () => usdFromNanos(nanos('rev')),
    cost: () => usdFromNanos(nanos('cost')),
    profit: () => usdFromNanos(nanos('rev') - nanos('cost') - nanos('systemCost')),
    ecpm: () => (count('imps') === 0 ? null : usdFromNanos((nanos('rev') * 1000n) / nanos('imps'))),
  };
  return Object.fromEntries(figures.map((name) => [name, figure[name]()]));
}
