import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StaticFile } from './adtagFiles.ts';

/** What a file is sent as. */
export interface StaticKind {
  type: string;
  cacheControl: string;
  headers?: Readonly<Record<string, string>>;
}

/** Answers a file that any page may load and keep: compressed as the browser takes it, 304 when it has it. */
export function sendStatic(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  kind: StaticKind,
): void {
  const accepted = headers['accept-encoding'] ?? '';
  const coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  const body = coding === 'br' ? file.brotli : coding === 'gzip' ? file.gzip : file.plain;
  const etag = `"${file.etag}${coding ? `-${coding}` : ''}"`;
  const isKnown = (headers['if-none-match'] ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
  response.writeHead(isKnown ? 304 : 200, {
    ...publicHeaders,
    ...kind.headers,
    'cache-control': kind.cacheControl,
    etag,
    vary: 'Accept-Encoding',
    ...(isKnown
      ? {}
      : {
          'content-type': kind.type,
          'content-length': body.length,
          ...(coding ? { 'content-encoding': coding } : {}),
        }),
  });
  response.end(isKnown || method === 'HEAD' ? undefined : body);
}

/** Scripts and frames are for everybody and hold nothing of anybody, so that one copy serves all pages. */
export const publicHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
