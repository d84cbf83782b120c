/** A list with one key at another place; a place outside the list is its nearest end. */
export function moveKey(keys: readonly string[], key: string, to: number): string[] {
  const rest = keys.filter((each) => each !== key);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, key);
}
