import { closedStatement, parsedName, typeOf, usedStatement, type Frame } from './postgresFrames.ts';

/**
 * The prepared statements of one client. The engine drops all statements at the end of each turn, so that clients do
 * not meet each other's names; here they are as they came, to be prepared again in the turn that uses them.
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
   * Applies what the engine answered to frames: of those that it took one after the other, how many ParseComplete and
   * CloseComplete it sent.
   */
  apply(frames: readonly Frame[], { parsed, closed }: { parsed: number; closed: number }): void {
    let parses = 0;
    let closes = 0;
    for (const frame of frames) {
      const type = typeOf(frame);
      // A simple query drops the unnamed statement, and so does a new one that is faulty.
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

  /** The turn is over: the engine has none of them any more. */
  endTurn(): void {
    this.#inEngine.clear();
  }

  #add(frame: Frame): void {
    const name = parsedName(frame);
    // A frame is a part of what the socket read; a copy of it alone is retained.
    this.#sources.set(name, Buffer.from(frame));
    this.#inEngine.add(name);
  }

  #drop(name: string): void {
    this.#sources.delete(name);
    this.#inEngine.delete(name);
  }
}
