/** Parts of user agents that rules search for, and separators. */
export const agentWords = [
  ...['Tizen ', 'iPhone ', 'iPad; ', 'Android;', 'Android 1', 'SMART-TV ', 'SmartTV ', 'CrKey ', 'Roku/', 'AppleTV'],
  ...['Web0S; ', 'NetCast.', 'Mozilla/5.0 (', 'AppleWebKit/', 'Version/', 'Chrome/1.', ' Build/', 'bot', 'Edg/'],
  ...['(((((', 'a;b)', ')(', '; ', '/ ', '1.', '  '],
] as const;

/** Parts of cookies, consent strings, addresses, lists and URLs that code searches for, and separators. */
export const otherWords = [
  ...['a=b; ', 'uids=', '10.0.0.1, ', '::', ':', 'en-', 'gzip;', 'https://', 'x.', '.x', '@', '%41', '%', '[', '"'],
  ...["'", '<', '!', '~', '-', '_', '1,'],
] as const;

/** A value of the given length that repeats a word. Values with different numbers are different. */
export function longValue(word: string, length: number, number: number): string {
  const start = `${word}${number} `;
  return (start + word.repeat(Math.ceil(length / word.length))).slice(0, length);
}
