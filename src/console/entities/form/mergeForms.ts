import type { Entity } from '#model/index.ts';
import { toInput, type FormValues } from './formModel.ts';
import { isSameValue } from './isSameValue.ts';

/** A field that two people changed at the same time, to different values. */
export interface FormConflict {
  name: string;
  /** What it was when the form began. */
  before: unknown;
  mine: unknown;
  theirs: unknown;
}

/** A form brought up to a row that somebody else has changed: conflicts have the values of the form until they are settled. */
export interface MergedForm {
  values: FormValues;
  conflicts: FormConflict[];
}

/** Takes over what only they changed, keeps what only the form changed, and tells what both did. */
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
