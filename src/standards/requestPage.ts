import { firstOf, type Query } from './readQuery.ts';

const hostOfUrl = /^(?:https?:)?\/\/(?:[^/?#@]*@)?([^/?#:]+)/i;
const bareHost = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#:]|$)/i;

/** The page URL in a request's parameters. */
export function declaredPageOf(query: Query): string | undefined {
  return firstOf(query, 'url', 'page', 'page_url', 'ref');
}

/** Host of a request's page: from its parameters, else from the browser's `referer`. */
export function siteOf(query: Query, referer: string | undefined): string {
  return hostOf(declaredPageOf(query) ?? referer ?? query.get('domain'));
}

/** Host of a page, lower case, without www.; empty when unknown. */
export function hostOf(page: string | undefined): string {
  if (page === undefined) return '';
  const host = hostOfUrl.exec(page)?.[1] ?? bareHost.exec(page)?.[1] ?? '';
  if (!/^[a-z0-9._-]+$/i.test(host)) return '';
  return host.toLowerCase().replace(/^www\./, '');
}
