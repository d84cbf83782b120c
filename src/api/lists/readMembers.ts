import { type ListKind } from '#engine/lists/listSet.ts';
import { readListItem } from '#engine/lists/listItem.ts';
import { type BadLine, maxBadLines } from '#model/lists/listMembers.ts';
import { firstColumn, linesOf } from './linesOf.ts';

/** Counts of the lines that were read so far. */
export interface LineTally {
  read: number;
  invalid: number;
  /** The first invalid lines. */
  badLines: BadLine[];
}

const membersPerChunk = 5000;
const shownCharacters = 80;

/** Possible headings in the first cell of a file. */
const headings: ReadonlySet<string> = new Set(['member', 'members', 'value', 'id']);

/**
 * Parses lines as members of a list of a kind, in batches, and counts them in the tally. Of CSV the first column is
 * read, without its heading.
 */
export async function* readMembers(
  bytes: AsyncIterable<Uint8Array>,
  { kind, isCsv }: { kind: ListKind; isCsv: boolean },
  tally: LineTally,
): AsyncGenerator<string[]> {
  let members: string[] = [];
  for await (const lines of linesOf(bytes)) {
    for (const line of lines) {
      const text = isCsv ? firstColumn(line.text) : line.text;
      if (isCsv && tally.read === 0 && isHeading(text, kind)) continue;
      tally.read += 1;
      const item = readListItem(kind, text);
      if (item.type === 'item') members.push(item.value);
      else note(tally, { line: line.number, text: text.slice(0, shownCharacters), message: item.message });
    }
    if (members.length >= membersPerChunk) {
      yield members;
      members = [];
    }
  }
  if (members.length > 0) yield members;
}

function isHeading(text: string, kind: ListKind): boolean {
  const word = text.toLowerCase();
  return headings.has(word) || word === kind.toLowerCase();
}

function note(tally: LineTally, bad: BadLine): void {
  tally.invalid += 1;
  if (tally.badLines.length < maxBadLines) tally.badLines.push(bad);
}
