/** Values by text that were asked for lately. */
export interface RecentCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  readonly size: number;
}

/**
 * A cache that keeps the `capacity` texts asked for last, and at most as many again. Two generations instead of a list in
 * the order of use: a hit in the younger one costs a single look-up and moves nothing.
 */
export function createRecentCache<T>(capacity: number): RecentCache<T> {
  let recent = new Map<string, T>();
  let earlier = new Map<string, T>();
  const set = (key: string, value: T): void => {
    // A copy: part of a long text, such as a parameter of a URL, would keep all of it in memory.
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
