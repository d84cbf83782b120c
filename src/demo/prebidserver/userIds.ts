const cookieName = 'uids';

/** The ids under which bidders know a browser, from its Cookie header; none where it has no readable one. */
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

/** The cookie that a browser gets when a bidder tells its id; an empty one takes it away. */
export function withId(cookies: string | undefined, bidder: string, id: string): string {
  const { [bidder]: _known, ...others } = idsOf(cookies);
  const ids = id === '' ? others : { ...others, [bidder]: id };
  return `${cookieName}=${Buffer.from(JSON.stringify(ids)).toString('base64url')}`;
}
