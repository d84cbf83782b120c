/** Starts of what may contain any ampersand, and ampersands that start no reference. */
const starts = /<!\[CDATA\[|<!--|<\?|&(?!(?:#\d+|#x[\da-fA-F]+|amp|lt|gt|quot|apos);)/g;

/**
 * Offsets of the ampersands between `from` and `to` that start no reference (XML 1.0, 4.1), without those in CDATA,
 * comments and processing instructions. A strict parser rejects a document with one. `from` is where an element starts.
 */
export function looseReferences(source: string, from: number, to: number): number[] {
  const found: number[] = [];
  starts.lastIndex = from;
  for (let match = starts.exec(source); match && match.index < to; match = starts.exec(source)) {
    const [start] = match;
    if (start === '&') found.push(match.index);
    else starts.lastIndex = endOf(source, start, match.index);
  }
  return found;
}

function endOf(source: string, start: string, at: number): number {
  const mark = start === '<?' ? '?>' : start === '<!--' ? '-->' : ']]>';
  return source.indexOf(mark, at + start.length) + mark.length;
}
