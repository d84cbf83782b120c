import type { Multiplier } from '#model/buying/shapes.ts';
import type { Fault, TreeName } from '#model/index.ts';
import { leavesOf } from '#model/reference/leavesOf.ts';

const trees: Partial<Record<Multiplier['dimension'], TreeName>> = {
  country: 'countries',
  device: 'devices',
  os: 'operatingSystems',
  environment: 'environments',
};

/** Faults of multipliers with values that no request can have, by their paths in `multipliers`. */
export function multiplierFaults(multipliers: readonly Multiplier[]): Fault[] {
  return multipliers.flatMap(({ dimension, value }, index): Fault[] => {
    const fault = (message: string) => [{ code: 'unknown_value', message, path: `multipliers.${index}.value` }];
    const tree = trees[dimension];
    if (tree && !leavesOf(tree).has(value)) return fault(`Unknown: ${value}`);
    if (dimension === 'hour' && !/^(\d|1\d|2[0-3])$/.test(value)) return fault('Must be an hour from 0 to 23');
    if (dimension === 'supplier' && !/^[1-9]\d{0,9}$/.test(value)) return fault('Must be the ID of a supplier');
    return [];
  });
}
