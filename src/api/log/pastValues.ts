import type { Fault, Field, FieldChange } from '#model/index.ts';
import { sameValue } from '#storage/entities/sameValue.ts';

/** The values of a deleted row, in the form in which clients send them. */
export function pastValues(
  fields: readonly FieldChange[],
  known: Readonly<Record<string, Field>>,
): Record<string, unknown> {
  const given = fields.filter(({ field, from }) => known[field] && !known[field].isGenerated && from !== null);
  return Object.fromEntries(given.map(({ field, from }) => [field, from]));
}

/** One fault for each field that no longer has the value that a change set. */
export function changedSince(
  fields: readonly FieldChange[],
  known: Readonly<Record<string, Field>>,
  row: object,
): Fault[] {
  return fields.flatMap(({ field: path, to }): Fault[] => {
    const field = known[path];
    if (!field) return [];
    const now: unknown = Reflect.get(row, path) ?? null;
    if (sameValue(now, to ?? null)) return [];
    const message = `${field.label} has changed since: it is now ${asText(field, now)}, and this change set it to ${asText(field, to)}`;
    return [{ code: 'changed_since', message, path }];
  });
}

const maxCharacters = 80;

function asText(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  const choice = field.choices?.find((each) => each.value === value);
  if (choice) return choice.label;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}
