import type { Facts } from '../reports/runReport.ts';

/** The calendar month, UTC, that an instant lies in: its first instant, and that of the next one. */
export function monthOf(now: Date): { start: Date; end: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}

/** Impressions of the month, over all accounts, that vendors measure. */
export async function measuredOfMonth(facts: Facts, now: Date): Promise<number> {
  const [row] = await facts.query<{ scanned: string }>(
    'SELECT sum(hourly_supply.scanned) AS scanned FROM hourly_supply WHERE hour >= toDateTime({start:UInt32})',
    { start: monthOf(now).start.getTime() / 1000 },
  );
  return Number(row?.scanned ?? 0);
}
