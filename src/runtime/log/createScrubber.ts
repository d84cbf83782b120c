/** Minimum length of a secret that is looked for: a shorter one occurs in words. */
const minSecretLength = 4;

/** Passwords in URLs, credentials of HTTP, and headers that carry them. */
const patterns: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"'<>]+@/gi, '$1…@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, '$1 …'],
  [/\b((?:proxy-)?authorization|set-cookie|cookie|x-clickhouse-key)(["']?\s*[:=]\s*["']?)[^\r\n"']+/gi, '$1$2…'],
];

/** Makes what takes secrets out of texts that are written: these, and whatever looks like one. */
export function createScrubber(secrets: readonly string[]): (text: string) => string {
  // A longer one may hold a shorter one.
  const known = [...new Set(secrets)]
    .filter((each) => each.length >= minSecretLength)
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, '…');
    for (const [pattern, replacement] of patterns) clean = clean.replaceAll(pattern, replacement);
    return clean;
  };
}
