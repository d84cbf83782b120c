import type { WhatIfDifference } from '#api/whatif/whatIfContract.ts';
import type { WhatIfFigure } from '#api/whatif/whatIfFigures.ts';
import { formatCount, formatExactMoney, formatMoney, formatShare } from '../../lib/format.ts';

export type WhatIfUnit = 'count' | 'ratio' | 'usd';

/** Label and unit of each figure. */
export const figureLabels: Record<WhatIfFigure, { label: string; unit: WhatIfUnit }> = {
  reqs: { label: 'Requests', unit: 'count' },
  opps: { label: 'Opportunities', unit: 'count' },
  fill: { label: 'Fill', unit: 'ratio' },
  imps: { label: 'Impressions', unit: 'count' },
  rev: { label: 'Revenue', unit: 'usd' },
  cost: { label: 'Supply cost', unit: 'usd' },
  profit: { label: 'Profit', unit: 'usd' },
};

/** Formats a figure. */
export function figureText(text: string, unit: WhatIfUnit): string {
  if (unit === 'usd') return formatMoney(text);
  return unit === 'ratio' ? formatShare(Number(text)) : formatCount(Number(text));
}

/** Formats a figure with all decimals. */
export function exactText(text: string, unit: WhatIfUnit): string {
  return unit === 'usd' ? formatExactMoney(text) : figureText(text, unit);
}

/** Formats a difference with its sign. */
export function differenceText({ difference }: WhatIfDifference, unit: WhatIfUnit): string {
  const text = figureText(difference, unit);
  return Number(difference) > 0 ? `+${text}` : text;
}

/** Direction of a difference; 'unsure' when it is within the margin. */
export function directionOf({ difference, margin }: WhatIfDifference): 'more' | 'less' | 'unsure' {
  const [by, within] = [Number(difference), Number(margin)];
  if (Math.abs(by) <= within || by === 0) return 'unsure';
  return by > 0 ? 'more' : 'less';
}

/** Whether opportunities and impressions keep their shown counts, so that a change of fill is only rounding. */
export function areCountsUnchanged({ opps, imps }: Record<'opps' | 'imps', WhatIfDifference>): boolean {
  return [opps, imps].every(({ difference }) => formatCount(Number(difference)) === '0');
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The time from the first stored request to the end of a period: "the last 35 minutes"; "this period" without one. */
export function basisText(firstAt: string | null, to: string): string {
  if (firstAt === null) return 'this period';
  const ms = Date.parse(to) - Date.parse(firstAt);
  if (ms < 2 * hourMs) return lastOf(Math.max(1, Math.ceil(ms / minuteMs)), 'minute');
  return ms < 2 * dayMs ? lastOf(Math.round(ms / hourMs), 'hour') : lastOf(Math.round(ms / dayMs), 'day');
}

function lastOf(count: number, unit: string): string {
  return count === 1 ? `the last ${unit}` : `the last ${count} ${unit}s`;
}
