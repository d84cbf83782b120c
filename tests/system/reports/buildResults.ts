import { verificationCategories, verificationVendors, type VerificationVendor } from '#model/index.ts';
import { buildFact, pick, type RandomInt, type Fact } from './buildFacts.ts';

const dayMs = 86_400_000;

/** A line of a vendor's report as stored; `at` in ms since the epoch. */
export type VendorResultLine = Fact & {
  vendor: VerificationVendor;
  category: string;
  found: number;
  viewable: number;
  viewabilityReported: number;
  importId: number;
};

/** A day covered by an import. */
export interface ResultDay {
  demandId: number;
  vendor: VerificationVendor;
  /** Days since the epoch. */
  day: number;
  importId: number;
  isRemoved: 0 | 1;
}

/** Imports of two accounts over `days` days from 2026-10-25, some of which replace others and some were removed. */
export function buildImports(
  randomInt: RandomInt,
  count: number,
  days: number,
): { lines: VendorResultLine[]; days: ResultDay[] } {
  const lines: VendorResultLine[] = [];
  const reportedDays: ResultDay[] = [];
  const first = Date.UTC(2026, 9, 25) / dayMs;
  for (let importId = 1; importId <= count; importId += 1) {
    const demandId = 1 + randomInt(2);
    const vendor = pick(randomInt, verificationVendors).value;
    const start = randomInt(days);
    for (let day = first + start; day < first + Math.min(days, start + 1 + randomInt(4)); day += 1) {
      const of = { demandId, vendor, day, importId };
      reportedDays.push({ ...of, isRemoved: 0 });
      for (let line = randomInt(9); line >= 0; line -= 1) lines.push(buildResult(randomInt, of));
    }
    if (randomInt(5) === 0)
      reportedDays.push(...reportedDays.filter((each) => each.importId === importId).map(removed));
  }
  return { lines, days: reportedDays };
}

function removed(day: ResultDay): ResultDay {
  return { ...day, isRemoved: 1 };
}

function buildResult(
  randomInt: RandomInt,
  { demandId, vendor, day, importId }: Omit<ResultDay, 'isRemoved'>,
): VendorResultLine {
  const channelId = randomInt(4) === 0 ? 0 : demandId === 1 ? 1 + randomInt(4) : 5 + randomInt(2);
  const tagId = randomInt(6);
  const found = 1 + randomInt(5000);
  const hasViewability = randomInt(3) > 0;
  return {
    ...buildFact({
      at: day * dayMs + randomInt(24) * 3_600_000,
      demandId,
      channelId,
      subpublisherId: channelId % 3,
      tagId,
      advertiserId: tagId === 0 ? 0 : 10 + (tagId % 2),
      environment: pick(randomInt, ['', 'web', 'ctv']),
      site: pick(randomInt, ['', 'news.example', 'sport.example']),
      app: pick(randomInt, ['', 'com.Example.tv']),
      publisher: pick(randomInt, ['', 'Pub-1']),
      country: pick(randomInt, ['', 'DE', 'US']),
      deviceKind: pick(randomInt, ['', 'Mobile']),
      os: pick(randomInt, ['', 'iOS']),
    }),
    vendor,
    category: pick(randomInt, Object.keys(verificationCategories)),
    found,
    viewable: hasViewability ? randomInt(found + 1) : 0,
    viewabilityReported: hasViewability ? found : 0,
    importId,
  };
}

/** The lines that count: for each account, vendor and day those of the last import, unless it was removed. */
export function resultsInForce({
  lines,
  days,
}: {
  lines: readonly VendorResultLine[];
  days: readonly ResultDay[];
}): VendorResultLine[] {
  const keyOf = (of: { demandId: number; vendor: string; day: number }) => `${of.demandId} ${of.vendor} ${of.day}`;
  const last = new Map<string, number>();
  for (const day of days) last.set(keyOf(day), Math.max(last.get(keyOf(day)) ?? 0, day.importId));
  const removedImports = new Set(days.filter(({ isRemoved }) => isRemoved === 1).map(({ importId }) => importId));
  return lines.filter((line) => {
    const at = { ...line, day: Math.floor(line.at / dayMs) };
    return last.get(keyOf(at)) === line.importId && !removedImports.has(line.importId);
  });
}

/** Lines as newline-delimited JSON for the table `verification_results`. */
export function resultLines(lines: readonly VendorResultLine[]): string {
  const columns = [
    ...['demandId', 'vendor', 'importId', 'subpublisherId', 'channelId', 'environment', 'advertiserId', 'tagId'],
    ...[
      'site',
      'app',
      'publisher',
      'country',
      'deviceKind',
      'os',
      'category',
      'found',
      'viewable',
      'viewabilityReported',
    ],
  ] as (keyof VendorResultLine)[];
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

/** Days as newline-delimited JSON for the table `verification_days`. */
export function dayLines(days: readonly ResultDay[]): string {
  return days
    .map((each) => JSON.stringify({ ...each, day: new Date(each.day * dayMs).toISOString().slice(0, 10) }))
    .join('\n');
}
