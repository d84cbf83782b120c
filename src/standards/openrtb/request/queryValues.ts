import { firstOf, type Query } from '../../readQuery.ts';

/** A yes/no parameter; undefined for any other value. */
export function flagOf(query: Query, ...names: string[]): 0 | 1 | undefined {
  const text = firstOf(query, ...names)?.toLowerCase();
  if (text === '1' || text === 'true') return 1;
  return text === '0' || text === 'false' ? 0 : undefined;
}

/** A whole-number parameter from `min`; undefined for any other value. */
export function integerOf(query: Query, name: string, min = 0): number | undefined {
  const text = query.get(name);
  if (text === undefined || !/^-?\d{1,9}(?:\.0+)?$/.test(text)) return undefined;
  const value = Number(text);
  return value < min ? undefined : value;
}

/** A number parameter; undefined for any other value. */
export function numberOf(query: Query, name: string): number | undefined {
  const text = query.get(name);
  return text !== undefined && /^-?\d{1,9}(?:\.\d{1,20})?$/.test(text) ? Number(text) : undefined;
}

/** A number parameter as the whole number that `round` makes of it, from `min`; undefined for any other value. */
export function wholeOf(query: Query, name: string, round: (value: number) => number, min = 0): number | undefined {
  const value = numberOf(query, name);
  if (value === undefined || value < 0) return undefined;
  const whole = round(value);
  return whole < min ? undefined : whole;
}

/** The entries of a list parameter; undefined when it has none. */
export function listOf(query: Query, name: string): string[] | undefined {
  const list = query
    .get(name)
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return list && list.length > 0 ? list : undefined;
}

/** The numbers of a list parameter; undefined when it has none. */
export function integersOf(query: Query, name: string): number[] | undefined {
  const list = listOf(query, name)?.filter((each) => /^\d{1,6}$/.test(each));
  return list && list.length > 0 ? list.map(Number) : undefined;
}

/** The object without undefined fields; undefined when no field is left. */
export function filled<T extends object>(object: T): T | undefined {
  let copy: T | undefined;
  for (const name of Object.keys(object) as (keyof T)[]) {
    if (object[name] !== undefined) (copy ??= {} as T)[name] = object[name];
  }
  return copy;
}
