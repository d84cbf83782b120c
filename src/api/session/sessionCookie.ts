/** Name of the cookie that carries the session's token. */
export const sessionCookie = 'bidhouse_session';

/** Set-Cookie that gives the browser a session until a point in time. Scripts cannot read it, other sites cannot send it along. */
export function setSessionCookie(token: string, endsAt: Date, isSecure: boolean): string {
  return `${sessionCookie}=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${endsAt.toUTCString()}${isSecure ? '; Secure' : ''}`;
}

/** Set-Cookie that takes the session away. */
export function clearSessionCookie(isSecure: boolean): string {
  return setSessionCookie('', new Date(0), isSecure);
}
