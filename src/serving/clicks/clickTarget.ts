import { isWithinDomains } from '#standards/openrtb/bid/advertiserRules.ts';

/** The allowed destination of a serve's clicks: one landing page, or any page of a domain, which a script chooses. */
export interface ClickTarget {
  serveId: string;
  to: { url: string } | { domain: string };
}

/** Writes a target as the text that is sealed. */
export function writeClickTarget({ serveId, to }: ClickTarget): string {
  return 'url' in to ? `${serveId} ${to.url}` : `${serveId} @${to.domain}`;
}

/**
 * The landing page of a sealed target of this serve, or null when there is none. `requestedUrl` is the page that a
 * script appended to the click URL.
 */
export function landingPageOf(text: string, serveId: string, requestedUrl: string | undefined): string | null {
  const space = text.indexOf(' ');
  if (space < 0 || text.slice(0, space) !== serveId) return null;
  const target = text.slice(space + 1);
  if (!target.startsWith('@')) return isWebUrl(target) ? target : null;
  if (requestedUrl === undefined || !isWebUrl(requestedUrl)) return null;
  const domain = target.slice(1);
  return domain !== '' && isWithinDomains([new URL(requestedUrl).hostname], [domain]) ? requestedUrl : null;
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
