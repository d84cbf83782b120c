/**
 * A text that a spreadsheet may run as a formula: it begins with = + - @, their full-width or small forms (U+FF1D and
 * others, which input methods of East Asia make the same), a tab or a line break. Spreadsheets drop or hide what may
 * stand before: spaces, quotes, apostrophes, control and formatting characters (OWASP, CSV injection).
 */
const formula =
  /^[\s\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`´‚„\uFF02\uFF07]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\t\r\n]/u;
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** A cell that no spreadsheet runs: an apostrophe stands before what it might. Numbers are no formulas. */
export function guardCell(text: string): string {
  return formula.test(text) && !number.test(text) ? `'${text}` : text;
}

/** The text of a guarded cell. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/** One line of CSV (RFC 4180) with its end, in which no spreadsheet finds a formula. */
export function csvLine(cells: readonly string[]): string {
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return `${cells.map((cell) => quoted(guardCell(cell))).join(',')}\r\n`;
}

/** One line of tab-separated values, without its end, as spreadsheets take it from the clipboard. */
export function tsvLine(cells: readonly string[]): string {
  // Tabs and line breaks would be cells and rows of their own; a quote at the beginning would reach over cells.
  const flat = (cell: string) => guardCell(cell.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '));
  const quoted = (cell: string) => (cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
  return cells.map((cell) => quoted(flat(cell))).join('\t');
}
