/**
 * Percent-encodes a text, and this many times more: each of them encodes its percent signs only. Lone surrogates, which
 * cannot be encoded, become the replacement character.
 */
export function percentEncode(text: string, timesMore = 0): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return timesMore === 0 ? encoded : encoded.replaceAll('%', `%${'25'.repeat(timesMore)}`);
}
