/** Rules that round prices down into buckets for an ad server. */
export interface PriceGranularity {
  /** Decimals of a written price. */
  precision: number;
  /** In ascending order, without gaps. A price above the last range is written as its `max`. */
  ranges: readonly PriceRange[];
}

/** Prices from `min` to `max` in steps of `increment`. */
export interface PriceRange {
  min: number;
  max: number;
  increment: number;
}

const low: PriceGranularity = { precision: 2, ranges: [{ min: 0, max: 5, increment: 0.5 }] };

/** Prebid's default granularity. */
export const mediumGranularity: PriceGranularity = { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.1 }] };

const high: PriceGranularity = { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.01 }] };

const auto: PriceGranularity = {
  precision: 2,
  ranges: [
    { min: 0, max: 5, increment: 0.05 },
    { min: 5, max: 10, increment: 0.1 },
    { min: 10, max: 20, increment: 0.5 },
  ],
};

const dense: PriceGranularity = {
  precision: 2,
  ranges: [
    { min: 0, max: 3, increment: 0.01 },
    { min: 3, max: 8, increment: 0.05 },
    { min: 8, max: 20, increment: 0.5 },
  ],
};

/** Prebid's granularities by name. */
export const namedGranularities: ReadonlyMap<string, PriceGranularity> = new Map([
  ['low', low],
  ['med', mediumGranularity],
  ['medium', mediumGranularity],
  ['high', high],
  ['auto', auto],
  ['dense', dense],
]);

/** Steps are compared as whole billionths, because 0.3 / 0.1 is less than 3 in binary. */
const perUnit = 1_000_000_000;

/** The price bucket for ad servers, such as "1.20"; empty for a price without one. */
export function priceBucket(cpm: number, { precision, ranges }: PriceGranularity): string {
  const last = ranges.at(-1);
  if (!last || !Number.isFinite(cpm) || cpm < 0) return '';
  if (cpm > last.max) return last.max.toFixed(precision);
  const range = ranges.findLast(({ min, max }) => cpm >= min && cpm <= max);
  if (!range) return '';
  const [min, increment] = [Math.round(range.min * perUnit), Math.round(range.increment * perUnit)];
  const steps = Math.floor((Math.round(cpm * perUnit) - min) / increment);
  return ((min + steps * increment) / perUnit).toFixed(precision);
}
