/** What one unit of each currency is worth in US dollars, by ISO 4217 code. */
export type Rates = ReadonlyMap<string, number>;

const nanosPerUnit = 1_000_000_000;

/** Rates from a table of dollars per unit. Codes are read in any case; what is no code or no positive number is left out. */
export function createRates(usdPer: Readonly<Record<string, number>>): Rates {
  const rates = new Map<string, number>();
  for (const [code, rate] of Object.entries(usdPer)) {
    const currency = code.toUpperCase();
    if (/^[A-Z]{3}$/.test(currency) && Number.isFinite(rate) && rate > 0) rates.set(currency, rate);
  }
  return rates.set('USD', 1);
}

/** A CPM in a currency as whole nano-USD, halves rounded down; null for an unknown currency and amounts out of range. */
export function convertToNanos(amount: number, currency: string, rates: Rates): number | null {
  const rate = rates.get(currency);
  return rate === undefined ? null : inRange(roundHalfDown(amount * rate * nanosPerUnit));
}

/**
 * Nano-USD as whole billionths of a unit of a currency, halves rounded down: what priceText writes. Null as above. It need
 * not give back a price that was converted before: tell a bidder that pays its own bid `bid.price`.
 */
export function convertFromNanos(nanos: number, currency: string, rates: Rates): number | null {
  const rate = rates.get(currency);
  return rate === undefined ? null : inRange(roundHalfDown(nanos / rate));
}

/** A floor of nano-USD as a CPM in a currency, rounded up: a bid of just this amount is never below the floor. Null as above. */
export function floorIn(nanos: number, currency: string, rates: Rates): number | null {
  const rate = rates.get(currency);
  if (rate === undefined) return null;
  // Far less than the noise of a division is not worth another billionth.
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

/** Without minus zero, and null beyond what integers are exact in. */
function inRange(nanos: number): number | null {
  return Number.isSafeInteger(nanos) ? nanos + 0 : null;
}
