/** Minimum length of a secret to search for. Shorter ones occur in ordinary words. */
const minSecretLength = 4;

/**
 * Passwords in URLs, HTTP credentials and headers that contain them, tokens in paths and parameters, JWTs, and the names
 * in email addresses.
 */
const patterns: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"'<>]+@/gi, '$1…@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, '$1 …'],
  [/\b((?:proxy-)?authorization|set-cookie|cookie|x-clickhouse-key)(["']?\s*[:=]\s*["']?)[^\r\n"']+/gi, '$1$2…'],
  [/(\/(?:e|n|c|preview)\/(?:[a-z_0-9]{1,23}\/)?)[\w.~=-]{24,}(?:\/[\w.~=-]{24,})?/g, '$1…'],
  [/([?&](?:[a-z_-]*(?:password|secret|token|signature)|key|sig)=)[^&#\s"'<>]+/gi, '$1…'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '…'],
  [/[\w.+-]+(@[\w-]+(?:\.[\w-]+)+)/g, '…$1'],
];

/** Creates a function that removes secrets from texts: the given ones and everything that looks like one. */
export function createScrubber(secrets: readonly string[]): (text: string) => string {
  // A longer secret may contain a shorter one.
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
