import type { FactReader } from '../reports/runReport.ts';

/** The calendar month of a time, UTC: its start, and the start of the next one. */
export function monthOf(now: Date): { start: Date; end: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}

/** Counts the impressions of the month that vendors measure, over all accounts. */
export async function measuredOfMonth(facts: FactReader, now: Date): Promise<number> {
  const [row] = await facts.query<{ scanned: string }>(
    'SELECT sum(hourly_supply.scanned) AS scanned FROM hourly_supply WHERE hour >= toDateTime({start:UInt32})',
    { start: monthOf(now).start.getTime() / 1000 },
  );
  return Number(row?.scanned ?? 0);
}
