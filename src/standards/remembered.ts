/** What a Map and a WeakMap have in common. */
type Known<K, V> = Pick<Map<K, V>, 'get'> & { set(key: K, value: V): unknown };

/** What is known under a key; made now, and known from then on, where nothing is. */
export function remembered<K, V extends {}>(known: Known<K, V>, key: K, make: () => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
