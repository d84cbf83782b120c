/** Lifetime of a cookie in seconds (0 = delete it), and whether it is limited to https. */
export interface CookieOptions {
  maxAgeS: number;
  isSecure: boolean;
}

/** The value of a cookie in a Cookie header, the first if there are several; undefined without one. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const separator = part.indexOf('=');
    if (separator > 0 && part.slice(0, separator).trim() === name) return part.slice(separator + 1).trim();
  }
  return undefined;
}

/**
 * Builds a Set-Cookie header. Browsers send cookies from pages of other sites only over https. Without https, which is
 * for trials on one machine, only pages of the same site send it.
 */
export function setCookie(name: string, value: string, { maxAgeS, isSecure }: CookieOptions): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; ${isSecure ? 'SameSite=None; Secure' : 'SameSite=Lax'}`;
}
