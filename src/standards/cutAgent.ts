/** Characters of a user agent. Devices send a third of it at most; longer ones are made up. */
export const maxAgentLength = 1024;

/** Ends what was cut. No device sends it: headers are ASCII. */
const mark = '…';

/** A user agent as it is read: one that is too long is cut, and ends with a mark by which it stays known as cut. */
export function cutAgent(text: string): string {
  if (text.length <= maxAgentLength || (text.length === maxAgentLength + 1 && isCutAgent(text))) return text;
  // Half a character at the end would be no text.
  return markAgent(text.slice(0, maxAgentLength).replace(/[\ud800-\udbff]$/, ''));
}

/** A user agent with the mark of one that was cut. */
export function markAgent(text: string): string {
  return isCutAgent(text) ? text : text + mark;
}

/** Whether a user agent has the mark. */
export function isCutAgent(text: string): boolean {
  return text.endsWith(mark);
}
