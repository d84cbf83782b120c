export interface ExchangeResult {
  /** Cursor of the next exchange. */
  cursor: string;
  /** Packed impressions since the last cursor; those just sent may be among them. */
  impressions: Uint32Array;
  /** Whether more can be read at once. */
  hasMore: boolean;
  /** Whether the other side lacks this process's earlier impressions, so that all must be sent again. */
  mustResend: boolean;
  /** Number of active serving processes, this one included. */
  processes: number;
}

/** The transport over which serving processes exchange their counted impressions. Sending one twice does no harm. */
export interface CounterTransport {
  /**
   * Sends packed impressions and returns those of all processes since a cursor; the first cursor is empty. Throws when
   * the transport is unavailable.
   */
  exchange(impressions: Uint32Array, cursor: string): Promise<ExchangeResult>;
  close(): Promise<void>;
}

/** Milliseconds after its last exchange at which a process counts as gone. */
export const clientTimeoutMs = 5000;

/**
 * Packed impressions as text: Base64 of their bytes in machine byte order, which is the same on all machines of
 * serving.
 */
export function encodePacked(packed: Uint32Array): string {
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('base64');
}

/** Decodes the text of encodePacked; null when it is not a whole number of impressions. */
export function decodePacked(text: string): Uint32Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 16 !== 0) return null;
  // Copied, because a view into Node's buffer pool may be unaligned.
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
