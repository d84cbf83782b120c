const cookieName = 'uids';

/** Parses the bidders' IDs of a browser from its Cookie header; empty when there is no valid cookie. */
export function idsOf(cookies: string | undefined): Record<string, string> {
  const match = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`).exec(cookies ?? '');
  if (!match) return {};
  try {
    const ids = JSON.parse(Buffer.from(match[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown> | null;
    const known = Object.entries(ids ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

/** Builds the cookie after a bidder has sent its ID; an empty ID removes it. */
export function withId(cookies: string | undefined, bidder: string, id: string): string {
  const { [bidder]: _known, ...others } = idsOf(cookies);
  const ids = id === '' ? others : { ...others, [bidder]: id };
  return `${cookieName}=${Buffer.from(JSON.stringify(ids)).toString('base64url')}`;
}
