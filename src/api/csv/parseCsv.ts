/** One record of a CSV text: its cells, and the line on which it begins, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** The records of a text, or where it breaks off. Empty lines are no records. */
export type ParsedCsv = { ok: true; records: CsvRecord[] } | { ok: false; line: number; message: string };

/**
 * Reads CSV (RFC 4180) as programs and spreadsheets write it: commas, semicolons or tabs between cells, any line ends, a
 * byte order mark, and the "sep=;" line of Excel.
 */
export function parseCsv(text: string): ParsedCsv {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  const named = /^sep=([,;\t])\r?\n/.exec(text.slice(at, at + 8));
  if (named) {
    at += named[0].length;
    line = 2;
  }
  const separator = named?.[1] ?? separatorOf(text.slice(at));
  const records: CsvRecord[] = [];
  while (at < text.length) {
    const record: CsvRecord = { line, cells: [] };
    for (;;) {
      const cell = readCell(text, at, separator);
      if (cell === null)
        return { ok: false, line: record.line, message: 'A quotation mark is opened and never closed' };
      record.cells.push(cell.value);
      line += cell.breaks;
      at = cell.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    if (record.cells.length > 1 || record.cells[0] !== '') records.push(record);
  }
  return { ok: true, records };
}

interface Cell {
  value: string;
  /** Where the separator or line end after it stands. */
  end: number;
  /** Line ends inside of it. */
  breaks: number;
}

function readCell(text: string, start: number, separator: string): Cell | null {
  if (text[start] !== '"') {
    const end = endOfPlain(text, start, separator);
    return { value: text.slice(start, end), end, breaks: 0 };
  }
  let close = start;
  do {
    close = text.indexOf('"', close + 1);
    if (close === -1) return null;
    // Two marks stand for one.
    if (text[close + 1] === '"') close += 1;
    else break;
  } while (close < text.length);
  const quoted = text.slice(start + 1, close).replaceAll('""', '"');
  // What stands behind the closing mark belongs to the cell as well.
  const end = endOfPlain(text, close + 1, separator);
  return { value: quoted + text.slice(close + 1, end), end, breaks: quoted.match(/\r\n|\n|\r/g)?.length ?? 0 };
}

function endOfPlain(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: first.split(mark).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).mark;
}
