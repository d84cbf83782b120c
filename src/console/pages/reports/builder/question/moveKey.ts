/** The list with one key moved to another index. An index out of range means the nearest end. */
export function moveKey(keys: readonly string[], key: string, to: number): string[] {
  const rest = keys.filter((each) => each !== key);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, key);
}
