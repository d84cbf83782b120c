/**
 * Index of the first character from `from` on that is neither space nor byte order mark; the text's length if there is
 * none.
 */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === 0xfeff)) at += 1;
  return at;
}
