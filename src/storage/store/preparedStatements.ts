import { closedStatement, parsedName, typeOf, usedStatement, type Frame } from './postgresFrames.ts';

/**
 * The prepared statements of one client. The engine drops all statements at the end of each turn, so that clients do
 * not see each other's names; here their sources are stored, to be prepared again in the turn that uses them.
 */
export class PreparedStatements {
  /** Parse frames by name; the unnamed statement is ''. */
  readonly #sources = new Map<string, Frame>();
  readonly #inEngine = new Set<string>();

  /** The Parse frames of the statements that a batch uses and the engine does not have in this turn. */
  missingFor(batch: readonly Frame[]): Frame[] {
    const missing = new Map<string, Frame>();
    const parsedHere = new Set<string>();
    for (const frame of batch) {
      if (typeOf(frame) === 'P') parsedHere.add(parsedName(frame));
      const name = usedStatement(frame);
      if (name === null || parsedHere.has(name) || this.#inEngine.has(name)) continue;
      const source = this.#sources.get(name);
      if (source) missing.set(name, source);
    }
    return [...missing.values()];
  }

  /**
   * Applies the engine's reply to frames: the numbers of ParseComplete and CloseComplete, which it sends in the order
   * of the frames.
   */
  apply(frames: readonly Frame[], { parsed, closed }: { parsed: number; closed: number }): void {
    let parses = 0;
    let closes = 0;
    for (const frame of frames) {
      const type = typeOf(frame);
      // A simple query drops the unnamed statement, and so does a faulty new one.
      if (type === 'Q' || (type === 'P' && parsedName(frame) === '')) this.#drop('');
      if (type === 'P') {
        parses += 1;
        if (parses <= parsed) this.#add(frame);
      }
      if (type === 'C') {
        closes += 1;
        const name = closedStatement(frame);
        if (closes <= closed && name !== null) this.#drop(name);
      }
    }
  }

  /** Ends the turn: the engine no longer has any of them. */
  endTurn(): void {
    this.#inEngine.clear();
  }

  #add(frame: Frame): void {
    const name = parsedName(frame);
    // A frame is a part of a socket's read buffer; only a copy of it is stored.
    this.#sources.set(name, Buffer.from(frame));
    this.#inEngine.add(name);
  }

  #drop(name: string): void {
    this.#sources.delete(name);
    this.#inEngine.delete(name);
  }
}
