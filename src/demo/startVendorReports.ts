import { csvLine } from '#model/field/csvCell.ts';
import { verificationCategories, type VerificationCategory, type VerificationVendor } from '#model/index.ts';
import type { ApiClient } from './apiClient.ts';
import { apportion, partOf } from './past/apportion.ts';
import { seededRandom } from './seededRandom.ts';

const dayMs = 86_400_000;
/** The events of older days may be pruned. */
const maxDays = 28;

/** Shares of invalid impressions by category. */
type Shares = Partial<Record<VerificationCategory, number>>;

const usualShares: Shares = { crawler: 0.006, reputation: 0.007, bot: 0.005, proxy: 0.003, view: 0.004 };

/** Inventory with more invalid traffic: a spoofed app, and a site with hidden ads. */
const troubledShares: Readonly<Record<string, Shares>> = {
  'com.example.recipes.lite': { ...usualShares, spoofing: 0.17, bot: 0.09, tools: 0.05, proxy: 0.02 },
  'weather.example': { ...usualShares, view: 0.05, reputation: 0.02 },
};

/** Vendors differ slightly in what they find. */
const vendorFactor: Readonly<Record<VerificationVendor, number>> = { pix: 1, wh: 1.15 };

const dims = ['day', 'channel', 'tag', 'site', 'app', 'publisher'] as const;

type MeasuredRow = Record<(typeof dims)[number] | 'scanned_pix' | 'scanned_wh', string | number | null>;

/**
 * Imports the vendors' reports: for every day before today without results, each vendor reports on the impressions that
 * it measured, and the report is imported like a user does it.
 */
async function importVendorReports(demand: ApiClient, now: number): Promise<void> {
  const { imports } = await demand.get<{ imports: { vendor: VerificationVendor; lastDay: string }[] }>(
    '/api/verification/imports',
  );
  const yesterday = dayText(now - dayMs);
  for (const vendor of ['pix', 'wh'] as const) {
    const importedDays = imports.filter((each) => each.vendor === vendor).map(({ lastDay }) => lastDay);
    const from = [
      dayText(now - maxDays * dayMs),
      ...importedDays.map((day) => dayText(Date.parse(day) + dayMs)),
    ].toSorted();
    const startDate = from.at(-1) ?? yesterday;
    if (startDate > yesterday) continue;
    const question = { startDate, endDate: yesterday, offset: 0, dimensions: dims, metrics: [`scanned_${vendor}`] };
    const rows = await demand.post<MeasuredRow[]>('/api/rrun', { ...question, hideZero: true, limit: 100_000 });
    const report = vendorReportOf(vendor, rows.slice(0, -1));
    if (report === null) continue;
    const columns = new URLSearchParams({
      vendor,
      fileName: `${vendor}-${startDate}-${yesterday}.csv`,
      ...Object.fromEntries([...dims, 'category', 'imps', 'viewable'].map((column) => [column, column])),
    });
    await demand.postText(`/api/verification/imports?${columns.toString()}`, report, 'text/csv');
  }
}

/** A vendor's report on what it measured, as CSV; null when it measured nothing. */
function vendorReportOf(vendor: VerificationVendor, rows: readonly MeasuredRow[]): string | null {
  const random = seededRandom(vendor === 'pix' ? 23 : 29);
  const lines = rows.flatMap((row) => {
    const shares = troubledShares[String(row.app)] ?? troubledShares[String(row.site)] ?? usualShares;
    const found = categoriesOf(Number(row[`scanned_${vendor}`]), { shares, factor: vendorFactor[vendor], random });
    const what = dims.map((dim) => row[dim] ?? '');
    return found.map(({ category, imps, viewable }) => csvLine([...what, category, imps, viewable].map(String)));
  });
  if (lines.length === 0) return null;
  return [csvLine([...dims, 'category', 'imps', 'viewable']), ...lines].join('');
}

/** Divides measured impressions among the categories, in whole numbers that add up; those without any are omitted. */
function categoriesOf(
  measured: number,
  { shares, factor, random }: { shares: Shares; factor: number; random: () => number },
): { category: VerificationCategory; imps: number; viewable: number }[] {
  const categories = Object.keys(verificationCategories) as VerificationCategory[];
  const invalid = categories.map((category) => (category === 'valid' ? 0 : (shares[category] ?? 0) * factor));
  const valid = 1 - invalid.reduce((sum, share) => sum + share, 0);
  const weights = categories.map((category, index) => (category === 'valid' ? valid : (invalid[index] ?? 0)));
  const counts = apportion(measured, weights, random);
  return categories.flatMap((category, index) => {
    const imps = counts[index] ?? 0;
    return imps === 0 ? [] : [{ category, imps, viewable: partOf(imps, viewability(category), random) }];
  });
}

function viewability(category: VerificationCategory): number {
  if (category === 'view') return 0;
  return category === 'valid' ? 0.71 : 0.45;
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

const intervalMs = 60_000;
const settleMs = 4000;

/**
 * Imports the vendors' reports once the history is loaded, then those of each new day. `historyWritten` resolves when
 * the history is written; it is loaded when its numbers no longer change.
 */
export function startVendorReports(demand: ApiClient, historyWritten: Promise<unknown>): { stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let before = -1;
  const wait = (ms: number) => {
    if (!isStopped) timer = setTimeout(() => void checkMeasured(), ms);
  };
  async function checkMeasured(): Promise<void> {
    try {
      const measured = await measuredUntilToday(demand);
      const isSettled = measured === before;
      before = measured;
      if (isSettled) await importVendorReports(demand, Date.now());
      wait(isSettled ? intervalMs : settleMs);
    } catch {
      // The API is down, or the demo password was changed: try again later.
      wait(intervalMs);
    }
  }
  void historyWritten.then(() => wait(settleMs));
  return {
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

async function measuredUntilToday(demand: ApiClient): Promise<number> {
  const now = Date.now();
  const range = { startDate: dayText(now - maxDays * dayMs), endDate: dayText(now - dayMs), offset: 0 };
  const [totals] = await demand.post<{ scanned: number }[]>('/api/rrun', { ...range, metrics: ['scanned'] });
  return totals?.scanned ?? 0;
}
