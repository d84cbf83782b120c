/** The headers by which a browser declares where a call comes from. */
export interface OriginHeaders {
  'sec-fetch-site'?: string | undefined;
  origin?: string | undefined;
  referer?: string | undefined;
}

/**
 * Whether a state-changing call comes from the console itself. Sec-Fetch-Site decides, else Origin, else Referer; hosts
 * are compared without the scheme, which a proxy may change. A call without any of the three is allowed: every browser
 * sends Origin with state-changing methods, so the caller is a program, which no foreign page controls and which has to
 * be given its session.
 */
export function isOwnOrigin(headers: OriginHeaders, ownHosts: readonly string[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const source = headers.origin ?? headers.referer;
  if (source === undefined) return true;
  try {
    return ownHosts.includes(new URL(source).host);
  } catch {
    return false;
  }
}
