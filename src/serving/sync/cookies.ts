/** How long a browser keeps a cookie, in seconds (0 = it forgets it), and whether it comes over https alone. */
export interface CookieOptions {
  maxAgeS: number;
  isSecure: boolean;
}

/** The value of a cookie in a Cookie header, the first where there are several; undefined without one. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const separator = part.indexOf('=');
    if (separator > 0 && part.slice(0, separator).trim() === name) return part.slice(separator + 1).trim();
  }
  return undefined;
}

/**
 * A Set-Cookie header. Pages of other sites get the cookie over https alone: browsers demand that. Without https, which
 * is for trials on one machine, pages of the same host get it.
 */
export function setCookie(name: string, value: string, { maxAgeS, isSecure }: CookieOptions): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; ${isSecure ? 'SameSite=None; Secure' : 'SameSite=Lax'}`;
}
