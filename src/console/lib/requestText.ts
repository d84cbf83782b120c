/** Formats a bid request as JSON, with arrays of scalars on one line each. */
export function requestText(request: Record<string, unknown>): string {
  const text = JSON.stringify(request, null, 2);
  return text.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, items: string) => `[${items.split(/,\s+/).join(', ')}]`);
}
