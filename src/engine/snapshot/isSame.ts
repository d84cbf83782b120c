/** Whether both rows exist and have equal values in these columns. */
export function isSame<T extends object>(
  before: T | undefined,
  after: T | null,
  columns: readonly (keyof T)[],
): boolean {
  return before != null && after != null && columns.every((column) => isSameValue(before[column], after[column]));
}

function isSameValue(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return before === after;
  if (!Array.isArray(before) || !Array.isArray(after)) return JSON.stringify(before) === JSON.stringify(after);
  return before.length === after.length && before.every((each, index) => each === after[index]);
}
