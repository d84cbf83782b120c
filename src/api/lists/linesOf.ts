import { unguardCell } from '#model/field/csvCell.ts';

/** A non-empty line of a text: its number from 1, and its trimmed text. */
export interface Line {
  number: number;
  text: string;
}

/** Maximum length of a line; longer ones are cut. No member is that long, and memory must not depend on the input. */
const maxLineLength = 8192;

/** Splits UTF-8 into lines as it arrives, in batches. Line ends are \n, \r\n and \r. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder();
  let number = 0;
  let remaining = '';
  for await (const chunk of bytes) {
    const parts = (remaining + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    remaining = (parts.pop() ?? '').slice(0, maxLineLength);
    yield readLines(parts, number);
    number += parts.length;
  }
  yield readLines((remaining + decoder.decode()).split('\r'), number);
}

function readLines(texts: readonly string[], before: number): Line[] {
  const lines: Line[] = [];
  for (const [index, text] of texts.entries()) {
    const trimmed = text.slice(0, maxLineLength).trim();
    if (trimmed !== '') lines.push({ number: before + index + 1, text: trimmed });
  }
  return lines;
}

/**
 * The first column of a CSV line (RFC 4180), without the formula guard of our own exports; lists from spreadsheets also
 * use semicolons and tabs.
 */
export function firstColumn(line: string): string {
  if (!line.startsWith('"')) return unguardCell((/^[^,;\t]*/.exec(line)?.[0] ?? '').trim());
  const quoted = /^"((?:[^"]|"")*)"?/.exec(line)?.[1] ?? '';
  return unguardCell(quoted.replaceAll('""', '"').trim());
}
