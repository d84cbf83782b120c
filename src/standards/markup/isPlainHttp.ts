/** Whether a URL, as a browser reads it, is plain http to another machine. */
export function isPlainHttp(url: string | undefined): boolean {
  if (url === undefined || url.startsWith('https:')) return false;
  const read = url.replace(/[\t\n\r]/g, '').trimStart();
  const scheme = plainScheme.exec(read);
  return scheme !== null && !isLoopback(read, scheme[0].length - 'http:'.length);
}

/** The scheme, in any case and whatever follows it, behind control characters and blanks (WHATWG URL, 4.4). */
const plainScheme = /^[^!-\uFFFF]*http:/i;

/** With the end of the host: what is before an `@` is no host. */
const loopback =
  /http:\/\/(?:(?:[\w-]{1,63}\.){0,8}localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{0,5})?(?:[/?#\\\s"`<>]|$)/iy;

/** Whether a URL is on the loopback interface, which browsers trust like https (Secure Contexts, 3.1). */
function isLoopback(text: string, at: number): boolean {
  loopback.lastIndex = at;
  return loopback.test(text);
}
