import type { Dispatcher } from 'undici';
import { SERVER_AGENT } from '#standards/viewerMacros.ts';
import { isPublicAddress } from './addressGuard.ts';
import { failureOf } from './fetchFailure.ts';
import { bytesOf, createGuardedAgent, discard, parseUrl } from './guardedAgent.ts';
import { decodeBody } from './responseBody.ts';

/** Why there was no usable response. */
export type FileFailure = 'timeout' | 'conn_error' | 'refused_address' | 'too_large' | 'redirect' | 'unreadable';

/** The result of a file request: a response of any status, or a failure. */
export type FileResponse =
  | { type: 'answered'; status: number; contentType: string; text: string }
  | { type: 'failed'; reason: FileFailure };

/** Options of a file request. */
export interface FileRequest {
  accept: string;
  /** Maximum bytes of the response, both as received and decompressed. */
  maxBytes: number;
  signal: AbortSignal;
  /** Whether a redirect may be followed; called for each in turn. */
  mayFollow: (to: URL) => boolean;
}

/** Fetches files of third-party servers over http and https. */
export interface FileFetcher {
  /** Never throws. An aborted call is a timeout. Bodies are read only for status 2xx. */
  fetchFile(url: string, request: FileRequest): Promise<FileResponse>;
  close(): Promise<void>;
}

/** Maximum redirects of one request, whatever `mayFollow` allows. */
const maxRedirects = 10;
/** Redirect statuses of the ads.txt specification, and the later 308. */
const redirects = [301, 302, 303, 307, 308];

/**
 * Creates a fetcher. Private addresses are called only if allowed. `originOverride` is a server that is called in place
 * of every host; the Host header names the host.
 */
export function createFileFetcher(options: {
  allowPrivateAddresses: boolean;
  originOverride?: string | undefined;
}): FileFetcher {
  const { originOverride } = options;
  const mayCall = options.allowPrivateAddresses || originOverride !== undefined ? null : isPublicAddress;
  const agent = createGuardedAgent(mayCall, { connections: 4, keepAliveMs: 1000, timeoutMs: 10_000 });
  const sendRequest = async (url: URL, { accept, signal }: FileRequest) =>
    agent.request({
      origin: originOverride ?? url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: {
        host: url.host,
        'user-agent': SERVER_AGENT,
        accept,
        'accept-encoding': 'gzip, deflate, br',
      },
      signal,
    });
  const follow = async (start: string, request: FileRequest): Promise<FileResponse> => {
    let url = parseUrl(start);
    for (let followed = 0; ; followed += 1) {
      if (!url || !/^https?:$/.test(url.protocol)) return failed(followed === 0 ? 'conn_error' : 'redirect');
      const response = await sendRequest(url, request);
      const { location } = response.headers;
      if (!redirects.includes(response.statusCode)) return readResponse(response, request.maxBytes);
      discard(response);
      url = typeof location === 'string' ? parseUrl(location, url) : null;
      if (!url || followed === maxRedirects || !request.mayFollow(url)) return failed('redirect');
    }
  };
  return {
    async fetchFile(url, request) {
      try {
        return await follow(url, request);
      } catch (error) {
        return failed(request.signal.aborted ? 'timeout' : fileFailureOf(error));
      }
    },
    close: () => agent.destroy(),
  };
}

const failed = (reason: FileFailure): FileResponse => ({ type: 'failed', reason });

async function readResponse(response: Dispatcher.ResponseData, maxBytes: number): Promise<FileResponse> {
  const status = response.statusCode;
  const contentType = response.headers['content-type']?.toString() ?? '';
  if (status < 200 || status > 299) {
    discard(response);
    return { type: 'answered', status, contentType, text: '' };
  }
  const bytes = await bytesOf(response, maxBytes);
  if (!bytes) return failed('too_large');
  const text = await decodeBody(bytes, response.headers, maxBytes);
  return text === null ? failed('unreadable') : { type: 'answered', status, contentType, text };
}

/** A response that is not HTTP, or cannot be decompressed, is unreadable. */
function fileFailureOf(error: unknown): FileFailure {
  const reason = failureOf(error);
  return reason === 'http_error' || reason === 'empty' || reason === 'encoding' ? 'unreadable' : reason;
}
