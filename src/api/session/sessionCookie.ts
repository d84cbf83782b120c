/** Name of the cookie with the session's token. */
export const sessionCookie = 'bidhouse_session';

/**
 * Set-Cookie header of a session that lasts the given seconds, whatever the browser's clock says. Scripts cannot read
 * the cookie, and cross-site requests do not include it.
 */
export function setSessionCookie(token: string, seconds: number, isSecure: boolean): string {
  return `${sessionCookie}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}

/** Set-Cookie header that deletes the session's cookie. */
export function clearSessionCookie(isSecure: boolean): string {
  return setSessionCookie('', 0, isSecure);
}
