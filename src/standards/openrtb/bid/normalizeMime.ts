/** Names in use for the same type: the registered one by the others. */
const registered: ReadonlyMap<string, string> = new Map([
  // RFC 9239
  ['application/javascript', 'text/javascript'],
  ['application/x-javascript', 'text/javascript'],
  // RFC 8216, 4
  ['application/x-mpegurl', 'application/vnd.apple.mpegurl'],
  // RFC 3003
  ['audio/mp3', 'audio/mpeg'],
]);

/** A MIME type for comparison: lower case, without parameters (RFC 2045, 5.1), under its registered name. */
export function normalizeMime(type: string): string {
  const end = type.indexOf(';');
  const name = (end < 0 ? type : type.slice(0, end)).trim().toLowerCase();
  return registered.get(name) ?? name;
}
