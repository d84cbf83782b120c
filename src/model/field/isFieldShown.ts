import type { ShownWhen } from './choice.ts';
import type { Field } from './fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether a field is shown for the other values of its row. */
export function isFieldShown(field: Field, values: Values): boolean {
  return !field.shownWhen || isMet(field.shownWhen, values);
}

/** Whether a condition on the values of a row holds. */
export function isMet(condition: ShownWhen, values: Values): boolean {
  if ('all' in condition) return condition.all.every((each) => isMet(each, values));
  if ('any' in condition) return condition.any.some((each) => isMet(each, values));
  const value = values[condition.field];
  return condition.is.some((each) => each === value);
}
