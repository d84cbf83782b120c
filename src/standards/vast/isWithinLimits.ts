/** Far more than any ad has; parsing time grows quadratically with a hostile document's nesting. */
const maxElements = 10_000;
const maxDepth = 64;

/**
 * Whether XML has few enough elements and nesting to be parsed. Looks only at the start and end of tags, in one pass,
 * so the result means nothing for malformed XML.
 */
export function isWithinLimits(xml: string): boolean {
  let depth = 0;
  let elements = 0;
  let at = xml.indexOf('<');
  while (at !== -1) {
    const end = endOfMarkup(xml, at);
    if (end === -1) return true;
    const next = xml[at + 1];
    if (next === '/') depth -= 1;
    else if (next !== '!' && next !== '?') {
      elements += 1;
      if (xml[end - 1] !== '/') depth += 1;
      if (depth > maxDepth || elements > maxElements) return false;
    }
    at = xml.indexOf('<', end + 1);
  }
  return true;
}

/** Index of the last character of the markup that starts at `at`; -1 when it does not end. */
function endOfMarkup(xml: string, at: number): number {
  if (xml.startsWith('<!--', at)) return endAt(xml.indexOf('-->', at + 4), 2);
  if (xml.startsWith('<![CDATA[', at)) return endAt(xml.indexOf(']]>', at + 9), 2);
  if (xml.startsWith('<?', at)) return endAt(xml.indexOf('?>', at + 2), 1);
  for (let index = at + 1; index < xml.length; index += 1) {
    const character = xml[index];
    if (character === '>') return index;
    if (character !== '"' && character !== "'") continue;
    index = xml.indexOf(character, index + 1);
    if (index === -1) return -1;
  }
  return -1;
}

function endAt(found: number, more: number): number {
  return found === -1 ? -1 : found + more;
}
