/** The common part of Map and WeakMap. */
type Known<K, V> = Pick<Map<K, V>, 'get'> & { set(key: K, value: V): unknown };

/** Returns the cached value of a key; creates and caches it when there is none. */
export function getOrCreate<K, V extends {}>(cache: Known<K, V>, key: K, make: () => V): V {
  let value = cache.get(key);
  if (value === undefined) {
    value = make();
    cache.set(key, value);
  }
  return value;
}
