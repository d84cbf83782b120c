import type { BidConnection } from './bidConnection.ts';
import type { FetchResult } from './fetchFailure.ts';

/** The head of a response, for people who look into a call. */
export interface SeenHead {
  status: number;
  /** Of a response that is not successful: the start of its body, as far as it came with the head. */
  rejectedBody: string;
}

/** A bid request from `post` until its result. */
export interface OutgoingCall {
  /** Request line and headers in Latin-1, with the empty line at their end. */
  head: string;
  body: string | Buffer;
  /** Whether a text has as many bytes as characters: Node writes it faster as Latin-1. */
  isOneByte: boolean;
  /** Maximum bytes of the response body, both as received and decompressed. */
  maxBytes: number;
  /** Called with the head of a final response, once or more often. */
  onHead?: ((head: SeenHead) => void) | undefined;
  /** Null when the result is not needed any more. */
  onResult: ((fetched: FetchResult) => void) | null;
  /** The connection that it was sent on, until the response is received. */
  connection: BidConnection | null;
}
