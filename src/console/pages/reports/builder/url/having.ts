import { currentMetricColumn, type ConditionOp } from '#reports/index.ts';

/**
 * A metric filter: returns only rows whose metric, or comparison column, matches. The value is decimal text, in USD for
 * money and a fraction for rates.
 */
export interface SearchHaving {
  metric: string;
  op: ConditionOp;
  value: string;
}

/** Symbols of the operators. */
export const havingLabels: Record<ConditionOp, string> = { gt: '>', gte: '≥', lt: '<', lte: '≤', eq: '=', ne: '≠' };

/** Names of the operators in menus. */
export const havingTexts: Record<ConditionOp, string> = {
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  eq: 'equal to',
  ne: 'not equal to',
};

/** Parses a metric filter in a URL, "rev:gt:10". Returns null when it is invalid. */
export function readHaving(text: string): SearchHaving | null {
  const match = /^(\w+(?:\.(?:before|change|diff))?):(gt|gte|lt|lte|eq|ne):(-?\d{1,15}(?:\.\d{1,9})?)$/.exec(text);
  const [, metric, op, value] = match ?? [];
  return metric && op && value ? { metric: currentMetricColumn(metric), op: op as ConditionOp, value } : null;
}

/** The URL value of a metric filter. */
export function writeHaving({ metric, op, value }: SearchHaving): string {
  return `${metric}:${op}:${value}`;
}

/**
 * Multiplies decimal text by a power of ten: a fraction to percent (2), percent to a fraction (-2). Exact; null when
 * the text is not a number.
 */
export function shiftDecimal(text: string, power: number): string | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign = '', integerPart = '', fraction = ''] = match;
  const scale = Math.max(0, fraction.length - power);
  const digits = `${integerPart}${fraction}`.padEnd(
    integerPart.length + fraction.length + Math.max(0, power - fraction.length),
    '0',
  );
  const padded = digits.padStart(scale + 1, '0');
  const head = padded.slice(0, padded.length - scale).replace(/^0+(?=\d)/, '');
  const tail = padded.slice(padded.length - scale).replace(/0+$/, '');
  return `${sign}${head}${tail && scale > 0 ? `.${tail}` : ''}`;
}
