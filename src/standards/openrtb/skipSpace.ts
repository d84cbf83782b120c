/** The next place from `from` on that holds neither space nor the byte order mark; the length of the text if none does. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === 0xfeff)) at += 1;
  return at;
}
