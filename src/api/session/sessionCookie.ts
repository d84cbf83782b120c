/** Name of the cookie that carries the session's token. */
export const sessionCookie = 'bidhouse_session';

/**
 * Set-Cookie that gives the browser a session for so many seconds, whatever its clock says. Scripts cannot read it, other
 * sites cannot send it along.
 */
export function setSessionCookie(token: string, seconds: number, isSecure: boolean): string {
  return `${sessionCookie}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}

/** Set-Cookie that takes the session away. */
export function clearSessionCookie(isSecure: boolean): string {
  return setSessionCookie('', 0, isSecure);
}
