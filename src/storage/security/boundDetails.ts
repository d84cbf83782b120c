const maxText = 300;
const maxParts = 30;
const maxDepth = 4;
const maxJson = 4000;

/** The details of an event, shortened: texts, lists and nesting each, and altogether to 4,000 characters of JSON. */
export function boundDetails(details: Readonly<Record<string, unknown>>): unknown {
  const bounded = bound(details, 0);
  return JSON.stringify(bounded).length <= maxJson ? bounded : { isShortened: true };
}

function bound(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    const text = value.replaceAll('\u0000', '').toWellFormed();
    return text.length <= maxText ? text : `${text.slice(0, maxText).toWellFormed()}…`;
  }
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth === maxDepth) return '…';
  if (Array.isArray(value)) return value.slice(0, maxParts).map((part) => bound(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .slice(0, maxParts)
      .map(([key, part]) => [key, bound(part, depth + 1)]),
  );
}
