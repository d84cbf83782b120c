/** What is known under a key; made now, and known from then on, where nothing is. */
export function remembered<K, V extends {}>(known: Map<K, V>, key: K, make: () => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
