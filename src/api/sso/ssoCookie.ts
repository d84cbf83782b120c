/** Path of the cookies of single sign-on. */
const path = '/api';

/** Set-Cookie header of a value that only the routes of the API receive, also when the provider leads back to them. */
export function setSsoCookie({
  name,
  value,
  seconds,
  isSecure,
}: {
  name: string;
  value: string;
  seconds: number;
  isSecure: boolean;
}): string {
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}

/** Set-Cookie header that deletes such a cookie. */
export function clearSsoCookie(name: string, isSecure: boolean): string {
  return setSsoCookie({ name, value: '', seconds: 0, isSecure });
}
