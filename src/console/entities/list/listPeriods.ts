import type { ListPeriod } from './listSearch.ts';

/** Days before today on which a period begins and ends. */
const daysAgo: Record<Exclude<ListPeriod, 'monthToDate'>, readonly [number, number]> = {
  today: [0, 0],
  yesterday: [1, 1],
  last7: [6, 0],
  last30: [29, 0],
};

/** The first and last day of a period (YYYY-MM-DD), the same as in the date pickers of reports. */
export function daysOf(period: ListPeriod, today: string): { from: string; to: string } {
  if (period === 'monthToDate') return { from: `${today.slice(0, 7)}-01`, to: today };
  const [from, to] = daysAgo[period].map((days) => dayBefore(today, days));
  return { from: from ?? today, to: to ?? today };
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
