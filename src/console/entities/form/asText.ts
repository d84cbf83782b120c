/** Converts a value of the API to text; '' when it is neither a string nor a number. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}
