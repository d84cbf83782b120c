/** A PostgreSQL backend with one session. */
export interface Engine {
  /** Runs protocol messages and passes on the reply in chunks. Rejects only when the engine is beyond repair. */
  exec(messages: Uint8Array, onReply: (chunk: Uint8Array) => void): Promise<void>;
}
