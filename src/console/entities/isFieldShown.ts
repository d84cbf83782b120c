import type { Field } from '#model/index.ts';

/** Whether a field is shown beside the other values of its row. */
export function isFieldShown(field: Field, values: Readonly<Record<string, unknown>>): boolean {
  if (!field.shownWhen) return true;
  const value = values[field.shownWhen.field];
  return field.shownWhen.is.some((each) => each === value);
}
