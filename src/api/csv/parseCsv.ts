import { CsvError, type CsvErrorCode, parse } from 'csv-parse/sync';

/** One record of a CSV text: its cells, and the line on which it begins, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** The records of a text, or where it is malformed. Empty lines are not records. */
export type ParsedCsv = { ok: true; records: CsvRecord[] } | { ok: false; line: number; message: string };

/**
 * Parses CSV (RFC 4180) as programs and spreadsheets write it: commas, semicolons or tabs between cells, any line ends,
 * a byte order mark, and the "sep=;" line of Excel.
 */
export function parseCsv(text: string): ParsedCsv {
  const named = /^\uFEFF?sep=([,;\t])\r?\n/.exec(text);
  try {
    const parsed = parse(text, {
      delimiter: named?.[1] ?? separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      from_line: named ? 2 : 1,
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    let pairs = 0;
    const records = parsed.map(({ record, info }) => {
      // The parser reports the line at the end of a record, and counts CRLF inside a cell as two lines.
      pairs += countIn(record, /\r\n/g);
      return { line: info.lines - pairs - countIn(record, /\r\n|\n|\r/g), cells: record };
    });
    return { ok: true, records };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines'] ?? 1);
    return { ok: false, line, message: messages[error.code] ?? 'The file is not valid CSV' };
  }
}

const messages: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is not closed',
};

function countIn(cells: readonly string[], pattern: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0);
}

/** The separator that is most frequent in the first line. */
function separatorOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: first.split(mark).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).mark;
}
