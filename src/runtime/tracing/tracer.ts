/** Facts about a span: IDs, counts and codes, never an address, a token or anything of a viewer. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** A piece of work of a trace. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Starts a part of this work. `isCall`: whether it is done by another server. */
  child(name: string, attributes?: SpanAttributes, isCall?: boolean): Span;
  set(attributes: SpanAttributes): void;
  /** Ends it now; as failed where `failure` names a cause. */
  end(failure?: string): void;
}

/** Starts traces. */
export interface Tracer {
  /**
   * Starts the trace of a request; null when it is not sampled. `parent`: the caller's W3C traceparent header. Its span is
   * linked if it is valid; it decides neither the ID of the trace nor whether it is sampled, since anyone can send it.
   */
  start(name: string, attributes?: SpanAttributes, parent?: string): Span | null;
  /** Sends what has ended. */
  close(): Promise<void>;
}
