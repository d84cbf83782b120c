/**
 * Formats header lines of a request from alternating names and values. Returns null if one has characters other than
 * printable ASCII and tabs, which could begin another line.
 */
export function headerLines(headers: readonly string[]): string | null {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    const line = `${headers[index]}: ${headers[index + 1]}`;
    if (/[^\t\x20-\x7e]/.test(line)) return null;
    lines += `${line}\r\n`;
  }
  return lines;
}
