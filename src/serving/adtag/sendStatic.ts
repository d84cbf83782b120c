import type { IncomingMessage, ServerResponse } from 'node:http';
import { headersOf } from '#runtime/headers/headersOf.ts';
import { codingFor } from '../http/contentCoding.ts';
import type { StaticFile } from './adtagFiles.ts';

/** Response headers of a static file. */
export interface StaticKind {
  type: string;
  kind: 'script' | 'adFrame';
}

/**
 * Sends a file that any page may load and cache: with the best coding that the browser accepts, or 304 when its copy is
 * current.
 */
export function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  { type, kind }: StaticKind,
): void {
  const { method, headers } = request;
  const coding = codingFor(request);
  const body = coding === 'br' ? file.brotli : coding === 'gzip' ? file.gzip : file.plain;
  const etag = `"${file.etag}${coding ? `-${coding}` : ''}"`;
  const isKnown = (headers['if-none-match'] ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
  response.writeHead(isKnown ? 304 : 200, {
    ...anyPage,
    ...headersOf(kind),
    etag,
    vary: 'Accept-Encoding',
    ...(isKnown
      ? {}
      : {
          'content-type': type,
          'content-length': body.length,
          ...(coding ? { 'content-encoding': coding } : {}),
        }),
  });
  response.end(isKnown || method === 'HEAD' ? undefined : body);
}

/** Scripts and frames are public and contain nothing personal, so one cached copy serves all pages. */
export const anyPage: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*' };
