import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WrongMediaType } from './problems.ts';

/** Thrown for a refused upload; problems.ts has the message for `code`. */
class UploadError extends Error {
  readonly code: string;
  readonly statusCode: number;

  constructor(code: string, statusCode: number) {
    super(code);
    this.code = code;
    this.statusCode = statusCode;
  }
}

/** Makes the routes of a scope accept only bodies of these media types, unparsed. */
export function passBodiesOn(scope: FastifyInstance, contentTypes: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...contentTypes], (_request, payload, done) => done(null, payload));
  scope.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(new WrongMediaType(contentTypes));
  });
}

/** The bytes of an unparsed body; none when there is no body. */
export async function* readUpload(body: unknown, limitBytes: number): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) return;
  let size = 0;
  // Stopping early must not close the connection: the caller still gets the error.
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > limitBytes) throw new UploadError('FST_ERR_CTP_BODY_TOO_LARGE', 413);
      yield chunk;
    }
  } catch (error) {
    throw body.errored ? new UploadError('UPLOAD_BROKEN', 400) : error;
  } finally {
    body.resume();
  }
}

/** Reads an upload as UTF-8 text. */
export async function textOfUpload(upload: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of upload) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
