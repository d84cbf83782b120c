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
    const { start, whole } = payload instanceof Readable && isText ? await opened(payload) : fixed(payload);
    if (beginsAsZlib(start)) request.headers['x-no-compression'] = '1';
    return whole;
  });
  await app.register(compress, { threshold, encodings: ['br', 'gzip', 'deflate', 'identity'] });
}

/** An answer, and what is known of how it begins. */
interface Beginning {
  start: Buffer;
  whole: unknown;
}

function fixed(whole: unknown): Beginning {
  return { start: typeof whole === 'string' || Buffer.isBuffer(whole) ? bytesOf(whole) : Buffer.alloc(0), whole };
}

/** Reads the first chunk of a stream; the stream that it gives begins with it. */
async function opened(stream: Readable): Promise<Beginning> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterableIterator<string | Buffer>;
  const first = await chunks.next();
  if (first.done) return { start: Buffer.alloc(0), whole: '' };
  const whole = Readable.from(
    (async function* () {
      yield first.value;
      yield* chunks;
    })(),
  );
  whole.once('close', () => stream.destroy());
  return { start: bytesOf(first.value), whole };
}

function bytesOf(chunk: string | Buffer): Buffer {
  return Buffer.from(chunk.slice(0, 2));
}

/** Whether data begins with a header of zlib (RFC 1950, section 2.2). */
function beginsAsZlib([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x8f) === 0x08 && ((first << 8) | second) % 31 === 0;
}
