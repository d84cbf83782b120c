import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Minimum size in bytes of responses that are compressed. */
const threshold = 1024;

/**
 * Compresses the responses of routes as the client accepts. Register it before any route, and after hooks that change the
 * payload.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  // The plugin treats any payload that starts with a zlib header as compressed, and would send such a text uncompressed
  // with the header of a compressed one. Such texts are sent without compression.
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = String(reply.getHeader('content-type')).startsWith('text/');
    const { start, body } = payload instanceof Readable && isText ? await opened(payload) : fixed(payload);
    if (beginsAsZlib(start)) request.headers['x-no-compression'] = '1';
    return body;
  });
  await app.register(compress, { threshold, encodings: ['br', 'gzip', 'deflate', 'identity'] });
}

/** A response, and its first bytes as far as they are known. */
interface PayloadStart {
  start: Buffer;
  body: unknown;
}

function fixed(body: unknown): PayloadStart {
  return { start: typeof body === 'string' || Buffer.isBuffer(body) ? bytesOf(body) : Buffer.alloc(0), body };
}

/** Reads the first chunk of a stream; the returned stream starts with it. */
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

/** Whether data starts with a zlib header (RFC 1950, section 2.2). */
function beginsAsZlib([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x8f) === 0x08 && ((first << 8) | second) % 31 === 0;
}
