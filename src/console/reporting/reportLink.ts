import type { FilterOp, ReportFilter } from '#reports/index.ts';

/** A filter as an address holds it: dimension, comparison, values; values are escaped, so that commas can be in them. */
export function writeFilter({ dim, op, values }: ReportFilter): string {
  return `${dim}:${op}:${values.map((value) => encodeURIComponent(String(value))).join(',')}`;
}

/** Reads a filter from an address; null when it makes no sense. Whether it is allowed is checked with the report. */
export function readFilter(text: string): { dim: string; op: FilterOp; values: string[] } | null {
  const match = /^([a-z_]+(?:\.[\w.-]+)?):(in|not_in|contains|starts):(.*)$/.exec(text);
  const [, dim, op, list] = match ?? [];
  if (dim === undefined || op === undefined || list === undefined) return null;
  try {
    return { dim, op: op as FilterOp, values: list.split(',').map(decodeURIComponent) };
  } catch {
    return null;
  }
}

/** The search part of a link to a report. */
export interface ReportLink {
  range?: string;
  from?: string;
  to?: string;
  dims?: string;
  metrics?: string;
  f?: string[];
  sort?: string;
}

/** A link to the report of one object: its hours or days of a range. */
export function reportOf(filter: ReportFilter, link: ReportLink): ReportLink {
  return { ...link, f: [writeFilter(filter)] };
}
