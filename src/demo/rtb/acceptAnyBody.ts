import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const maxBodyBytes = 1_048_576;

/**
 * Makes a scope take bodies as bidders get them: JSON of any content type, also where none is named, as it is or by gzip.
 * Compressed bodies are known by their first bytes: browsers cannot name an encoding without being asked first.
 */
export function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) => {
    done(null, readJson(body as Buffer));
  });
}

/** The value in a body; undefined when it is no JSON. */
function readJson(body: Buffer): unknown {
  try {
    const isZipped = body[0] === 0x1f && body[1] === 0x8b;
    const text = isZipped ? gunzipSync(body, { maxOutputLength: maxBodyBytes * 4 }) : body;
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
