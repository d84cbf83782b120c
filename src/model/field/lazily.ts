/** What is made when it is first asked for, and is the same from then on. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
