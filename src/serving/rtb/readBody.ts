import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { readQuery } from '#standards/readQuery.ts';

/** Maximum bytes of a bid request, compressed and decompressed. */
export const maxRequestBytes = 512 * 1024;

/** A body as text, or the reason why there is none. */
export type Body = { ok: true; text: string } | { ok: false; status: 400 | 413 | 415; code: string; message: string };

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const aborted: Body = { ok: false, status: 400, code: 'aborted', message: 'The body is incomplete' };
const tooLarge: Body = { ok: false, status: 413, code: 'too_large', message: `At most ${maxRequestBytes} bytes` };

/**
 * Reads the body of a bid request, whatever its content type: browsers send text/plain to avoid a CORS preflight. It
 * may be compressed, as declared by its header or by the parameter `gzip=1`.
 */
export function readBody(message: IncomingMessage): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxRequestBytes) chunks.push(chunk);
      // A slightly larger body is read to its end, so that the sender can read the response. A much larger one is cut
      // off.
      else if (size > 8 * maxRequestBytes) {
        message.destroy();
        resolve(tooLarge);
      }
    });
    message.once('end', () =>
      resolve(size > maxRequestBytes ? tooLarge : decode(joinChunks(chunks), encodingOf(message))),
    );
    // `close` follows `end` too and then has no effect.
    message.once('close', () => resolve(aborted));
    message.once('error', () => resolve(aborted));
  });
}

function joinChunks(chunks: Buffer[]): Buffer {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}

function encodingOf({ headers, url = '' }: IncomingMessage): string {
  const named = headers['content-encoding']?.trim().toLowerCase();
  if (named) return named;
  return readQuery(url).get('gzip') === '1' ? 'gzip' : 'identity';
}

async function decode(body: Buffer, encoding: string): Promise<Body> {
  if (encoding === 'identity') return { ok: true, text: body.toString('utf8') };
  if (!Object.hasOwn(decoders, encoding)) {
    return {
      ok: false,
      status: 415,
      code: 'unknown_coding',
      message: 'Unknown content encoding; use gzip, deflate, br or none',
    };
  }
  try {
    const text = await decoders[encoding as keyof typeof decoders](body, { maxOutputLength: maxRequestBytes });
    return { ok: true, text: text.toString('utf8') };
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge
      ? tooLarge
      : { ok: false, status: 400, code: 'bad_coding', message: 'The body cannot be decompressed' };
  }
}
