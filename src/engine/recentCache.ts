/** A cache of recently used values by text. */
export interface RecentCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  readonly size: number;
}

/**
 * Creates a cache of at least the `capacity` most recently used keys, and at most twice as many. It uses two
 * generations instead of a list in order of use: a hit in the younger one costs a single lookup and moves nothing.
 */
export function createRecentCache<T>(capacity: number): RecentCache<T> {
  let recent = new Map<string, T>();
  let earlier = new Map<string, T>();
  const set = (key: string, value: T): void => {
    // Copies the key: a slice of a long text, such as a parameter of a URL, would keep all of it in memory.
    recent.set(` ${key}`.slice(1), value);
    if (recent.size >= capacity) [earlier, recent] = [recent, new Map()];
  };
  return {
    get(key) {
      const value = recent.get(key);
      if (value !== undefined) return value;
      const older = earlier.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    get size() {
      return recent.size + earlier.size;
    },
  };
}
