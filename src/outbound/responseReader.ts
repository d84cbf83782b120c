import { ChunkedBody } from './chunkedBody.ts';
import type { SeenHead } from './outgoingCall.ts';
import { isPlain, textOf } from './responseBody.ts';
import { readResponseHead, type ResponseHead } from './responseHead.ts';

/** A response that was received completely. */
export interface ReceivedResponse {
  headers: ResponseHead['headers'];
  /** Valid until the next read: it may be a view of the received bytes. */
  body: Buffer;
  /** Milliseconds for which the connection may be used again; 0 if it must be closed. */
  keepAliveMs: number;
}

/** The result of reading: a response, null while bytes are missing, or why there is none. */
type ReadResult = ReceivedResponse | null | 'http_error' | 'too_large';

/** Maximum bytes of the head, with those of interim responses. */
const maxHeadBytes = 32_768;
/** Maximum bytes of the body of an unsuccessful response that are shown to people. */
const maxShownBytes = 4096;
const headEnd = '\r\n\r\n';
const headStart = 'HTTP/1.';
const noBytes = Buffer.alloc(0);

/** Reads one response of a server (RFC 9112): the body of a successful one, or that there is none. */
export class ResponseReader {
  readonly #maxBytes: number;
  /** The received bytes of an incomplete head. */
  #received = noBytes;
  /** Bytes of the interim responses before it. */
  #interimBytes = 0;
  #head: ResponseHead | null = null;
  #seenHead: SeenHead | null = null;
  #chunked: ChunkedBody | null = null;
  /** The received part of the body; bytes beyond `#size` are free. */
  #body = noBytes;
  #size = 0;

  /** `maxBytes` limits the body. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether the complete head has been received. */
  get hasHead(): boolean {
    return this.#head !== null;
  }

  /** The head of the final response; null before it is received. */
  get seenHead(): SeenHead | null {
    return this.#seenHead;
  }

  /** Reads received bytes. What it retains of them is a copy. */
  read(bytes: Buffer): ReadResult {
    if (this.#head) return this.#readBody(this.#head, bytes, 0);
    const received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    let at = 0;
    for (;;) {
      const end = received.indexOf(headEnd, at, 'latin1');
      if (this.#interimBytes + (end === -1 ? received.length : end) > maxHeadBytes) return 'http_error';
      if (end === -1) break;
      const head = readResponseHead(received.toString('latin1', at, end));
      at = end + headEnd.length;
      if (head && head.status >= 200) {
        const rejectedBody = head.status > 299 ? startOfBody(head, received, at) : '';
        this.#seenHead = { status: head.status, rejectedBody };
      }
      if (!head || head.status === 101 || head.status > 299) return 'http_error';
      if (head.status < 200) {
        // Behind an interim response that ends the connection, or declares a body, no response is expected.
        if (head.keepAliveMs === 0) return 'http_error';
        continue;
      }
      this.#head = head;
      return this.#readBody(head, received, at);
    }
    if (!mayBeHead(received, at)) return 'http_error';
    this.#interimBytes += at;
    this.#received = Buffer.from(received.subarray(at));
    return null;
  }

  /** The response that ends when the server closes the connection; null if it is incomplete. */
  end(): ReceivedResponse | null {
    if (this.#head?.framing !== 'until close') return null;
    return responseOf(this.#head, this.#body.subarray(0, this.#size), 0);
  }

  #readBody(head: ResponseHead, bytes: Buffer, at: number): ReadResult {
    const { framing } = head;
    if (framing === 'chunked') {
      this.#chunked ??= new ChunkedBody((data) => this.#append(data), maxHeadBytes);
      const end = this.#chunked.read(bytes, at);
      if (end === 'invalid') return 'http_error';
      if (this.#size > this.#maxBytes) return 'too_large';
      if (end === 'more') return null;
      return responseOf(head, this.#body.subarray(0, this.#size), bytes.length - end);
    }
    const isEndless = framing === 'until close';
    if ((isEndless ? this.#size + bytes.length - at : framing) > this.#maxBytes) return 'too_large';
    const end = isEndless ? bytes.length : Math.min(bytes.length, at + framing - this.#size);
    const rest = bytes.subarray(at, end);
    if (this.#size === 0 && rest.length === framing) return responseOf(head, rest, bytes.length - end);
    this.#append(rest);
    if (this.#size !== framing) return null;
    return responseOf(head, this.#body.subarray(0, this.#size), bytes.length - end);
  }

  /** Adds a copy to the body, up to its limit. */
  #append(data: Buffer): void {
    const size = this.#size + data.length;
    if (size <= this.#maxBytes) {
      if (size > this.#body.length) {
        const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#body.length));
        this.#body.copy(larger, 0, 0, this.#size);
        this.#body = larger;
      }
      data.copy(this.#body, this.#size);
    }
    this.#size = size;
  }
}

/** Bytes beyond the response were not asked for: the connection is not used again. */
function responseOf({ headers, keepAliveMs }: ResponseHead, body: Buffer, unsolicited: number): ReceivedResponse {
  return { headers, body, keepAliveMs: unsolicited > 0 ? 0 : keepAliveMs };
}

/** Whether bytes from an offset may be the beginning of a head. */
function mayBeHead(bytes: Buffer, at: number): boolean {
  const start = bytes.toString('latin1', at, Math.min(bytes.length, at + headStart.length));
  return headStart.startsWith(start);
}

/** The start of an uncompressed body, of the bytes from an offset. */
function startOfBody({ framing, headers }: ResponseHead, bytes: Buffer, at: number): string {
  if (!isPlain(headers)) return '';
  const parts: Buffer[] = [];
  if (framing === 'chunked') new ChunkedBody((data) => parts.push(Buffer.from(data)), maxHeadBytes).read(bytes, at);
  else parts.push(bytes.subarray(at));
  return textOf(Buffer.concat(parts).subarray(0, maxShownBytes), headers);
}
