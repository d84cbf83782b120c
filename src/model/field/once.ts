/** What is made when it is first asked for, and is the same from then on. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
