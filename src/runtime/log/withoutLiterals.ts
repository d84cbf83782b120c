/** Removes the text literals of a statement, including doubled quotes and an unterminated literal. */
export function withoutLiterals(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*(?:'|$)/g, "'…'");
}
