/**
 * The public base URL under which a browser reaches us, without a trailing slash: the account's own domain when the
 * browser requested it, since cookies belong to their host; else that of ad serving.
 */
export function adsBaseUrl(adsUrl: string, domain: string | undefined, host: string | undefined): string {
  return domain && host?.toLowerCase() === domain.toLowerCase() ? `https://${domain}` : adsUrl;
}
