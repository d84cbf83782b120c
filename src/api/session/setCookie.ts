/** A cookie that scripts cannot read. */
export interface CookieValue {
  name: string;
  value: string;
  /** The calls that receive it. */
  path: string;
  /** Its lifetime, whatever the browser's clock says; 0 deletes it. */
  seconds: number;
  /** Strict = also absent where a link of another site leads here. */
  sameSite: 'Lax' | 'Strict';
  /** Whether the caller used https. */
  isSecure: boolean;
}

/** Set-Cookie header of a cookie. */
export function setCookie({ name, value, path, seconds, sameSite, isSecure }: CookieValue): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure}`;
}
