/** A percent-encoded text, encoded this many times more: each of them encodes its percent signs only. */
export function encodedAgain(encoded: string, times: number): string {
  return times === 0 ? encoded : encoded.replaceAll('%', `%${'25'.repeat(times)}`);
}
