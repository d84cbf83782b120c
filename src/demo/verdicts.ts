import { csvLine } from '#model/field/csvCell.ts';
import { scanCategories, type ScanCategory, type ScanVendor } from '#model/index.ts';
import type { ApiClient } from './apiClient.ts';
import { seededChance } from './chance.ts';

const dayMs = 86_400_000;
/** Older days of single events may be gone. */
const mostDays = 28;

/** Parts of the impressions that are invalid, by category. */
type Shares = Partial<Record<ScanCategory, number>>;

const usual: Shares = { crawler: 0.006, reputation: 0.007, bot: 0.005, proxy: 0.003, view: 0.004 };

/** Where there is more of it: an app that many pretend to be, and a site whose ads play behind others. */
const troubled: Readonly<Record<string, Shares>> = {
  'com.example.recipes.lite': { ...usual, spoofing: 0.17, bot: 0.09, tools: 0.05, proxy: 0.02 },
  'weather.example': { ...usual, view: 0.05, reputation: 0.02 },
};

/** Vendors see not quite the same. */
const keenness: Readonly<Record<ScanVendor, number>> = { pix: 1, wh: 1.15 };

const dims = ['day', 'channel', 'tag', 'site', 'app', 'publisher', 'country', 'device'] as const;

type MeasuredRow = Record<(typeof dims)[number] | 'scanned_pix' | 'scanned_wh', string | number | null>;

/**
 * Has the vendors of the demo tell what they found: for every day before today of which they have not told yet, they
 * report on what they measured, and the reports are imported as an account's people do it.
 */
async function importVerdicts(demand: ApiClient, now: number): Promise<void> {
  const { imports } = await demand.get<{ imports: { vendor: ScanVendor; lastDay: string }[] }>('/api/postbid/imports');
  const yesterday = dayText(now - dayMs);
  for (const vendor of ['pix', 'wh'] as const) {
    const told = imports.filter((each) => each.vendor === vendor).map(({ lastDay }) => lastDay);
    const from = [dayText(now - mostDays * dayMs), ...told.map((day) => dayText(Date.parse(day) + dayMs))].toSorted();
    const startDate = from.at(-1) ?? yesterday;
    if (startDate > yesterday) continue;
    const question = { startDate, endDate: yesterday, offset: 0, dimensions: dims, metrics: [`scanned_${vendor}`] };
    const rows = await demand.post<MeasuredRow[]>('/api/rrun', { ...question, hideZero: true, limit: 100_000 });
    const report = verdictsOf(vendor, rows.slice(0, -1));
    if (report === null) continue;
    const columns = new URLSearchParams({
      vendor,
      fileName: `${vendor}-${startDate}-${yesterday}.csv`,
      ...Object.fromEntries([...dims, 'category', 'imps', 'viewable'].map((column) => [column, column])),
    });
    await demand.postText(`/api/postbid/imports?${columns.toString()}`, report, 'text/csv');
  }
}

/** A vendor's report on what it measured, as CSV; null where it measured nothing. */
function verdictsOf(vendor: ScanVendor, rows: readonly MeasuredRow[]): string | null {
  const chance = seededChance(vendor === 'pix' ? 23 : 29);
  const lines = rows.flatMap((row) => {
    const shares = troubled[String(row.app)] ?? troubled[String(row.site)] ?? usual;
    const found = new Map<ScanCategory, { imps: number; viewable: number }>();
    for (let left = Number(row[`scanned_${vendor}`]); left > 0; left -= 1) {
      const category = drawCategory(shares, keenness[vendor], chance());
      const sum = found.get(category) ?? { imps: 0, viewable: 0 };
      sum.imps += 1;
      if (chance() < viewability(category)) sum.viewable += 1;
      found.set(category, sum);
    }
    const what = dims.map((dim) => row[dim] ?? '');
    return [...found].map(([category, { imps, viewable }]) => csvLine([...what, category, imps, viewable].map(String)));
  });
  if (lines.length === 0) return null;
  return [csvLine([...dims, 'category', 'imps', 'viewable']), ...lines].join('');
}

function drawCategory(shares: Shares, keen: number, drawn: number): ScanCategory {
  let left = drawn;
  for (const category of Object.keys(scanCategories) as ScanCategory[]) {
    left -= (shares[category] ?? 0) * keen;
    if (left < 0) return category;
  }
  return 'valid';
}

function viewability(category: ScanCategory): number {
  if (category === 'view') return 0;
  return category === 'valid' ? 0.71 : 0.45;
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

const betweenMs = 60_000;
const settleMs = 4000;

/**
 * Imports the vendors' reports once the past is loaded, and those of each new day. `past` resolves when the past is
 * written; what is written is loaded when nothing more comes.
 */
export function startVerdicts(demand: ApiClient, past: Promise<void>): { stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let before = -1;
  const wait = (ms: number) => {
    if (!isStopped) timer = setTimeout(() => void look(), ms);
  };
  async function look(): Promise<void> {
    try {
      const measured = await measuredUntilToday(demand);
      const isSettled = measured === before;
      before = measured;
      if (isSettled) await importVerdicts(demand, Date.now());
      wait(isSettled ? betweenMs : settleMs);
    } catch {
      // The API is away, or somebody has changed the password: later, or never.
      wait(betweenMs);
    }
  }
  void past.then(() => wait(settleMs));
  return {
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

async function measuredUntilToday(demand: ApiClient): Promise<number> {
  const now = Date.now();
  const range = { startDate: dayText(now - mostDays * dayMs), endDate: dayText(now - dayMs), offset: 0 };
  const [totals] = await demand.post<{ scanned: number }[]>('/api/rrun', { ...range, metrics: ['scanned'] });
  return totals?.scanned ?? 0;
}
