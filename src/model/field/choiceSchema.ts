import { z } from 'zod';
import type { Choice } from './choice.ts';
import { currentValue, formerValuesOf } from './formerValues.ts';

/** The schema of one of a list of values. A former value is read as the current one, and not documented. */
export function choiceSchema<V extends string>(choices: readonly (Choice & { value: V })[]): z.ZodType<V, V> {
  const values = choices.map(({ value }) => value);
  const schema = z.enum(values, `One of: ${values.join(', ')}`);
  const formerValues = formerValuesOf(choices);
  if (formerValues.size === 0) return schema;
  return z.preprocess((value) => currentValue(value, formerValues), schema) as unknown as z.ZodType<V, V>;
}
