import type { Environment } from '#model/index.ts';
import { dayMs, hourMs } from './story.ts';

/** Hourly volume from midnight in the viewers' zone, as a share of the busiest hour. */
const curves = {
  /** News and reading: mornings, lunch and evenings. */
  web: [
    0.2, 0.13, 0.09, 0.08, 0.1, 0.2, 0.46, 0.76, 0.9, 0.91, 0.87, 0.89, 1, 0.94, 0.84, 0.81, 0.83, 0.87, 0.9, 0.95,
    0.98, 0.88, 0.6, 0.36,
  ],
  /** Phones: the way to work, breaks, and evenings. */
  mobile: [
    0.33, 0.2, 0.13, 0.1, 0.1, 0.17, 0.36, 0.6, 0.62, 0.54, 0.53, 0.57, 0.68, 0.64, 0.58, 0.6, 0.66, 0.75, 0.84, 0.94,
    1, 0.97, 0.8, 0.55,
  ],
  /** Television: prime time. */
  tv: [
    0.42, 0.25, 0.15, 0.09, 0.07, 0.08, 0.12, 0.18, 0.24, 0.28, 0.31, 0.35, 0.41, 0.42, 0.42, 0.45, 0.52, 0.65, 0.81,
    0.95, 1, 0.98, 0.84, 0.61,
  ],
} as const;

/** How the audience of an environment behaves: its day, and its volume on Saturdays, Sundays and holidays. */
const rhythms: Readonly<Record<Environment, { curve: keyof typeof curves; weekend: number; holiday: number }>> = {
  web: { curve: 'web', weekend: 0.76, holiday: 0.64 },
  mobileWeb: { curve: 'mobile', weekend: 0.94, holiday: 0.82 },
  app: { curve: 'mobile', weekend: 1.06, holiday: 1 },
  ctv: { curve: 'tv', weekend: 1.17, holiday: 1.22 },
};

/** Hours from UTC in winter; large countries have that of most of their viewers. */
const zones: Readonly<Record<string, number>> = {
  US: -6,
  CA: -5,
  GB: 0,
  IE: 0,
  BR: -3,
  JP: 9,
  DE: 1,
  FR: 1,
  AT: 1,
  CH: 1,
};

/** Public holidays with a fixed date, as MM-DD. */
const holidays: Readonly<Record<string, readonly string[]>> = {
  US: ['01-01', '07-04', '11-11', '12-25'],
  CA: ['01-01', '07-01', '12-25', '12-26'],
  GB: ['01-01', '12-25', '12-26'],
  IE: ['01-01', '03-17', '12-25', '12-26'],
  BR: ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'],
  JP: ['01-01', '02-11', '04-29', '05-03', '08-11', '11-03', '11-23'],
  DE: ['01-01', '05-01', '10-03', '12-25', '12-26'],
  AT: ['01-01', '05-01', '08-15', '10-26', '11-01', '12-08', '12-25', '12-26'],
  CH: ['01-01', '08-01', '12-25', '12-26'],
  FR: ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'],
};

/** Growth per day, up to the installation and for some weeks after it. */
const dailyGrowth = 0.0036;
const lastDayOfGrowth = 60;

/**
 * The volume of an audience at a time, as a share of the busiest hour on a working day at the installation. Times are
 * milliseconds since the epoch.
 */
export function trafficAt(
  at: number,
  { environment, country, installedAt }: { environment: Environment; country: string; installedAt: number },
): number {
  const local = new Date(at + (zones[country] ?? 0) * hourMs);
  const { curve, weekend, holiday } = rhythms[environment];
  const hour = local.getUTCHours();
  const hours = curves[curve];
  const [now = 0, next = now] = [hours[hour], hours[(hour + 1) % 24]];
  const ofHour = now + (next - now) * (local.getUTCMinutes() / 60);
  const ofDay = isHoliday(country, local) ? holiday : local.getUTCDay() % 6 === 0 ? weekend : 1;
  const days = Math.min(lastDayOfGrowth, (at - installedAt) / dayMs);
  return ofHour * ofDay * Math.exp(dailyGrowth * days);
}

/** Whether a day in a country's zone is a public holiday there. */
function isHoliday(country: string, local: Date): boolean {
  if (holidays[country]?.includes(local.toISOString().slice(5, 10))) return true;
  const [month, day, weekday] = [local.getUTCMonth() + 1, local.getUTCDate(), local.getUTCDay()];
  if (country !== 'US') return false;
  const isLaborDay = month === 9 && weekday === 1 && day <= 7;
  const isThanksgiving = month === 11 && weekday === 4 && day > 21 && day <= 28;
  return isLaborDay || isThanksgiving;
}
