import type { Entity } from '#model/index.ts';
import { toInput, type FormValues } from './formModel.ts';
import { isSameValue } from './isSameValue.ts';

/** A field that two users changed at the same time to different values. */
export interface FormConflict {
  name: string;
  /** The value when the form was opened. */
  before: unknown;
  mine: unknown;
  theirs: unknown;
}

/**
 * A form merged with a row that another user changed. Conflicting fields have the form's values until they are
 * resolved.
 */
export interface MergedForm {
  values: FormValues;
  conflicts: FormConflict[];
}

/**
 * Merges a changed row into a form: takes over fields that only the other user changed, keeps those that only the
 * form changed, and returns those that both changed as conflicts.
 */
export function mergeForms(
  { fields }: Entity,
  { before, mine, theirs }: { before: FormValues; mine: FormValues; theirs: FormValues },
): MergedForm {
  const values: FormValues = {};
  const conflicts: FormConflict[] = [];
  for (const [name, value] of Object.entries(theirs)) {
    const field = fields[name];
    if (!field) continue;
    const isSame = (one: unknown, other: unknown) => isSameValue(toInput(field, one), toInput(field, other));
    const isMine = name in mine && !isSame(mine[name], before[name]);
    values[name] = isMine ? mine[name] : value;
    if (isMine && !isSame(value, before[name]) && !isSame(value, mine[name])) {
      conflicts.push({ name, before: before[name], mine: mine[name], theirs: value });
    }
  }
  return { values, conflicts };
}
