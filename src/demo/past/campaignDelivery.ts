import { dayFromNumber, dayNumber, type Day } from '#model/calendarDay.ts';
import { nanosFromUsd, nanosPerImpression, type CampaignRow } from '#model/index.ts';
import type { Span } from './pastAudiences.ts';
import { dayMs, hourMs } from './story.ts';

/** A share of a campaign's daily impressions for every hour of the day, in the account's zone. */
const hourShares = [2, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 7, 8, 8, 7, 4, 3].map((part) => part / 100);

/** The share of its plan that a campaign delivers: campaigns named here are behind, the others almost on pace. */
const behind: Readonly<Record<string, number>> = { 'City Bikes – test rides': 0.62 };
const onPace = 0.985;

/** Days after which a budget without an end of its flight is spent, and of one that is spent as soon as possible. */
const openDays = 90;
const hastyDays = 4;

/** A campaign with the first day of the history and the hours of the account's zone from UTC. */
export interface DeliveredCampaign {
  campaign: CampaignRow;
  firstDay: Day;
  timezone: number;
}

/**
 * The impressions that a campaign delivered in a span: whole numbers that, over any spans, add up to its pace and never
 * exceed a budget.
 */
export function deliveredIn(delivered: DeliveredCampaign, { from, until }: Span): number {
  return deliveredBefore(delivered, until) - deliveredBefore(delivered, from);
}

/** The impressions that a campaign delivered before a time, in milliseconds since the epoch. */
function deliveredBefore({ campaign, firstDay, timezone }: DeliveredCampaign, at: number): number {
  const { startDate, endDate, status } = campaign;
  const perDay = impressionsPerDay(campaign);
  if (status !== 1 || perDay <= 0) return 0;
  const local = at + timezone * hourMs;
  const today = Math.floor(local / dayMs);
  const first = dayNumber(startDate === null || startDate < firstDay ? firstDay : startDate);
  const last = endDate === null ? Infinity : dayNumber(endDate);
  if (today < first) return 0;
  const wholeDays = Math.min(today, last + 1) - first;
  const partOfDay = today > last ? 0 : shareOfDay(local - today * dayMs);
  const delivered = Math.floor(perDay * wholeDays) + Math.floor(perDay * partOfDay);
  return Math.min(delivered, impressionsIn(campaign).total);
}

/** The impressions of a day before a time of the day in milliseconds, as a share. */
function shareOfDay(ms: number): number {
  const hour = Math.floor(ms / hourMs);
  const before = hourShares.slice(0, hour).reduce((sum, share) => sum + share, 0);
  return before + (hourShares[hour] ?? 0) * ((ms % hourMs) / hourMs);
}

/** The impressions that a campaign's budgets allow, in total and per day. */
function impressionsIn({ budgetBy, spendTotal, spendPerDay, impsTotal, impsPerDay, bid }: CampaignRow): {
  total: number;
  day: number;
} {
  if (budgetBy === 'impressions') return { total: impsTotal ?? Infinity, day: impsPerDay ?? Infinity };
  const price = nanosPerImpression(bid);
  const impsFor = (usd: string | null) => (usd === null ? Infinity : Math.floor(Number(nanosFromUsd(usd)) / price));
  return { total: impsFor(spendTotal), day: impsFor(spendPerDay) };
}

function impressionsPerDay(campaign: CampaignRow): number {
  const { startDate, endDate, pacing, name } = campaign;
  const { total, day } = impressionsIn(campaign);
  const flightDays = startDate === null || endDate === null ? openDays : dayNumber(endDate) - dayNumber(startDate) + 1;
  const days = pacing === 'asap' ? hastyDays : flightDays;
  const planned = Math.min(total / days, day) * (behind[name] ?? onPace);
  return Number.isFinite(planned) ? planned : 0;
}

/** The day of a time in a zone. */
export function dayIn(timezone: number, at: number): Day {
  return dayFromNumber(Math.floor((at + timezone * hourMs) / dayMs));
}
