import { isDeepStrictEqual } from 'node:util';

/** Whether two values of a field are equal; the order of an object's keys does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}
