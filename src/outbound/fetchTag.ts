import type { Agent, Dispatcher } from 'undici';
import { SERVER_AGENT } from '#standards/viewerMacros.ts';
import { isPublicAddress, type AddressGuard } from './addressGuard.ts';
import { failureOf, type FetchResult, type FetchFailure } from './fetchFailure.ts';
import { bytesOf, createGuardedAgent, discard, servingLimits, parseUrl } from './guardedAgent.ts';
import { readXmlBody } from './readXmlBody.ts';
import { MAX_RESPONSE_BYTES } from './responseBody.ts';

/** Details of a call for display; filled in as far as the call gets. */
export interface FetchTrace {
  /** Status of the last response; null without one. */
  status: number | null;
  /** Redirect responses, each with the URL that it led to. */
  redirects: { status: number; url: string }[];
  /** Content type of the last response. */
  type: string | null;
  /** Bytes of the body as received, compressed or not; for HEAD, the declared Content-Length. */
  bytes: number | null;
}

/** Calls tags over http and https. */
export interface TagFetcher {
  /** Never throws. An aborted call is a timeout. */
  fetchTag(url: string, headers: Record<string, string>, signal: AbortSignal, trace?: FetchTrace): Promise<FetchResult>;
  /** Checks with a HEAD request whether a URL responds. Returns null when it does. Never throws. */
  probe(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    trace: FetchTrace,
  ): Promise<FetchFailure | null>;
  close(): Promise<void>;
}

/** Creates an empty trace. */
export function newTrace(): FetchTrace {
  return { status: null, redirects: [], type: null, bytes: null };
}

/** Maximum redirects of one call. */
const maxRedirects = 3;

/**
 * Creates a fetcher with a pool of persistent connections. Addresses that `isPublic` rejects are called only if
 * allowed.
 */
export function createTagFetcher(options: { allowPrivateAddresses: boolean; isPublic?: AddressGuard }): TagFetcher {
  const { allowPrivateAddresses, isPublic = isPublicAddress } = options;
  const agent = createGuardedAgent(allowPrivateAddresses ? null : isPublic, servingLimits);
  return {
    async fetchTag(url, headers, signal, trace) {
      try {
        const response = await follow(agent, { method: 'GET', url, headers, signal, trace });
        return typeof response === 'string' ? failed(response) : await readBody(response, trace);
      } catch (error) {
        return failed(signal.aborted ? 'timeout' : failureOf(error));
      }
    },
    async probe(url, headers, signal, trace) {
      try {
        const response = await follow(agent, { method: 'HEAD', url, headers, signal, trace });
        if (typeof response === 'string') return response;
        discard(response);
        const length = response.headers['content-length'];
        trace.bytes = typeof length === 'string' && /^\d+$/.test(length) ? Number(length) : null;
        return null;
      } catch (error) {
        return signal.aborted ? 'timeout' : failureOf(error);
      }
    },
    close: () => agent.destroy(),
  };
}

const failed = (reason: FetchFailure): FetchResult => ({ ok: false, reason });

interface TagRequest {
  method: 'GET' | 'HEAD';
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  trace: FetchTrace | undefined;
}

/** The final response of a URL with its body unread, or the reason why there is none. */
async function follow(
  agent: Agent,
  { method, url: start, headers, signal, trace }: TagRequest,
): Promise<Dispatcher.ResponseData | FetchFailure> {
  let url = parseUrl(start);
  for (let redirects = 0; ; redirects += 1) {
    if (!url || !/^https?:$/.test(url.protocol)) return 'conn_error';
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: {
        'user-agent': SERVER_AGENT,
        accept: 'application/xml, text/xml, */*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
      },
      signal,
    });
    const { statusCode } = response;
    if (trace) addResponse(trace, response);
    const location = response.headers.location;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      discard(response);
      if (redirects === maxRedirects) return 'http_error';
      url = parseUrl(location, url);
      trace?.redirects.push({ status: statusCode, url: url?.href ?? location });
      continue;
    }
    if (statusCode < 200 || statusCode > 299) {
      discard(response);
      return 'http_error';
    }
    return response;
  }
}

function addResponse(trace: FetchTrace, { statusCode, headers }: Dispatcher.ResponseData): void {
  trace.status = statusCode;
  trace.type = headers['content-type']?.toString() ?? null;
}

async function readBody(response: Dispatcher.ResponseData, trace: FetchTrace | undefined): Promise<FetchResult> {
  const bytes = await bytesOf(response, MAX_RESPONSE_BYTES);
  if (!bytes) return failed('too_large');
  if (trace) trace.bytes = bytes.length;
  const read = await readXmlBody(bytes, response.headers);
  return read.ok && read.text.trim() === '' ? failed('empty') : read;
}
