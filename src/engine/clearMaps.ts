/** Empties every map in an object, including those in nested objects. */
export function clearMaps(value: object): void {
  for (const part of Object.values(value) as unknown[]) {
    if (part instanceof Map) part.clear();
    else if (typeof part === 'object' && part !== null) clearMaps(part);
  }
}
