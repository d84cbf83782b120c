import { isWithinDomains } from '#standards/openrtb/advertiserRules.ts';

/** Where a click of one serve may lead: to one landing page, or to the pages of a domain, of which a script names one. */
export interface ClickTarget {
  serveId: string;
  to: { url: string } | { domain: string };
}

/** A target as it is sealed. */
export function writeClickTarget({ serveId, to }: ClickTarget): string {
  return 'url' in to ? `${serveId} ${to.url}` : `${serveId} @${to.domain}`;
}

/**
 * The landing page of a sealed target that belongs to a serve; null when there is none. `asked`: the page that a script
 * put behind the address.
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
