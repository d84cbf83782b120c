/** One message of the PostgreSQL protocol 3.0 (PostgreSQL documentation, "Message Formats"), with type and length. */
export type Frame = Buffer;

/** Longest message that a client may send: PostgreSQL's own limit of a field is 1 GB, ours is what memory bears. */
const longestFrame = 256 * 1024 * 1024;

/** Cuts complete frames off the front of `bytes`. A startup packet has no type byte. Throws on an absurd length. */
export function cutFrames(bytes: Buffer, isStartup: boolean): { frames: Frame[]; rest: Buffer } {
  const header = isStartup ? 0 : 1;
  const frames: Frame[] = [];
  let start = 0;
  while (bytes.length - start >= header + 4) {
    const length = bytes.readInt32BE(start + header);
    if (length < 4 || length > longestFrame) throw new Error(`Bad message length ${length}`);
    if (bytes.length - start < header + length) break;
    frames.push(bytes.subarray(start, start + header + length));
    start += header + length;
    if (isStartup) break;
  }
  return { frames, rest: bytes.subarray(start) };
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

/** A simple query. */
export function queryFrame(sql: string): Frame {
  return frameOf('Q', Buffer.from(`${sql}\0`));
}

/** ErrorResponse. `severity` FATAL announces that the connection ends. */
export function errorFrame(severity: 'ERROR' | 'FATAL', code: string, message: string): Frame {
  return frameOf('E', Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${message}\0\0`));
}

/** ReadyForQuery in the given transaction state. */
export function readyFrame(state: TransactionState): Frame {
  return frameOf('Z', Buffer.from(state));
}

/** What ReadyForQuery says: idle, in a transaction, in a failed transaction. */
export type TransactionState = 'I' | 'T' | 'E';

/**
 * Gives every named prepared statement of a connection its own name in the engine, which knows one session only.
 * Parse: name, query. Bind: portal, statement. Describe and Close: kind, name.
 */
export function renameStatement(frame: Frame, prefix: string): Frame {
  const type = typeOf(frame);
  if (type === 'P') return insertPrefix(frame, 5, prefix);
  if (type === 'B') return insertPrefix(frame, frame.indexOf(0, 5) + 1, prefix);
  if ((type === 'D' || type === 'C') && frame[5] === 'S'.charCodeAt(0)) return insertPrefix(frame, 6, prefix);
  return frame;
}

function insertPrefix(frame: Frame, at: number, prefix: string): Frame {
  if (at === 0 || frame[at] === 0) return frame;
  return frameOf(typeOf(frame), Buffer.concat([frame.subarray(5, at), Buffer.from(prefix), frame.subarray(at)]));
}

/** Name of the prepared statement that a Parse frame makes; empty for the unnamed one. */
export function parsedName(frame: Frame): string {
  return frame.toString('utf8', 5, frame.indexOf(0, 5));
}

/** The SQL of a Query or Parse frame, else null. Cut to its beginning: enough to tell what kind of statement it is. */
export function statementOf(frame: Frame): string | null {
  const type = typeOf(frame);
  if (type !== 'Q' && type !== 'P') return null;
  const start = type === 'Q' ? 5 : frame.indexOf(0, 5) + 1;
  return frame.toString('utf8', start, Math.min(frame.length, start + 4096));
}

/** Follows a stream of reply bytes and tells the state of the last ReadyForQuery in it; frames may be cut anywhere. */
export function watchReadyState(): { push(chunk: Uint8Array): void; state(): TransactionState | null } {
  let pending: Buffer = Buffer.alloc(0);
  let skip = 0;
  let state: TransactionState | null = null;
  return {
    push(chunk) {
      let bytes: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const skipped = Math.min(skip, bytes.length);
      skip -= skipped;
      bytes = bytes.subarray(skipped);
      if (bytes.length === 0) return;
      bytes = pending.length > 0 ? Buffer.concat([pending, bytes]) : bytes;
      let at = 0;
      // Six bytes hold type, length and the state of a ReadyForQuery, and are never more than a frame and its successor.
      while (bytes.length - at >= 5) {
        const length = 1 + bytes.readInt32BE(at + 1);
        if (bytes[at] === 'Z'.charCodeAt(0)) {
          if (bytes.length - at < length) break;
          state = String.fromCharCode(bytes[at + 5] ?? 0) as TransactionState;
        }
        at += length;
      }
      skip = Math.max(0, at - bytes.length);
      pending = Buffer.from(bytes.subarray(Math.min(at, bytes.length)));
    },
    state: () => state,
  };
}
