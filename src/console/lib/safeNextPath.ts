const fallback = '/';

/**
 * Returns the path to open after signing in, from `?next=`: a path of this console, or else the home page. Anything
 * that a browser could read as another origin ("//evil.example", "/\evil.example", "https:…") is refused.
 */
export function safeNextPath(next: string | undefined): string {
  if (!next || !next.startsWith('/')) return fallback;
  const base = 'https://console.invalid';
  const url = URL.parse(next, base);
  if (!url || url.origin !== base || url.pathname.startsWith('//') || url.pathname === '/login') return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
