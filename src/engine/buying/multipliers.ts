import type { Nanos } from '#model/index.ts';
import type { Multiplier } from '#model/buying/shapes.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { SupplySource } from './supplySource.ts';

/** Factors in millionths: integers, so that amounts stay exact. */
type Millionths = number;

const one: Millionths = 1_000_000;

/** Bid factors by lower-case value, for each dimension that has any. */
export type Multipliers = readonly { dimension: Multiplier['dimension']; factors: ReadonlyMap<string, Millionths> }[];

export function compileMultipliers(multipliers: readonly Multiplier[]): Multipliers {
  const byDimension = new Map<Multiplier['dimension'], Map<string, Millionths>>();
  for (const { dimension, value, factor } of multipliers) {
    const factors = getOrCreate(byDimension, dimension, () => new Map<string, Millionths>());
    factors.set(value.toLowerCase(), Math.round(factor * one));
  }
  return [...byDimension].map(([dimension, factors]) => ({ dimension, factors }));
}

/** Multiplies an amount by millionths, rounded down to the nano-dollar. Exact up to ten thousand dollars times ten. */
export function timesMillionths(amount: Nanos, factor: Millionths): Nanos {
  const units = Math.floor(amount / one);
  return units * factor + Math.floor(((amount - units * one) * factor) / one);
}

/** Applies multipliers to a bid. Those of several dimensions multiply each other. */
export function multiplied(
  bid: Nanos,
  multipliers: Multipliers,
  traits: RequestTraits,
  supplySource: SupplySource,
): Nanos {
  let product = bid;
  for (const { dimension, factors } of multipliers) {
    for (const value of traitValues[dimension](traits, supplySource)) {
      const factor = factors.get(value.toLowerCase());
      if (factor === undefined) continue;
      product = Math.min(maxCpm, timesMillionths(product, factor));
      break;
    }
  }
  return product;
}

/** The maximum CPM of a bid: ten thousand dollars. */
export const maxCpm: Nanos = 10_000 * 1_000_000_000;

/** The values of a request in each dimension. */
const traitValues: Record<
  Multiplier['dimension'],
  (traits: RequestTraits, supplySource: SupplySource) => readonly string[]
> = {
  country: ({ country }) => [country],
  device: ({ device }) => [device],
  os: ({ operatingSystem }) => [operatingSystem],
  environment: ({ environment }) => [environment],
  supplier: (_, { supplierId }) => [String(supplierId)],
  site: ({ site }) => [site],
  app: ({ apps }) => apps,
  hour: ({ hourOfWeek }) => [String(hourOfWeek % 24)],
};
