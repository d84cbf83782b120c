/** Converts a value of the API to a list of numbers, such as IDs; empty when it is not a list. */
export function asNumbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((each): each is number => typeof each === 'number') : [];
}

/** Converts a value of the API to a list of strings; empty when it is not a list. */
export function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
