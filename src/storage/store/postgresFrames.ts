/** One message of the PostgreSQL protocol 3.0 (PostgreSQL documentation, "Message Formats"), with type and length. */
export type Frame = Buffer;

/** Maximum message of a client: PostgreSQL's own limit of a field is 1 GB, ours is bounded by memory. */
const maxFrameBytes = 256 * 1024 * 1024;

/** Cuts complete frames off the front of `bytes`. A startup packet has no type byte. Throws on an absurd length. */
export function cutFrames(bytes: Buffer, isStartup: boolean): { frames: Frame[]; remaining: Buffer } {
  const header = isStartup ? 0 : 1;
  const frames: Frame[] = [];
  let start = 0;
  while (bytes.length - start >= header + 4) {
    const length = bytes.readInt32BE(start + header);
    if (length < 4 || length > maxFrameBytes) throw new Error(`Bad message length ${length}`);
    if (bytes.length - start < header + length) break;
    frames.push(bytes.subarray(start, start + header + length));
    start += header + length;
    if (isStartup) break;
  }
  return { frames, remaining: bytes.subarray(start) };
}

/** Bytes that `bytes` must grow to before its first frame is complete; 0 when even the length is missing. */
export function neededBytes(bytes: Buffer): number {
  return bytes.length >= 5 ? 1 + bytes.readInt32BE(1) : 0;
}

/** Type letter of a frame. */
export function typeOf(frame: Frame): string {
  return String.fromCharCode(frame[0] ?? 0);
}

/** A frame of `type` around `body`. */
export function frameOf(type: string, body: Buffer): Frame {
  const frame = Buffer.alloc(5 + body.length);
  frame.write(type, 0, 'latin1');
  frame.writeInt32BE(4 + body.length, 1);
  body.copy(frame, 5);
  return frame;
}

export function queryFrame(sql: string): Frame {
  return frameOf('Q', Buffer.from(`${sql}\0`));
}

/** An ErrorResponse. `severity` FATAL announces that the connection ends. */
export function errorFrame(severity: 'ERROR' | 'FATAL', code: string, message: string): Frame {
  return frameOf('E', Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${message}\0\0`));
}

/** The state in ReadyForQuery: idle, in a transaction, in a failed transaction. */
export type TransactionState = 'I' | 'T' | 'E';

/** Name of the prepared statement that a Parse frame creates; empty for the unnamed one. */
export function parsedName(frame: Frame): string {
  return textAt(frame, 5);
}

/** Name of the prepared statement that a Bind or Describe frame uses; null for other frames and for portals. */
export function usedStatement(frame: Frame): string | null {
  // Bind: portal, statement. Describe: kind, name.
  if (typeOf(frame) === 'B') return textAt(frame, frame.indexOf(0, 5) + 1);
  return typeOf(frame) === 'D' && isOfStatement(frame) ? textAt(frame, 6) : null;
}

/** Name of the prepared statement that a Close frame closes; null for other frames and for portals. */
export function closedStatement(frame: Frame): string | null {
  return typeOf(frame) === 'C' && isOfStatement(frame) ? textAt(frame, 6) : null;
}

function isOfStatement(frame: Frame): boolean {
  return frame[5] === 'S'.charCodeAt(0);
}

function textAt(frame: Frame, start: number): string {
  const end = frame.indexOf(0, start);
  return frame.toString('utf8', start, end < 0 ? frame.length : end);
}

/** Observes the engine's reply so far. */
export interface ResponseWatch {
  push(chunk: Uint8Array): void;
  /** State of the last ReadyForQuery. */
  state(): TransactionState | null;
  /** Numbers of ParseComplete and CloseComplete. */
  counts(): { parsed: number; closed: number };
}

/** Follows a stream of reply bytes; frames may be split anywhere. */
export function watchResponse(): ResponseWatch {
  let pending: Buffer = Buffer.alloc(0);
  let skip = 0;
  let state: TransactionState | null = null;
  let parsed = 0;
  let closed = 0;
  return {
    push(chunk) {
      let bytes: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const skipped = Math.min(skip, bytes.length);
      skip -= skipped;
      bytes = bytes.subarray(skipped);
      if (bytes.length === 0) return;
      bytes = pending.length > 0 ? Buffer.concat([pending, bytes]) : bytes;
      let at = 0;
      // Six bytes contain type, length and the state of a ReadyForQuery, and are never more than a frame and its
      // successor.
      while (bytes.length - at >= 5) {
        const length = 1 + bytes.readInt32BE(at + 1);
        if (bytes[at] === 'Z'.charCodeAt(0)) {
          if (bytes.length - at < length) break;
          state = String.fromCharCode(bytes[at + 5] ?? 0) as TransactionState;
        }
        if (bytes[at] === '1'.charCodeAt(0)) parsed += 1;
        if (bytes[at] === '3'.charCodeAt(0)) closed += 1;
        at += length;
      }
      skip = Math.max(0, at - bytes.length);
      pending = Buffer.from(bytes.subarray(Math.min(at, bytes.length)));
    },
    state: () => state,
    counts: () => ({ parsed, closed }),
  };
}
