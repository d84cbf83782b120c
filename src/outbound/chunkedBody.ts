import { isFieldLine } from './responseHead.ts';

/** A size with extensions, whose values are tokens or quoted. */
const sizeLine =
  /^([\dA-Fa-f]{1,8})(?:;[!#$%&'*+\-.^`|~\w]+(?:=(?:[!#$%&'*+\-.^`|~\w]+|"(?:[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*"))?)*\r\n$/;

/** Fields that no trailer may contain, as they would change the length of the body (RFC 9110, section 6.5.1). */
const framingField = /^(?:content-length|transfer-encoding):/i;

/** Reads a body in the chunked transfer coding (RFC 9112, section 7.1), whatever the pieces it arrives in. */
export class ChunkedBody {
  readonly #onData: (data: Buffer) => void;
  readonly #maxLineBytes: number;
  #part: 'size' | 'data' | 'data end' | 'trailer' = 'size';
  /** Bytes of the current chunk that are missing. */
  #missing = 0;
  /** The beginning of a line whose end is missing. */
  #line = '';
  #trailerBytes = 0;

  /** `onData` receives the data without the coding. All trailers together, and any line, may have `maxLineBytes`. */
  constructor(onData: (data: Buffer) => void, maxLineBytes: number) {
    this.#onData = onData;
    this.#maxLineBytes = maxLineBytes;
  }

  /** Reads a piece from an offset. Returns the offset after the body, `more` without its end, `invalid` for a fault. */
  read(piece: Buffer, offset: number): number | 'more' | 'invalid' {
    let at = offset;
    while (at < piece.length) {
      if (this.#part === 'data') {
        const end = Math.min(piece.length, at + this.#missing);
        this.#onData(piece.subarray(at, end));
        this.#missing -= end - at;
        at = end;
        if (this.#missing === 0) this.#part = 'data end';
        continue;
      }
      const lineEnd = piece.indexOf(10, at) + 1;
      this.#line += piece.toString('latin1', at, lineEnd === 0 ? piece.length : lineEnd);
      if (this.#line.length > this.#maxLineBytes) return 'invalid';
      if (lineEnd === 0) return 'more';
      at = lineEnd;
      const line = this.#line;
      this.#line = '';
      const isEnd = this.#readLine(line);
      if (isEnd === null) return 'invalid';
      if (isEnd) return at;
    }
    return 'more';
  }

  /** Whether a line ends the body; null for an invalid one. */
  #readLine(line: string): boolean | null {
    if (this.#part === 'size') {
      const size = sizeLine.exec(line)?.[1];
      if (size === undefined) return null;
      this.#missing = Number.parseInt(size, 16);
      this.#part = this.#missing === 0 ? 'trailer' : 'data';
      return false;
    }
    if (this.#part === 'data end') {
      this.#part = 'size';
      return line === '\r\n' ? false : null;
    }
    if (line === '\r\n') return true;
    this.#trailerBytes += line.length;
    if (framingField.test(line)) return null;
    return line.endsWith('\r\n') && isFieldLine(line.slice(0, -2)) && this.#trailerBytes <= this.#maxLineBytes
      ? false
      : null;
  }
}
