import { cookieName, type CookieValue, setCookie } from '../session/setCookie.ts';

/** Set-Cookie header of a value that only the routes of the API receive, also when the provider leads back to them. */
export function setSsoCookie(cookie: Pick<CookieValue, 'name' | 'value' | 'seconds' | 'isSecure'>): string {
  return setCookie({ ...cookie, name: cookieName(cookie.name, cookie.isSecure), path: '/api', sameSite: 'Lax' });
}

/** Set-Cookie header that deletes such a cookie. */
export function clearSsoCookie(name: string, isSecure: boolean): string {
  return setSsoCookie({ name, value: '', seconds: 0, isSecure });
}
