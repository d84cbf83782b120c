/**
 * The public base URL under which a browser reaches us, without a slash at the end: a domain of the account's own when
 * the browser has asked that one, for cookies stay with their host; else that of ad serving.
 */
export function adsBaseUrl(adsUrl: string, domain: string | undefined, host: string | undefined): string {
  return domain && host?.toLowerCase() === domain.toLowerCase() ? `https://${domain}` : adsUrl;
}
