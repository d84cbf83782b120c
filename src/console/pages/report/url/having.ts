import type { ConditionOp } from '#reports/index.ts';

/** Keeps the rows whose metric fits, one of a comparison too. The value is decimal text: of money in USD, of a rate a part of 1. */
export interface SearchHaving {
  metric: string;
  op: ConditionOp;
  value: string;
}

/** How people read a comparison. */
export const havingLabels: Record<ConditionOp, string> = { gt: '>', gte: '≥', lt: '<', lte: '≤', eq: '=', ne: '≠' };

/** What a comparison is called where it is chosen. */
export const havingTexts: Record<ConditionOp, string> = {
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  eq: 'equal to',
  ne: 'not equal to',
};

/** Reads a condition from an address, "rev:gt:10"; null when it makes no sense. */
export function readHaving(text: string): SearchHaving | null {
  const match = /^(\w+(?:\.(?:before|change|diff))?):(gt|gte|lt|lte|eq|ne):(-?\d{1,15}(?:\.\d{1,9})?)$/.exec(text);
  const [, metric, op, value] = match ?? [];
  return metric && op && value ? { metric, op: op as ConditionOp, value } : null;
}

/** Writes a condition as an address holds it. */
export function writeHaving({ metric, op, value }: SearchHaving): string {
  return `${metric}:${op}:${value}`;
}

/** Decimal text times ten to a power: a part of 1 as percent (2), percent as a part of 1 (-2). Exact; null for no number. */
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
