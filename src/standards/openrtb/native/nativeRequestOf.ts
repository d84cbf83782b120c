import { nativeRequestShape } from './nativeRequestShape.ts';
import type { NativeRequest } from './nativeTypes.ts';
import { parseNative } from './parseNative.ts';
import { Findings } from '../fieldChecks.ts';

/** The request that was read last: all bids and creatives of an auction response the same one. */
let last: { text: string; request: NativeRequest | null } = { text: '', request: null };

/**
 * The native request in a text; null when it violates the standard, as requests in traces may that were recorded before
 * they were checked. Callers must not change it.
 */
export function nativeRequestOf(text: string): NativeRequest | null {
  if (last.text !== text) last = { text, request: readRequest(text) };
  return last.request;
}

function readRequest(text: string): NativeRequest | null {
  const parsed = parseNative(text);
  if (parsed === null) return null;
  const found = new Findings();
  const read = nativeRequestShape(parsed.native, '', { name: '', above: null }, found);
  return found.faults.length > 0 ? null : (read as NativeRequest);
}
