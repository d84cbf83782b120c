import type { DimensionKey, ReportFilter } from '#reports/index.ts';

/** Leaves out what belongs to no object of a dimension: an impression of a campaign has no tag, and none of a tag a campaign. */
export function excludeUnassigned(dim: DimensionKey): ReportFilter {
  return { dim, op: 'not_in', values: [0] };
}
