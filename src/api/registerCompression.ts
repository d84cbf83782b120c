import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Answers of fewer bytes are not worth the work. */
const threshold = 1024;

/**
 * Compresses the answers of routes as the caller accepts. Register it before any route, and behind the hooks that change
 * what is sent.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  // The plugin takes whatever begins as zlib data does for compressed, and would send such a text uncompressed under the
  // header of a compressed one. Texts that begin so are sent plainly.
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = String(reply.getHeader('content-type')).startsWith('text/');
    const { start, body } = payload instanceof Readable && isText ? await opened(payload) : fixed(payload);
    if (beginsAsZlib(start)) request.headers['x-no-compression'] = '1';
    return body;
  });
  await app.register(compress, { threshold, encodings: ['br', 'gzip', 'deflate', 'identity'] });
}

/** An answer, and what is known of how it begins. */
interface PayloadStart {
  start: Buffer;
  body: unknown;
}

function fixed(body: unknown): PayloadStart {
  return { start: typeof body === 'string' || Buffer.isBuffer(body) ? bytesOf(body) : Buffer.alloc(0), body };
}

/** Reads the first chunk of a stream; the stream that it gives begins with it. */
async function opened(stream: Readable): Promise<PayloadStart> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterableIterator<string | Buffer>;
  const first = await chunks.next();
  if (first.done) return { start: Buffer.alloc(0), body: '' };
  const body = Readable.from(
    (async function* () {
      yield first.value;
      yield* chunks;
    })(),
  );
  body.once('close', () => stream.destroy());
  return { start: bytesOf(first.value), body };
}

function bytesOf(chunk: string | Buffer): Buffer {
  return Buffer.from(chunk.slice(0, 2));
}

/** Whether data begins with a header of zlib (RFC 1950, section 2.2). */
function beginsAsZlib([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x8f) === 0x08 && ((first << 8) | second) % 31 === 0;
}
