/** Maximum characters of a host (RFC 1035). */
const maxHost = 253;

/** Beginnings of a host in a text: of URLs, also those that are a parameter of another one. */
const beginnings = /(?:\/|%2f){2}/gi;

/** The hosts of all URLs in a text, in lower case without `www.`, each with its index. Linear in the length. */
export function* hostsIn(text: string): Generator<{ host: string; at: number }> {
  beginnings.lastIndex = 0;
  for (const { 0: slashes, index } of text.matchAll(beginnings)) {
    const start = index + slashes.length;
    const part = text.slice(start, start + maxHost);
    const end = part.search(/[^A-Za-z0-9.@_-]/);
    const host = (end < 0 ? part : part.slice(0, end))
      .slice(part.slice(0, end < 0 ? undefined : end).lastIndexOf('@') + 1)
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/\.$/, '');
    if (host.includes('.')) yield { host, at: start };
  }
}
