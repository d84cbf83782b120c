/** The query of an address as text; a repeated name has an array. */
export type SearchTexts = Record<string, string | string[]>;

/** Parses "?q=12&status=all". Every value stays text, so that "12" in a search box is not a number. */
export function parseSearch(search: string): SearchTexts {
  const texts: SearchTexts = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const before = texts[name];
    if (before === undefined) texts[name] = value;
    else texts[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return texts;
}

/** Formats a query with its "?", without undefined, null and empty values; '' when nothing is left. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string' && each !== '') params.append(name, each);
      else if (typeof each === 'number' || typeof each === 'boolean') params.append(name, String(each));
    }
  }
  // Commas, slashes and colons are legal in a query and more readable unescaped.
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}
