import { isDeepStrictEqual } from 'node:util';
import type { RecordedChange } from '#model/fourEyes/waitingChange.ts';

/** Changes as they were recorded on a UTC day. */
export interface DatedChanges {
  objects: readonly RecordedChange[];
  /** YYYY-MM-DD. */
  day: string;
}

/**
 * Whether changes that were computed at two times are the same: of the same objects, from the same values to the same
 * ones. Values that were the day itself are equal: an entry of today.
 */
export function areSameChanges(one: DatedChanges, other: DatedChanges): boolean {
  if (one.objects.length !== other.objects.length) return false;
  return one.objects.every((object, index) => {
    const twin = other.objects[index];
    return twin !== undefined && areSame(object, twin, (a, b) => a === one.day && b === other.day);
  });
}

function areSame(
  one: RecordedChange,
  other: RecordedChange,
  areBothToday: (a: unknown, b: unknown) => boolean,
): boolean {
  if (one.action !== other.action || one.entity !== other.entity || one.rowId !== other.rowId) return false;
  if (one.fields.length !== other.fields.length) return false;
  const isEqual = (a: unknown, b: unknown) => isDeepStrictEqual(asStored(a), asStored(b)) || areBothToday(a, b);
  return one.fields.every(({ field, from, to, isSecret }, index) => {
    const twin = other.fields[index];
    return twin?.field === field && twin.isSecret === isSecret && isEqual(from, twin.from) && isEqual(to, twin.to);
  });
}

/** A value as PostgreSQL returns it from JSON. */
function asStored(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
