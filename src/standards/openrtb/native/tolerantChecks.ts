import { integer, isObject, listOf, size, text, type Check } from '../fieldChecks.ts';

/** A number in a text, as many servers write it. */
const numeric = /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/;

/** The number that a value is or contains; any other value as it is. */
function numberIn(value: unknown): unknown {
  return typeof value === 'string' && numeric.test(value) ? Number(value) : value;
}

/** A check that notes a value that is corrected first. */
function correctedBy(correct: (value: unknown) => unknown, check: Check): Check {
  return (value, name, path, found) => {
    const read = correct(value);
    if (read !== value) found.note(path, String(name), 'invalid_type', `Read as ${JSON.stringify(read)}`);
    return check(read, name, path, found);
  };
}

/** A whole number, or a text that contains one. */
export const numericInteger = correctedBy(numberIn, integer);

/** A whole number from 0: pixels, characters, seconds. Texts that contain a number are read, and fractions rounded. */
export const numericSize = correctedBy((value) => {
  const read = numberIn(value);
  return typeof read === 'number' ? Math.round(read) : read;
}, size);

/** 0 or 1, also as a boolean or a text. Other whole numbers are unknown values, and stay. */
export const numericFlag = correctedBy(
  (value) => (typeof value === 'boolean' ? Number(value) : numberIn(value)),
  integer,
);

/** A text, or a number that is written as one. */
export const textOrNumber = correctedBy(
  (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value),
  text,
);

/** A field that is corrected only: a text with a number, or a boolean, becomes the number. */
export const numericValue = correctedBy(
  (value) => (typeof value === 'boolean' ? Number(value) : numberIn(value)),
  (value) => value,
);

/** A list without its nulls. */
export function listWithoutNulls(check: Check, maxItems?: number): Check {
  const list = listOf(check, maxItems);
  return (value, name, path, found) => {
    if (!Array.isArray(value) || !value.includes(null)) return list(value, name, path, found);
    found.note(path, String(name), 'invalid_type', 'Nulls are omitted');
    return list(
      (value as unknown[]).filter((item) => item !== null),
      name,
      path,
      found,
    );
  };
}

const textList = listWithoutNulls(text);

/** A list of texts without nulls. A text is a list of one. */
export const textOrTexts: Check = (value, name, path, found) =>
  textList(typeof value === 'string' ? [value] : value, name, path, found);

/** A field that is omitted unless it is text. */
export const textOnly: Check = (value, name, path, found) =>
  typeof value === 'string' ? text(value, name, path, found) : null;

/** A value, where it is an object, without those of the fields `names` that are empty objects beside another of them. */
export function withoutEmptyBesides(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value;
  const given = names.filter((name) => value[name] !== undefined && value[name] !== null);
  const empty = given.filter((name) => isObject(value[name]) && Object.keys(value[name]).length === 0);
  if (empty.length === 0 || empty.length === given.length) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !empty.includes(name)));
}
