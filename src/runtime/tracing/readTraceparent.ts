/** The caller's part of a trace, of its W3C traceparent header. */
export interface Traceparent {
  traceId: string;
  spanId: string;
  /** 1 = the caller samples it. */
  traceFlags: number;
}

/** Parses a traceparent header (W3C Trace Context, 3.2); null for an invalid one. */
export function readTraceparent(header: string): Traceparent | null {
  const match = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header);
  const [, version = '', traceId = '', spanId = '', flags = '', more] = match ?? [];
  if (!match || /^0+$/.test(traceId) || /^0+$/.test(spanId) || (version === '00' && more !== undefined)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}
