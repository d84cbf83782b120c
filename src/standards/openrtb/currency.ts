/** US dollars per unit of each currency, by ISO 4217 code. */
export type Rates = ReadonlyMap<string, number>;

const nanosPerUnit = 1_000_000_000;

/**
 * Rates from a table of dollars per unit. Codes are read in any case; invalid codes and non-positive numbers are left
 * out.
 */
export function createRates(usdPer: Readonly<Record<string, number>>): Rates {
  const rates = new Map<string, number>();
  for (const [code, rate] of Object.entries(usdPer)) {
    const currency = code.toUpperCase();
    if (/^[A-Z]{3}$/.test(currency) && Number.isFinite(rate) && rate > 0) rates.set(currency, rate);
  }
  return rates.set('USD', 1);
}

/**
 * A CPM in a currency as whole nano-USD, halves rounded down; null for an unknown currency and amounts out of range.
 */
export function convertToNanos(amount: number, currency: string, rates: Rates): number | null {
  const rate = rates.get(currency);
  return rate === undefined ? null : inRange(roundHalfDown(amount * rate * nanosPerUnit));
}

/** An amount of a currency in US dollars, to compare it with others: Infinity without a rate, unless it is zero. */
export function usdOf(amount: number, currency: string, rates: Rates): number {
  return amount === 0 ? 0 : amount * (rates.get(currency) ?? Infinity);
}

/**
 * Nano-USD as whole billionths of a currency's unit, halves rounded down, for priceText. Null as above. It may not
 * restore a price that was converted before: report `bid.price` to a bidder that pays its own bid.
 */
export function convertFromNanos(nanos: number, currency: string, rates: Rates): number | null {
  const rate = rates.get(currency);
  return rate === undefined ? null : inRange(roundHalfDown(nanos / rate));
}

/**
 * A floor in nano-USD as a CPM in a currency, rounded up: a bid of exactly this amount is never below the floor. Null
 * as above.
 */
export function floorIn(nanos: number, currency: string, rates: Rates): number | null {
  const rate = rates.get(currency);
  if (rate === undefined) return null;
  // The tolerance ignores division noise, so that it does not add a billionth.
  const units = inRange(Math.ceil(nanos / rate - 0.001));
  return units === null ? null : amountOf(units);
}

/** Whole billionths of a unit as a decimal number: 1_250_000_000 → 1.25. */
export function amountOf(nanos: number): number {
  return nanos / nanosPerUnit;
}

function roundHalfDown(value: number): number {
  return Math.ceil(value - 0.5);
}

/** The number without minus zero; null beyond the safe integers. */
function inRange(nanos: number): number | null {
  return Number.isSafeInteger(nanos) ? nanos + 0 : null;
}
