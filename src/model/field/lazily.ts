/** Returns a function that creates a value on its first call and returns the same value from then on. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
