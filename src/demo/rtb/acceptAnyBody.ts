import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const maxBodyBytes = 1_048_576;

/**
 * Makes a scope accept bodies as bidders receive them: JSON of any or no content type, plain or gzipped. Gzip is
 * detected by its first bytes, as browsers cannot set Content-Encoding without a CORS preflight.
 */
export function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) => {
    done(null, readJson(body as Buffer));
  });
}

/** Parses a body; undefined when it is not JSON. */
function readJson(body: Buffer): unknown {
  try {
    const isZipped = body[0] === 0x1f && body[1] === 0x8b;
    const text = isZipped ? gunzipSync(body, { maxOutputLength: maxBodyBytes * 4 }) : body;
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
