/** The headers by which a browser says where a call comes from. */
export interface OriginHeaders {
  'sec-fetch-site'?: string | undefined;
  origin?: string | undefined;
  referer?: string | undefined;
}

/**
 * Whether a state-changing call comes from the console itself. Sec-Fetch-Site decides, else Origin, else Referer; hosts
 * are compared without their scheme, which a proxy may change. A call without any of the three is let through: every
 * browser sends Origin with the methods that change state, so such a call was made by a program, which no foreign page
 * can steer and which had to be given its session.
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
