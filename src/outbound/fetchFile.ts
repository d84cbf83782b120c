import type { Dispatcher } from 'undici';
import { SERVER_AGENT } from '#standards/viewerMacros.ts';
import { type AddressGuard, isPublicAddress } from './addressGuard.ts';
import { failureOf } from './fetchFailure.ts';
import { bytesOf, createGuardedAgent, discard, parseUrl } from './guardedAgent.ts';
import { decodeBody } from './responseBody.ts';

/** Why there was no usable response. */
export type FileFailure = 'timeout' | 'conn_error' | 'refused_address' | 'too_large' | 'redirect' | 'unreadable';

/** The result of a file request: a response of any status, or a failure. */
export type FileResponse =
  | { type: 'answered'; status: number; contentType: string; text: string; version?: FileVersion }
  | { type: 'failed'; reason: FileFailure };

/** Validators that a server sent with a file (RFC 9110, 8.8), with which it is requested again only if it has changed. */
export interface FileVersion {
  etag: string | null;
  lastModified: string | null;
}

/** Options of a file request. */
export interface FileRequest {
  accept: string;
  /** Maximum bytes of the response, both as received and decompressed. */
  maxBytes: number;
  signal: AbortSignal;
  /** Whether a redirect may be followed; called for each in turn. */
  mayFollow: (to: URL) => boolean;
  /** The version that the caller has: if it is the latest, the response has status 304. */
  known?: FileVersion;
  /** User name and password for the host of the URL, as in its `user:password@`; sent to no other host. */
  credentials?: string;
}

/** A JSON body to post. */
export interface PostedJson {
  json: string;
  /** Maximum bytes of the response, both as received and decompressed. */
  maxBytes: number;
  signal: AbortSignal;
}

/** Fetches files of third-party servers over http and https. */
export interface FileFetcher {
  /** Never throws. An aborted call is a timeout. Bodies are read only for status 2xx. */
  fetchFile(url: string, request: FileRequest): Promise<FileResponse>;
  /** Posts JSON. Never throws. Follows no redirect, and reads the body for any status. */
  postJson(url: string, posted: PostedJson): Promise<FileResponse>;
  close(): Promise<void>;
}

/** Maximum redirects of one request, whatever `mayFollow` allows. */
const maxRedirects = 10;
/** Redirect statuses of the ads.txt specification, and the later 308. */
const redirects = [301, 302, 303, 307, 308];

/**
 * Creates a fetcher. Addresses that `isPublic` rejects are called only if allowed, or for the named `trustedHosts` (with
 * their ports). `originOverride` is a server that is called in place of every host; the Host header names the host.
 */
export function createFileFetcher(options: {
  allowPrivateAddresses: boolean;
  trustedHosts?: readonly string[];
  originOverride?: string | undefined;
  isPublic?: AddressGuard;
}): FileFetcher {
  const { originOverride, isPublic = isPublicAddress, trustedHosts = [] } = options;
  const mayCall = options.allowPrivateAddresses || originOverride !== undefined ? null : isPublic;
  const limits = { connections: 4, keepAliveMs: 1000, timeoutMs: 10_000 };
  const agent = createGuardedAgent(mayCall, limits);
  const trusting = trustedHosts.length === 0 ? agent : createGuardedAgent(null, limits);
  const sendRequest = async (url: URL, { accept, signal, json, headers }: SentRequest) =>
    (trustedHosts.includes(url.host) ? trusting : agent).request({
      origin: originOverride ?? url.origin,
      path: url.pathname + url.search,
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        host: url.host,
        'user-agent': SERVER_AGENT,
        accept,
        'accept-encoding': 'gzip, deflate, br',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json ?? null,
      signal,
    });
  const follow = async (start: string, request: FileRequest): Promise<FileResponse> => {
    let url = parseUrl(start);
    for (let followed = 0; ; followed += 1) {
      if (!url || !/^https?:$/.test(url.protocol)) return failed(followed === 0 ? 'conn_error' : 'redirect');
      const isNamedHost = url.host === parseUrl(start)?.host;
      const response = await sendRequest(url, { ...request, headers: conditionsOf(request, isNamedHost) });
      const { location } = response.headers;
      if (!redirects.includes(response.statusCode)) return readFile(response, request.maxBytes);
      discard(response);
      url = typeof location === 'string' ? parseUrl(location, url) : null;
      if (!url || followed === maxRedirects || !request.mayFollow(url)) return failed('redirect');
    }
  };
  const orFailure = async (response: Promise<FileResponse>, signal: AbortSignal): Promise<FileResponse> => {
    try {
      return await response;
    } catch (error) {
      return failed(signal.aborted ? 'timeout' : fileFailureOf(error));
    }
  };
  const post = async (text: string, { json, maxBytes, signal }: PostedJson): Promise<FileResponse> => {
    const url = parseUrl(text);
    if (!url || !/^https?:$/.test(url.protocol)) return failed('conn_error');
    return readResponse(await sendRequest(url, { accept: 'application/json, */*;q=0.1', signal, json }), maxBytes);
  };
  return {
    fetchFile: (url, request) => orFailure(follow(url, request), request.signal),
    postJson: (url, posted) => orFailure(post(url, posted), posted.signal),
    close: async () => void (await Promise.all([agent.destroy(), trusting.destroy()])),
  };
}

type SentRequest = Pick<FileRequest, 'accept' | 'signal'> & { json?: string; headers?: Record<string, string> };

/** The headers by which a file is requested only if it has changed, and by someone who may have it. */
function conditionsOf({ known, credentials }: FileRequest, isNamedHost: boolean): Record<string, string> {
  return {
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
    ...(credentials !== undefined && isNamedHost
      ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
      : {}),
  };
}

const failed = (reason: FileFailure): FileResponse => ({ type: 'failed', reason });

/** Reads a file. The body of any status but 2xx is none. */
async function readFile(response: Dispatcher.ResponseData, maxBytes: number): Promise<FileResponse> {
  const status = response.statusCode;
  if (status >= 200 && status <= 299) return readResponse(response, maxBytes);
  discard(response);
  return { type: 'answered', status, contentType: contentTypeOf(response), text: '' };
}

async function readResponse(response: Dispatcher.ResponseData, maxBytes: number): Promise<FileResponse> {
  const bytes = await bytesOf(response, maxBytes);
  if (!bytes) return failed('too_large');
  const text = await decodeBody(bytes, response.headers, maxBytes);
  const { etag, 'last-modified': lastModified } = response.headers;
  const answered = {
    type: 'answered',
    status: response.statusCode,
    contentType: contentTypeOf(response),
    version: { etag: headerText(etag), lastModified: headerText(lastModified) },
  } as const;
  return text === null ? failed('unreadable') : { ...answered, text };
}

function headerText(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value.length <= 256 ? value : null;
}

function contentTypeOf({ headers }: Dispatcher.ResponseData): string {
  return headers['content-type']?.toString() ?? '';
}

/** A response that is not HTTP, or cannot be decompressed, is unreadable. */
function fileFailureOf(error: unknown): FileFailure {
  const reason = failureOf(error);
  return reason === 'http_error' || reason === 'empty' || reason === 'encoding' ? 'unreadable' : reason;
}
