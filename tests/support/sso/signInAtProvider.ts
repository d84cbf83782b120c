/**
 * Follows the redirects of a provider from an authorization URL as a browser does, signs in there, and returns the URL of
 * the callback with which the provider leads back. `user`: the ID at the provider; null = cancels.
 */
export async function signInAtProvider(authorizationUrl: string, user: string | null): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(authorizationUrl);
  let url = authorizationUrl;
  let form: URLSearchParams | null = null;
  for (let steps = 0; steps < 10; steps += 1) {
    const response: Response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: form } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    form = null;
    const location = response.headers.get('location');
    if (location === null) {
      const text = await response.text();
      if (!text.includes('<form'))
        throw new Error(`the provider does not go on: ${response.status} ${text.slice(0, 300)}`);
      form = new URLSearchParams(user === null ? { cancel: '1' } : { user });
      continue;
    }
    const next = new URL(location, url);
    if (next.origin !== origin) return next;
    url = next.href;
  }
  throw new Error('the provider redirects without end');
}
