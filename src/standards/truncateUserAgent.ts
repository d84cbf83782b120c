/** Maximum characters of a user agent. Devices send at most a third of it; longer ones are made up. */
export const maxUserAgentLength = 1024;

/** Marks the end of a truncated user agent. No device sends it: headers are ASCII. */
const mark = '…';

/** A user agent of limited length: a longer one is truncated and ends with a mark. */
export function truncateUserAgent(text: string): string {
  if (text.length <= maxUserAgentLength || (text.length === maxUserAgentLength + 1 && isTruncatedUserAgent(text)))
    return text;
  // A lone surrogate at the end would make the text malformed.
  return markTruncated(text.slice(0, maxUserAgentLength).replace(/[\ud800-\udbff]$/, ''));
}

/** A user agent with the mark of truncation. */
export function markTruncated(text: string): string {
  return isTruncatedUserAgent(text) ? text : text + mark;
}

/** Whether a user agent has the mark of truncation. */
export function isTruncatedUserAgent(text: string): boolean {
  return text.endsWith(mark);
}
