import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { callHeaders } from '#outbound/callHeaders.ts';
import { truncateUserAgent, maxUserAgentLength } from '#standards/truncateUserAgent.ts';
import type { MacroValues } from '#standards/macros.ts';
import { hasGpc } from '#standards/privacy/privacySignals.ts';
import { firstOf, readQuery, type Query } from '#standards/readQuery.ts';
import { declaredPageOf, hostOf, siteOf as siteOfRequest } from '#standards/requestPage.ts';
import { viewerMacros, type MacroContext } from '#standards/viewerMacros.ts';

/** The raw signals of an ad request. User agents are truncated (`truncateUserAgent`). */
export interface RequestSignals {
  query: Query;
  headers: IncomingHttpHeaders;
  /** Address of the peer, or of the client as a trusted proxy declares it. */
  peer: string;
  /** Whether a trusted partner's server sent it: the other signals are then those that it declares for its viewer. */
  isRelayed?: boolean;
  /** Whether it is a test, which is never counted as live (OpenRTB 2.6, 3.2.1: `test`). */
  isTest?: boolean;
  /** Whether the recipient of these signals may not receive the device's ID. */
  isIdWithheld?: boolean;
}

/** Reads the signals of a request. `isProxyTrusted`: whether X-Forwarded-For is trusted. */
export function readRequest(message: IncomingMessage, isProxyTrusted: boolean): RequestSignals {
  const { headers } = message;
  const forwarded = isProxyTrusted ? headers['x-forwarded-for'] : undefined;
  const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim();
  const peer = first && isIP(first) ? first : (message.socket.remoteAddress ?? '');
  return {
    query: withTruncatedAgent(readQuery(message.url ?? '')),
    headers: truncateHeaders(headers),
    peer: peer.replace(/^::ffff:/i, ''),
  };
}

function withTruncatedAgent(query: Query): Query {
  const agent = query.get('ua');
  return agent === undefined || agent.length <= maxUserAgentLength
    ? query
    : new Map(query).set('ua', truncateUserAgent(agent));
}

function truncateHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const agent = headers['user-agent'];
  return agent === undefined || agent.length <= maxUserAgentLength
    ? headers
    : { ...headers, 'user-agent': truncateUserAgent(agent) };
}

/** URL of the page as the tag declares it, else as the browser sends it. */
export function pageOf({ query, headers }: RequestSignals): string | undefined {
  return declaredPageOf(query) ?? headers.referer;
}

const maxSiteLength = 64;

/** Host of the page in lower case, without www., at most 64 characters; empty when unknown. */
export function siteOf({ query, headers }: RequestSignals): string {
  return siteOfRequest(query, headers.referer).slice(0, maxSiteLength);
}

/** The same for the page that the tag's parameters declare. */
export function declaredSiteOf({ query }: RequestSignals): string {
  return siteOfRequest(query, undefined).slice(0, maxSiteLength);
}

/** The same for the page that the browser sends as Referer. */
export function detectedSiteOf({ headers }: RequestSignals): string {
  return hostOf(headers.referer).slice(0, maxSiteLength);
}

/** Bundle or store ID of the app, at most 64 characters; empty when unknown. */
export function appOf({ query }: RequestSignals): string {
  const app = firstOf(query, 'app_bundle', 'bundle', 'app_id');
  return app === undefined ? '' : app.replace(/[^\x20-\x7e]/g, '').slice(0, 64);
}

/** ID of the publisher as the tag declares it, at most 64 characters; empty when unknown. */
export function publisherOf({ query }: RequestSignals): string {
  const id = firstOf(query, 'pubid', 'sub_id');
  return id === undefined ? '' : id.replace(/[^\x20-\x7e]/g, '').slice(0, 64);
}

/** The viewer's address as the tag declares it, else the peer's. */
export function viewerAddress({ query, peer }: RequestSignals): string {
  const declared = query.get('ip');
  return declared !== undefined && isIP(declared) ? declared : peer;
}

/** The viewer's user agent as the tag declares it, else the request's. */
export function viewerAgent({ query, headers }: RequestSignals): string | undefined {
  return query.get('ua') ?? headers['user-agent'];
}

/** The viewer's language as the tag declares it, else the request's. */
export function viewerLanguage({ query, headers }: RequestSignals): string | undefined {
  return firstOf(query, 'lang') ?? headers['accept-language'];
}

/** Whether the viewer has Global Privacy Control, as the tag declares it or the browser sends it. */
export function hasViewerGpc({ query, headers }: Pick<RequestSignals, 'query' | 'headers'>): boolean {
  return hasGpc(query, { 'sec-gpc': headers['sec-gpc'] });
}

/** Headers of a call on behalf of a viewer (standards 1.4). */
export function viewerHeaders(signals: RequestSignals): Record<string, string> {
  const { headers } = signals;
  return callHeaders({
    address: viewerAddress(signals),
    agent: viewerAgent(signals),
    page: pageOf(signals),
    language: viewerLanguage(signals),
    requestedWith: headers['x-requested-with']?.toString(),
    hasGpc: hasViewerGpc(signals),
  });
}

/** Values of all macros of standards 1.5 that the request declares. `now` in milliseconds since the epoch. */
export function macroValues(
  signals: RequestSignals,
  { now, ...moment }: Omit<MacroContext, 'timestamp'> & { now: number },
): MacroValues {
  const viewer = {
    site: siteOf(signals),
    page: pageOf(signals),
    address: viewerAddress(signals),
    agent: viewerAgent(signals),
    isIdWithheld: signals.isIdWithheld === true,
  };
  return viewerMacros(signals.query, viewer, { ...moment, timestamp: new Date(now).toISOString() });
}
