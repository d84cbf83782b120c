import type { Choice } from './choice.ts';
import type { Field } from './fields.ts';

/** Current values by former values. */
export type FormerValues = ReadonlyMap<unknown, Choice['value']>;

/** The current values of choices by their former values. */
export function formerValuesOf(choices: readonly Choice[]): FormerValues {
  return new Map(choices.flatMap(({ value, formerValues = [] }) => formerValues.map((former) => [former, value])));
}

/** A value as it is called now; any other one as it is. */
export function currentValue(value: unknown, formerValues: FormerValues): unknown {
  return formerValues.get(value) ?? value;
}

/** The former values of those fields that have some, by name. */
export function formerValuesByField(fields: Readonly<Record<string, Field>>): ReadonlyMap<string, FormerValues> {
  const all = Object.entries(fields).map(([name, { choices = [] }]) => [name, formerValuesOf(choices)] as const);
  return new Map(all.filter(([, formerValues]) => formerValues.size > 0));
}

/** Values of fields as they are called now; the given object where none has a former value. */
export function withCurrentValues(
  values: Readonly<Record<string, unknown>>,
  byField: ReadonlyMap<string, FormerValues>,
): Readonly<Record<string, unknown>> {
  let current: Record<string, unknown> | null = null;
  for (const [name, formerValues] of byField) {
    if (!formerValues.has(values[name])) continue;
    current ??= { ...values };
    current[name] = formerValues.get(values[name]);
  }
  return current ?? values;
}
