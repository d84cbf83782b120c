import type { Field, FieldKind } from '../field/fields.ts';
import { nanosFromUsd, usdFromNanos } from '../money/money.ts';

/** A change of numbers by an amount or a share of each, then rounded and limited. Decimal text throughout. */
export interface NumberAdjustment {
  /** The amount, or the share in percent; negative = less. */
  by: string;
  unit: 'amount' | 'percent';
  /** The step that results are multiples of; absent = the smallest step of the field. */
  roundTo?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
}

/** The smallest step of each kind of number, where users enter no other. */
const steps: Partial<Record<FieldKind, string>> = { money: '0.0001', integer: '1', percent: '0.01' };

/** Whether the values of a field can be adjusted. */
export function isAdjustable({ kind, choices }: Field): boolean {
  return steps[kind] !== undefined && choices === undefined;
}

/**
 * An adjusted value, rounded half away from zero: decimal text for money, otherwise a number. Values that are not set
 * stay so.
 */
export function adjustNumber({ kind }: Field, value: unknown, adjustment: NumberAdjustment): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const { by, unit, roundTo = steps[kind] ?? '1', min, max } = adjustment;
  const before = nanosFromUsd(String(value));
  const change = nanosFromUsd(by);
  const scaled = unit === 'percent' ? before * (100n * one + change) : (before + change) * 100n * one;
  let result = roundedTo(scaled, nanosFromUsd(roundTo));
  if (min !== undefined && result < nanosFromUsd(min)) result = nanosFromUsd(min);
  if (max !== undefined && result > nanosFromUsd(max)) result = nanosFromUsd(max);
  const text = usdFromNanos(result);
  return kind === 'money' ? text : Number(text);
}

/** 1 in billionths. */
const one = 1_000_000_000n;

/** A value, in billionths of hundredths of billionths, as the nearest multiple of a step in billionths. */
function roundedTo(scaled: bigint, step: bigint): bigint {
  const unit = step * 100n * one;
  const magnitude = scaled < 0n ? -scaled : scaled;
  const multiple = ((magnitude + unit / 2n) / unit) * step;
  return scaled < 0n ? -multiple : multiple;
}
