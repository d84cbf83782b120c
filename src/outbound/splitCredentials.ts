/** A URL without its user name and password, and these as `user:password`, decoded; absent without any. */
export function splitCredentials(text: string): { url: URL; credentials?: string } {
  const url = new URL(text);
  const { username, password } = url;
  if (username === '' && password === '') return { url };
  url.username = '';
  url.password = '';
  return { url, credentials: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` };
}
