/** The values of macros in trackers and tags. */
export interface MacroValues {
  /** In [0, 1). */
  random: number;
  now: Date;
  errorCode?: number | undefined;
}

/**
 * Fills [CACHEBUSTING], [TIMESTAMP] and [ERRORCODE] in a URL, plain or percent-encoded. Other macros stay (standards
 * 1.5).
 */
export function fillMacros(url: string, { random, now, errorCode }: MacroValues): string {
  return url.replace(/(?:\[|%5B)(CACHEBUSTING|TIMESTAMP|ERRORCODE)(?:\]|%5D)/gi, (written, given: string) => {
    const name = given.toUpperCase();
    if (name === 'CACHEBUSTING') return String(Math.floor(random * 1e8)).padStart(8, '0');
    if (name === 'TIMESTAMP') return encodeURIComponent(now.toISOString());
    return errorCode === undefined ? written : String(errorCode);
  });
}
