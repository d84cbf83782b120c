/** A request's parameters by lower-case name: the first usable value of each. */
export type Query = ReadonlyMap<string, string>;

/** Values left by a player or ad server that could not fill a macro, and VAST's own -1 (unknown) and -2 (withheld). */
const unexpanded =
  /^(?:\[[^\]]*\]|%%.*%%|\$\{.*\}|\{.*\}|__[\w-]+__|#\{.*\}|\$\$.*\$\$|ROKU_ADS_\w+|-1|-2|undefined|null)$/i;

/** First characters of such values. */
const suspicious = '[%${_#-uUnNrR';

/** Parameters for which -1 and -2 are real values. */
const signed = new Set(['startdelay', 'lat', 'lon']);

function isUnknown(name: string, value: string): boolean {
  return suspicious.includes(value.charAt(0)) && unexpanded.test(value) && !(signed.has(name) && value.startsWith('-'));
}

/** Reads the query of a request's URL. Never rejects: undecodable values and bare macros are left out. */
export function readQuery(url: string): Query {
  const query = new Map<string, string>();
  const start = url.indexOf('?');
  if (start < 0) return query;
  let middle = start;
  for (let from = start + 1; from < url.length;) {
    const next = url.indexOf('&', from);
    const end = next < 0 ? url.length : next;
    // Searched once, however many parameters before it have no value.
    if (middle < from) middle = url.indexOf('=', from);
    if (middle < 0) break;
    if (middle > from && middle < end - 1) {
      const name = decode(url.slice(from, middle)).toLowerCase();
      if (!query.has(name)) {
        const value = decode(url.slice(middle + 1, end)).trim();
        if (value !== '' && !isUnknown(name, value)) query.set(name, value);
      }
    }
    from = end + 1;
  }
  return query;
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The first of the parameters that has a value. */
export function firstOf(query: Query, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = query.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
