/**
 * Text that a spreadsheet may run as a formula: it begins with = + - @, their full-width or small forms (U+FF1D and
 * others, produced by East Asian input methods), a tab or a line break. Spreadsheets ignore or hide some preceding
 * characters: spaces, quotes, apostrophes, control and formatting characters (OWASP, CSV injection).
 */
const formula =
  /^[\s\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`´‚„\uFF02\uFF07]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\t\r\n]/u;
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Guards a cell against formula injection with a leading apostrophe. Numbers are left unchanged. */
export function guardCell(text: string): string {
  return formula.test(text) && !number.test(text) ? `'${text}` : text;
}

/** The text of a guarded cell. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/** One line of CSV (RFC 4180) with its line end, with guarded cells. */
export function csvLine(cells: readonly string[]): string {
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return `${cells.map((cell) => quoted(guardCell(cell))).join(',')}\r\n`;
}

/** One line of tab-separated values for pasting into spreadsheets, without its line end. */
export function tsvLine(cells: readonly string[]): string {
  // Tabs and line breaks would split cells and rows; a quote at the start would span cells.
  const flat = (cell: string) => guardCell(cell.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '));
  const quoted = (cell: string) => (cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
  return cells.map((cell) => quoted(flat(cell))).join('\t');
}
