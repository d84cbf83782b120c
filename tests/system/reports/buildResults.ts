import { scanCategories, scanVendors, type ScanVendor } from '#model/index.ts';
import { buildFact, pick, type Draw, type Fact } from './buildFacts.ts';

const dayMs = 86_400_000;

/** A line of a vendor's report as it is stored; `at` in ms since the epoch. */
export type Result = Fact & {
  vendor: ScanVendor;
  category: string;
  found: number;
  viewable: number;
  viewTold: number;
  importId: number;
};

/** A day that an import told of. */
export interface ResultDay {
  demandId: number;
  vendor: ScanVendor;
  /** Days since the epoch. */
  day: number;
  importId: number;
  isRemoved: 0 | 1;
}

/** Imports of two accounts over `days` days from 2026-10-25, of which some replace others and some were removed. */
export function buildImports(draw: Draw, count: number, days: number): { lines: Result[]; days: ResultDay[] } {
  const lines: Result[] = [];
  const told: ResultDay[] = [];
  const first = Date.UTC(2026, 9, 25) / dayMs;
  for (let importId = 1; importId <= count; importId += 1) {
    const demandId = 1 + draw(2);
    const vendor = pick(draw, scanVendors).value;
    const start = draw(days);
    for (let day = first + start; day < first + Math.min(days, start + 1 + draw(4)); day += 1) {
      const of = { demandId, vendor, day, importId };
      told.push({ ...of, isRemoved: 0 });
      for (let line = draw(9); line >= 0; line -= 1) lines.push(buildResult(draw, of));
    }
    if (draw(5) === 0) told.push(...told.filter((each) => each.importId === importId).map(removed));
  }
  return { lines, days: told };
}

function removed(day: ResultDay): ResultDay {
  return { ...day, isRemoved: 1 };
}

function buildResult(draw: Draw, { demandId, vendor, day, importId }: Omit<ResultDay, 'isRemoved'>): Result {
  const channelId = draw(4) === 0 ? 0 : demandId === 1 ? 1 + draw(4) : 5 + draw(2);
  const tagId = draw(6);
  const found = 1 + draw(5000);
  const isTold = draw(3) > 0;
  return {
    ...buildFact({
      at: day * dayMs + draw(24) * 3_600_000,
      demandId,
      channelId,
      subpublisherId: channelId % 3,
      tagId,
      advertiserId: tagId === 0 ? 0 : 10 + (tagId % 2),
      environment: pick(draw, ['', 'web', 'ctv']),
      site: pick(draw, ['', 'news.example', 'sport.example']),
      app: pick(draw, ['', 'com.Example.tv']),
      publisher: pick(draw, ['', 'Pub-1']),
      country: pick(draw, ['', 'DE', 'US']),
      deviceKind: pick(draw, ['', 'Mobile']),
      os: pick(draw, ['', 'iOS']),
    }),
    vendor,
    category: pick(draw, Object.keys(scanCategories)),
    found,
    viewable: isTold ? draw(found + 1) : 0,
    viewTold: isTold ? found : 0,
    importId,
  };
}

/** The lines that count: of each account, vendor and day those of the last import, unless it was removed. */
export function inForce({ lines, days }: { lines: readonly Result[]; days: readonly ResultDay[] }): Result[] {
  const keyOf = (of: { demandId: number; vendor: string; day: number }) => `${of.demandId} ${of.vendor} ${of.day}`;
  const last = new Map<string, number>();
  for (const day of days) last.set(keyOf(day), Math.max(last.get(keyOf(day)) ?? 0, day.importId));
  const gone = new Set(days.filter(({ isRemoved }) => isRemoved === 1).map(({ importId }) => importId));
  return lines.filter((line) => {
    const at = { ...line, day: Math.floor(line.at / dayMs) };
    return last.get(keyOf(at)) === line.importId && !gone.has(line.importId);
  });
}

/** Lines as newline-delimited JSON for the table `scan_results`. */
export function resultLines(lines: readonly Result[]): string {
  const columns = [
    ...['demandId', 'vendor', 'importId', 'subpublisherId', 'channelId', 'environment', 'advertiserId', 'tagId'],
    ...['site', 'app', 'publisher', 'country', 'deviceKind', 'os', 'category', 'found', 'viewable', 'viewTold'],
  ] as (keyof Result)[];
  return lines
    .map((line) => {
      const hour = new Date(line.at).toISOString().slice(0, 19).replace('T', ' ');
      return JSON.stringify({
        ...Object.fromEntries(columns.map((column) => [column, line[column]])),
        hour,
        day: hour.slice(0, 10),
      });
    })
    .join('\n');
}

/** Days as newline-delimited JSON for the table `scan_days`. */
export function dayLines(days: readonly ResultDay[]): string {
  return days
    .map((each) => JSON.stringify({ ...each, day: new Date(each.day * dayMs).toISOString().slice(0, 10) }))
    .join('\n');
}
