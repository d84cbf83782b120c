/** What a Map and a WeakMap have in common. */
type Known<K, V> = Pick<Map<K, V>, 'get'> & { set(key: K, value: V): unknown };

/** What is known under a key; made now, and known from then on, where nothing is. */
export function getOrCreate<K, V extends {}>(cache: Known<K, V>, key: K, make: () => V): V {
  let value = cache.get(key);
  if (value === undefined) {
    value = make();
    cache.set(key, value);
  }
  return value;
}
