import { setCookie } from './setCookie.ts';

/**
 * Name of the cookie with the session's token where the console is called by https. Browsers accept the prefix only from
 * this host, by https, for all paths, so that no other host of the domain can set it (RFC 6265bis, 4.1.3.2).
 */
export const sessionCookie = '__Host-bidhouse_session';

/** Its name by http, and before 0.3.0 by https, too: sessions of the release before go on. */
const plainCookie = 'bidhouse_session';

/** The session's token among the cookies of a request; null without one. */
export function sessionTokenOf(cookies: Readonly<Record<string, string | undefined>>): string | null {
  return cookies[sessionCookie] ?? cookies[plainCookie] ?? null;
}

/**
 * Set-Cookie header of a session that lasts the given seconds, whatever the browser's clock says. Scripts cannot read
 * the cookie, and cross-site requests do not include it.
 */
export function setSessionCookie(token: string, seconds: number, isSecure: boolean): string {
  return cookieOf(isSecure ? sessionCookie : plainCookie, token, seconds, isSecure);
}

/** Set-Cookie headers that delete the session's cookie under each of its names. */
export function clearSessionCookie(isSecure: boolean): string[] {
  const names = isSecure ? [sessionCookie, plainCookie] : [plainCookie];
  return names.map((name) => cookieOf(name, '', 0, isSecure));
}

function cookieOf(name: string, value: string, seconds: number, isSecure: boolean): string {
  return setCookie({ name, value, path: '/', seconds, sameSite: 'Lax', isSecure });
}
