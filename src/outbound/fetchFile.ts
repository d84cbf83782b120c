import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { SERVER_AGENT } from '#standards/viewerMacros.ts';
import { isPublicAddress, lookupPublic, RefusedAddress } from './addressGuard.ts';

/** Why no answer came, or one that cannot be used. */
export type FileFailure = 'timeout' | 'conn_error' | 'refused_address' | 'too_large' | 'redirect' | 'unreadable';

/** What a request for a file brought: an answer of any status, or none. */
export type FileAnswer =
  | { type: 'answered'; status: number; contentType: string; text: string }
  | { type: 'failed'; reason: FileFailure };

/** How a file is asked for. */
export interface FileAsked {
  accept: string;
  /** Of the answer, and of what it is decompressed to. */
  maxBytes: number;
  signal: AbortSignal;
  /** Whether a redirect may be followed; asked of each in turn. */
  mayFollow: (to: URL) => boolean;
}

/** Reads files of other people's servers by http and https. */
export interface FileFetcher {
  /** Never throws. An aborted call is a timeout. The text of other answers than good ones is not read. */
  fetchFile(url: string, asked: FileAsked): Promise<FileAnswer>;
  close(): Promise<void>;
}

/** Redirects of one request, whatever may be followed. */
const maxRedirects = 10;
/** The kinds of redirect of the standards, and the one that came after them. */
const redirects = [301, 302, 303, 307, 308];

/**
 * Opens a fetcher. Unless allowed, no address is called that is not public. `via` = a server that is asked for every
 * host in that host's place; it learns the host by the Host header.
 */
export function createFileFetcher(options: { allowPrivateAddresses: boolean; via?: string | undefined }): FileFetcher {
  const { via } = options;
  const isGuarded = !options.allowPrivateAddresses && via === undefined;
  const agent = new Agent({
    connect: { timeout: 5000, ...(isGuarded ? { lookup: lookupPublic } : {}) },
    connections: 4,
    pipelining: 1,
    keepAliveTimeout: 1000,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    maxHeaderSize: 32_768,
  });
  const ask = async (url: URL, { accept, signal }: FileAsked) =>
    agent.request({
      origin: via ?? url.origin,
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
  const follow = async (start: string, asked: FileAsked): Promise<FileAnswer> => {
    let url = parseUrl(start);
    for (let followed = 0; ; followed += 1) {
      if (!url || !/^https?:$/.test(url.protocol)) return failed(followed === 0 ? 'conn_error' : 'redirect');
      // A literal address is never looked up, so that it has to be judged here.
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      if (isGuarded && isIP(literal) && !isPublicAddress(literal)) return failed('refused_address');
      const response = await ask(url, asked);
      const { location } = response.headers;
      if (!redirects.includes(response.statusCode)) return readAnswer(response, asked.maxBytes);
      discard(response);
      url = typeof location === 'string' ? parseUrl(location, url) : null;
      if (!url || followed === maxRedirects || !asked.mayFollow(url)) return failed('redirect');
    }
  };
  return {
    async fetchFile(url, asked) {
      try {
        return await follow(url, asked);
      } catch (error) {
        return failed(asked.signal.aborted ? 'timeout' : failureOf(error));
      }
    },
    close: () => agent.destroy(),
  };
}

const failed = (reason: FileFailure): FileAnswer => ({ type: 'failed', reason });

function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base?.href);
  } catch {
    return null;
  }
}

/** Gives up a body that nobody needs, without waiting for it. */
function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => undefined);
  response.body.dump({ limit: 16_384 }).catch(() => undefined);
}

async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number): Promise<FileAnswer> {
  const status = response.statusCode;
  const contentType = response.headers['content-type']?.toString() ?? '';
  if (status < 200 || status > 299) {
    discard(response);
    return { type: 'answered', status, contentType, text: '' };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return failed('too_large');
    chunks.push(chunk);
  }
  const coding = response.headers['content-encoding']?.toString().trim().toLowerCase() ?? '';
  const body = await decompress(Buffer.concat(chunks), coding, maxBytes);
  if (!body) return failed('unreadable');
  return { type: 'answered', status, contentType, text: new TextDecoder().decode(body) };
}

const decoders = { gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), deflate: promisify(inflate) };
const unbrotli = promisify(brotliDecompress);

/** The body as it was before it was compressed; null for a coding that we did not ask for. */
async function decompress(body: Buffer, coding: string, maxOutputLength: number): Promise<Buffer | null> {
  if (coding === 'identity' || coding === '' || body.length === 0) return body;
  if (coding === 'br') return unbrotli(body, { maxOutputLength });
  if (coding in decoders) return decoders[coding as keyof typeof decoders](body, { maxOutputLength });
  return null;
}

function failureOf(error: unknown): FileFailure {
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
  if (causes.some((cause) => cause instanceof RefusedAddress)) return 'refused_address';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too_large';
  if (/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  if (/^(HPE_|Z_|ERR__ERROR|ERR_BROTLI|ERR__|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/.test(code)) return 'unreadable';
  return 'conn_error';
}
