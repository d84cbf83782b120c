/** A PostgreSQL backend with one session. */
export interface Engine {
  /** Runs protocol messages and hands out the reply in pieces. Rejects only when the engine is beyond repair. */
  exec(messages: Uint8Array, onReply: (chunk: Uint8Array) => void): Promise<void>;
}
