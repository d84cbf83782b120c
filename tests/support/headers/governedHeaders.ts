import { httpsOnly } from '#runtime/headers/headersOf.ts';
import { responseHeaders } from '#runtime/headers/responseHeaders.ts';

/** The names of all headers of the table. */
const governed: ReadonlySet<string> = new Set([
  ...Object.values(responseHeaders).flatMap(({ headers }) => Object.keys(headers)),
  httpsOnly[0],
]);

/** Those headers of a response that the table decides on. */
export function governedHeaders(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => governed.has(name.toLowerCase())));
}
