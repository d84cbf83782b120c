import type { Usd } from '#model/money/money.ts';
import { exactUsdText, usdText } from '#model/money/usdText.ts';
import { groupDigits } from '../ui/groupDigits.ts';
import { wallClock } from './offsetTime.ts';
import type { UtcOffset } from './offsetTime.ts';

/** Placeholder of a missing value. */
export const NOTHING = '–';

type Numeric = number | bigint;

function splitSign(decimal: string): { sign: string; digits: string } {
  return decimal.startsWith('-') ? { sign: '-', digits: decimal.slice(1) } : { sign: '', digits: decimal };
}

/** Formats an amount like everywhere: "1234.5678" → "$1,234.57", "0.00423" → "$0.0042". */
export function formatMoney(usd: Usd | null | undefined): string {
  return usd === null || usd === undefined || usd === '' ? NOTHING : usdText(usd);
}

/** Formats an amount with all its decimals, for the title of a rounded one: "1234.5678" → "$1,234.5678". */
export function formatExactMoney(usd: Usd | null | undefined): string {
  return usd === null || usd === undefined || usd === '' ? NOTHING : exactUsdText(usd);
}

/** True when amounts of a unit are dollars: "USD CPM". */
export function isInDollars(unit: string | undefined): boolean {
  return unit === undefined || unit.startsWith('USD');
}

/** Formats an amount like money when its unit is dollars, other amounts with all their decimals. */
export function formatAmount(amount: string | null | undefined, unit: string | undefined): string {
  return isInDollars(unit) ? formatMoney(amount) : formatExactAmount(amount, unit);
}

/** Formats an amount with all its decimals, with a dollar sign when its unit is dollars. */
export function formatExactAmount(amount: string | null | undefined, unit: string | undefined): string {
  const text = formatExactMoney(amount);
  return isInDollars(unit) ? text : text.replace('$', '');
}

/** Formats a count: 1234567 → "1,234,567". */
export function formatCount(count: Numeric | null | undefined): string {
  if (count === null || count === undefined || (typeof count === 'number' && !Number.isFinite(count))) return NOTHING;
  const integerPart = typeof count === 'number' ? BigInt(Math.round(count)) : count;
  const { sign, digits } = splitSign(integerPart.toString());
  return sign + groupDigits(digits);
}

/** Formats a file size: 1234567 → "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [unit, size] = bytes < 1e6 ? ['kB', bytes / 1e3] : bytes < 1e9 ? ['MB', bytes / 1e6] : ['GB', bytes / 1e9];
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
}

/** Formats a percentage at two decimals: 12.345 → "12.35%". */
export function formatPercent(percent: number | null | undefined): string {
  if (percent === null || percent === undefined || !Number.isFinite(percent)) return NOTHING;
  return `${percent.toFixed(2)}%`;
}

/** Formats a fraction as a percentage: 0.1234 → "12.34%". */
export function formatShare(share: number | null | undefined): string {
  return formatPercent(share === null || share === undefined ? null : share * 100);
}

/**
 * Formats the change of a figure against an earlier one; null when there is nothing to compare with. From ten times the
 * earlier figure on, the size says nothing: ">999%".
 */
export function formatChange(
  now: number | null | undefined,
  before: number | null | undefined,
): { text: string; direction: 'up' | 'down' | 'flat' } | null {
  if (now === null || now === undefined || !before || !Number.isFinite(now / before)) return null;
  const percent = ((now - before) / Math.abs(before)) * 100;
  const size = Math.abs(percent);
  if (size < 0.005) return { text: '0.00%', direction: 'flat' };
  return { text: size >= 999.995 ? '>999%' : `${size.toFixed(2)}%`, direction: percent > 0 ? 'up' : 'down' };
}

/** A point in time: ISO text, milliseconds or a Date. */
export type Instant = string | number | Date;

function toMs(instant: Instant): number {
  return instant instanceof Date ? instant.getTime() : typeof instant === 'number' ? instant : Date.parse(instant);
}

/** Formats the day of an instant in the user's zone: "2026-03-01". */
export function formatDate(instant: Instant | null | undefined, offset: UtcOffset): string {
  return formatWall(instant, offset, 10);
}

/** Formats the day and minute of an instant in the user's zone: "2026-03-01 14:05". */
export function formatDateTime(instant: Instant | null | undefined, offset: UtcOffset): string {
  return formatWall(instant, offset, 16);
}

function formatWall(instant: Instant | null | undefined, offset: UtcOffset, length: number): string {
  if (instant === null || instant === undefined || instant === '') return NOTHING;
  const ms = toMs(instant);
  return Number.isFinite(ms) ? wallClock(ms, offset).slice(0, length).replace('T', ' ') : NOTHING;
}
