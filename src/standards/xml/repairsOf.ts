/** A text in place of what lies between two offsets. */
export interface Repair {
  from: number;
  to: number;
  text: string;
}

/** Starts of what may contain any ampersand, and ampersands that start no reference. */
const starts = /<!\[CDATA\[|<!--|<\?|&(?!(?:#\d+|#x[\da-fA-F]+|amp|lt|gt|quot|apos);)/g;

/**
 * Changes between `from`, where an element starts, and `to` so that strict parsers accept what ours tolerates:
 * ampersands that start no reference (XML 1.0, 4.1) are escaped. Processing instructions, which mean nothing to a player
 * and whose names may be reserved (2.6), are dropped.
 */
export function repairsOf(source: string, from: number, to: number): Repair[] {
  const repairs: Repair[] = [];
  starts.lastIndex = from;
  for (let match = starts.exec(source); match && match.index < to; match = starts.exec(source)) {
    const { 0: start, index } = match;
    if (start === '&') {
      repairs.push({ from: index, to: index + 1, text: '&amp;' });
      continue;
    }
    const end = endOf(source, start, index);
    if (start === '<?') repairs.push({ from: index, to: end, text: '' });
    starts.lastIndex = end;
  }
  return repairs;
}

function endOf(source: string, start: string, at: number): number {
  const mark = start === '<?' ? '?>' : start === '<!--' ? '-->' : ']]>';
  return source.indexOf(mark, at + start.length) + mark.length;
}
