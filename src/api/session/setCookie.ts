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

/** The cookies of a call by name, and whether it came by https. */
export interface CookieCall {
  cookies: Readonly<Record<string, string | undefined>>;
  isSecure: boolean;
}

/**
 * The name of a cookie of some paths. By https it has a prefix with which browsers accept it by https only, so that no
 * page by http can set it (RFC 6265bis, 4.1.3.1).
 */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Secure-${name}` : name;
}

/** The value of a cookie of some paths, by its name without prefix. */
export function readCookie({ cookies, isSecure }: CookieCall, name: string): string | undefined {
  return cookies[cookieName(name, isSecure)];
}

/** Set-Cookie header of a cookie. */
export function setCookie({ name, value, path, seconds, sameSite, isSecure }: CookieValue): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure}`;
}
