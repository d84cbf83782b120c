/** Characters of a user agent. Devices send a third of it at most; longer ones are made up. */
export const maxUserAgentLength = 1024;

/** Ends what was cut. No device sends it: headers are ASCII. */
const mark = '…';

/** A user agent as it is read: one that is too long is cut, and ends with a mark by which it stays known as cut. */
export function truncateUserAgent(text: string): string {
  if (text.length <= maxUserAgentLength || (text.length === maxUserAgentLength + 1 && isTruncatedUserAgent(text)))
    return text;
  // Half a character at the end would be no text.
  return markTruncated(text.slice(0, maxUserAgentLength).replace(/[\ud800-\udbff]$/, ''));
}

/** A user agent with the mark of one that was cut. */
export function markTruncated(text: string): string {
  return isTruncatedUserAgent(text) ? text : text + mark;
}

/** Whether a user agent has the mark. */
export function isTruncatedUserAgent(text: string): boolean {
  return text.endsWith(mark);
}
