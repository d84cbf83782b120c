/**
 * A copy with further fields, which takes more of them. Use it on the path of requests: a field that is new to a copy by
 * spread, within the spread or after it, costs V8 most of a microsecond and a place among what is old, whatever becomes of
 * the copy.
 */
export function copyOf<T extends object, More extends object = object>(object: T, more?: More): T & More {
  return Object.assign({}, object, more) as T & More;
}
