import { currentDimensionValue, type FilterOp, type ReportFilter } from '#reports/index.ts';

/** Writes a filter for an address: dimension, comparison, values; values are escaped, as they can contain commas. */
export function writeFilter({ dim, op, values }: ReportFilter): string {
  return `${dim}:${op}:${values.map((value) => encodeURIComponent(String(value))).join(',')}`;
}

/**
 * Parses a filter from an address, with values as they are called now. Returns null when it is malformed; whether it is allowed is checked with the report.
 */
export function readFilter(text: string): { dim: string; op: FilterOp; values: string[] } | null {
  const match = /^([a-z_]+(?:\.[\w.-]+)?):(in|not_in|contains|starts):(.*)$/.exec(text);
  const [, dim, op, list] = match ?? [];
  if (dim === undefined || op === undefined || list === undefined) return null;
  try {
    return {
      dim,
      op: op as FilterOp,
      values: list.split(',').map((value) => currentDimensionValue(dim, decodeURIComponent(value))),
    };
  } catch {
    return null;
  }
}

/** The query of a link to a report. */
export interface ReportLink {
  range?: string;
  from?: string;
  to?: string;
  dims?: string;
  metrics?: string;
  f?: string[];
  sort?: string;
}

/** Builds a link to the report of one object, by hours or days of a range. */
export function reportOf(filter: ReportFilter, link: ReportLink): ReportLink {
  return { ...link, f: [writeFilter(filter)] };
}
