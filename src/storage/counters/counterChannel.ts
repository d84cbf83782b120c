/** What came of an exchange. */
export interface ExchangeResult {
  /** Where to go on. */
  cursor: string;
  /** Packed impressions that were told since the last cursor, those told now among them or not. */
  told: Uint32Array;
  /** Whether there is more already. */
  hasMore: boolean;
  /** Whether the other side lacks what this one told before: everything is to be told again. */
  hasForgotten: boolean;
  /** Serving processes that take part now, this one included. */
  processes: number;
}

/** Where serving processes tell each other which impressions they have counted. Telling twice does no harm. */
export interface CounterChannel {
  /** Tells packed impressions, and brings what others told since a cursor; the first cursor is empty. Throws when it is away. */
  exchange(told: Uint32Array, cursor: string): Promise<ExchangeResult>;
  close(): Promise<void>;
}

/** A process that has not been heard of for so long takes part no more. */
export const clientTimeoutMs = 5000;

/** Packed impressions as text: base64 of their bytes in the order of the machine, which is the same on all that run serving. */
export function encodePacked(packed: Uint32Array): string {
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('base64');
}

/** Reads what textOfPacked wrote; null when the text is not whole impressions. */
export function decodePacked(text: string): Uint32Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 16 !== 0) return null;
  // A buffer of its own: those of a pool begin anywhere.
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
