/** A value of the API as a list of numbers, such as ids; empty for what is none. */
export function asNumbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((each): each is number => typeof each === 'number') : [];
}

/** A value of the API as a list of texts; empty for what is none. */
export function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
