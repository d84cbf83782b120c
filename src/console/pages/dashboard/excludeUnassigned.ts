import type { DimensionKey, ReportFilter } from '#reports/index.ts';

/** Excludes rows without an object of a dimension: an impression has either a tag or a campaign. */
export function excludeUnassigned(dim: DimensionKey): ReportFilter {
  return { dim, op: 'not_in', values: [0] };
}
