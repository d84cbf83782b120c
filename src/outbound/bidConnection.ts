import type { Socket } from 'node:net';
import type { OutgoingCall } from './outgoingCall.ts';
import type { SocketHandlers } from './connectSocket.ts';
import { failureOf, type FetchFailure, type FetchResult } from './fetchFailure.ts';
import { decodeBody, isPlain, textOf } from './responseBody.ts';
import { ResponseReader, type ReceivedResponse } from './responseReader.ts';

/** The timeouts of a connection in milliseconds. */
export interface ConnectionTimeouts {
  connectMs: number;
  /** For the response head, and between parts of the body. */
  responseMs: number;
  /** Maximum time without a call. */
  idleMs: number;
}

/** Where a connection belongs. */
export interface ConnectionOwner {
  timeouts: ConnectionTimeouts;
  /** Monotonic milliseconds. */
  now: () => number;
  open(handlers: SocketHandlers): Socket;
  /** The connection is established. */
  onConnected(connection: BidConnection): void;
  /** The response to its call was received, and it may be used for another one. */
  onReleased(connection: BidConnection): void;
  /** The connection is closed. `failure` is the reason if it was never established. */
  onClosed(connection: BidConnection, failure: FetchFailure | null): void;
}

/** Milliseconds by which a connection is given up before the server closes it: both start counting at other moments. */
const keepAliveMarginMs = 2000;

/** A persistent connection to a bidder over HTTP/1.1, with one call at a time. */
export class BidConnection {
  readonly #owner: ConnectionOwner;
  readonly #socket: Socket;
  #isConnected = false;
  #call: OutgoingCall | null = null;
  #reader: ResponseReader | null = null;
  /** When it is closed, by the owner's clock, if nothing happens. */
  #deadline: number;
  /** Why a call fails when the connection closes. */
  #failure: FetchFailure = 'conn_error';

  constructor(owner: ConnectionOwner) {
    this.#owner = owner;
    this.#deadline = owner.now() + owner.timeouts.connectMs;
    this.#socket = owner.open({ onConnect: () => this.#onConnect(), onBytes: (bytes) => this.#onBytes(bytes) });
    this.#socket.on('end', () => this.#onEnd());
    this.#socket.on('error', (error) => (this.#failure = failureOf(error)));
    this.#socket.on('close', () => this.#onClose());
  }

  /** Whether a call may be sent. */
  isUsable(now: number): boolean {
    return now < this.#deadline && this.#socket.writable;
  }

  /** Sends a call. The connection must be usable and have none. */
  send(call: OutgoingCall): void {
    const { head, body, isOneByte } = call;
    this.#call = call;
    this.#reader = new ResponseReader(call.maxBytes);
    this.#deadline = this.#owner.now() + this.#owner.timeouts.responseMs;
    call.connection = this;
    if (typeof body === 'string') {
      this.#socket.write(head + body, isOneByte ? 'latin1' : 'utf8');
      return;
    }
    this.#socket.cork();
    this.#socket.write(head, 'latin1');
    this.#socket.write(body);
    this.#socket.uncork();
  }

  /** Closes the connection if its time has run out. */
  closeIfOverdue(now: number): void {
    if (now >= this.#deadline) this.close('timeout');
  }

  /** Closes the connection. Its call, if any, fails for this reason. */
  close(failure: FetchFailure): void {
    this.#failure = failure;
    this.#reader = null;
    this.#socket.destroy();
  }

  /** Closes the connection, since the result of its call is not needed any more. */
  giveUp(): void {
    this.#call = null;
    this.close('conn_error');
  }

  #onConnect(): void {
    this.#isConnected = true;
    this.#deadline = this.#owner.now() + this.#owner.timeouts.idleMs;
    this.#owner.onConnected(this);
  }

  #onBytes(bytes: Buffer): void {
    const reader = this.#reader;
    // Bytes that nothing asked for.
    if (!reader) return this.close('conn_error');
    const result = reader.read(bytes);
    if (reader.seenHead) this.#call?.onHead?.(reader.seenHead);
    if (typeof result === 'string') return this.close(result);
    if (result) return this.#onResponse(result);
    if (reader.hasHead) this.#deadline = this.#owner.now() + this.#owner.timeouts.responseMs;
  }

  #onEnd(): void {
    const response = this.#reader?.end();
    if (response) this.#onResponse(response);
    else this.close('conn_error');
  }

  #onResponse({ headers, body, keepAliveMs }: ReceivedResponse): void {
    const call = this.#call;
    this.#call = null;
    this.#reader = null;
    const idleMs = Math.min(this.#owner.timeouts.idleMs, keepAliveMs - keepAliveMarginMs);
    // A server that responds before it has received the request may not read the rest.
    if (idleMs > 0 && this.#socket.writableLength === 0) {
      this.#deadline = this.#owner.now() + idleMs;
      this.#owner.onReleased(this);
    } else {
      this.close('conn_error');
    }
    if (call) reportResponse(call, headers, body);
  }

  #onClose(): void {
    const call = this.#call;
    this.#call = null;
    this.#owner.onClosed(this, this.#isConnected ? null : this.#failure);
    if (!call) return;
    call.connection = null;
    call.onResult?.({ ok: false, reason: this.#failure });
  }
}

function reportResponse(call: OutgoingCall, headers: ReceivedResponse['headers'], body: Buffer): void {
  call.connection = null;
  const report = (fetched: FetchResult) => call.onResult?.(fetched);
  if (isPlain(headers) || body.length === 0) return report({ ok: true, text: textOf(body, headers) });
  decodeBody(Buffer.from(body), headers, call.maxBytes).then(
    (text) => report(text === null ? { ok: false, reason: 'http_error' } : { ok: true, text }),
    (error: unknown) => report({ ok: false, reason: failureOf(error) }),
  );
}
