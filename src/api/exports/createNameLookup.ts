import { aliasOf, dimensionOf, type ReportNames, type ReportPlan, type StoredRow } from '#reports/index.ts';
import { namesOf } from '../reports/readReport.ts';
import type { ExportReportDeps } from './exportReportDeps.ts';

/** Maximum number of cached values. */
const maxCached = 100_000;

/** Looks up the names of values in rows, each only once while it is cached. */
export function createNameLookup(
  deps: ExportReportDeps,
  plan: ReportPlan,
): (rows: StoredRow[]) => Promise<ReportNames> {
  const named = plan.request.dimensions.filter((key) => dimensionOf(key).kind === 'id' || dimensionOf(key).hasTitles);
  const seen = new Set<string>();
  const cached = new Map(named.map((key) => [key, new Map<number | string, string>()]));

  /** Whether a row has a value that was not seen yet; marks it as seen. */
  const hasNewValue = (row: StoredRow): boolean => {
    const before = seen.size;
    for (const key of named) seen.add(`${key} ${row[aliasOf(key)]}`);
    return seen.size > before;
  };
  return async (rows) => {
    if (named.length === 0) return {};
    if (seen.size > maxCached) {
      seen.clear();
      for (const names of cached.values()) names.clear();
    }
    const fresh = rows.filter(hasNewValue);
    const found = fresh.length === 0 ? {} : await namesOf(deps, plan, fresh);
    for (const key of named) for (const [value, name] of found[key] ?? []) cached.get(key)?.set(value, name);
    return Object.fromEntries(cached);
  };
}
