import type { ReportRow } from '#reports/index.ts';

/** One app, site, publisher or creative, with what traffic tells of it; null where it tells nothing. */
export interface InventoryRow {
  name: string;
  figures: ReportRow | null;
}

/** A member of a list read as the host of a site: without scheme, path and www, in lower case. */
export function siteOf(member: string): string {
  const host =
    member
      .trim()
      .toLowerCase()
      .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
      .split(/[/?#]/)[0] ?? '';
  return host.replace(/:\d+$/, '').replace(/^www\./, '');
}

/** Whether a member of a list can be the host of a site. */
export function isSite(host: string): boolean {
  return /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/.test(host);
}

/** The members of a list of apps that are hosts of sites, each once. A bundle in reverse order of its host reads the same. */
export function sitesOf(members: readonly string[]): string[] {
  return [...new Set(members.map(siteOf).filter(isSite))];
}

/** Members with their rows of a report by the value of its dimension. */
export function withFigures(members: readonly string[], rows: readonly ReportRow[], dimension: string): InventoryRow[] {
  const byName = new Map(rows.map((row) => [String(row[dimension]), row]));
  return members.map((name) => ({ name, figures: byName.get(name) ?? null }));
}
