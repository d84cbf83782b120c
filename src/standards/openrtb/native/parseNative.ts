import { isSafeJson } from '../bid/bidShape.ts';
import { isObject, type Raw } from '../fieldChecks.ts';

/** A native request or response, as it is in JSON. */
export interface ParsedNative {
  native: Raw;
  /** Whether a root object wraps it as `native`. */
  isWrapped: boolean;
  /** Whether the root has other fields, which are not passed on. */
  hasOthers: boolean;
}

/**
 * The native object of a JSON text; null when it is none. Version 1.0 wraps requests and responses in a root object, later
 * ones do not (Native 1.2, notes to 4.1 and 5.1): both are accepted.
 */
export function parseNative(text: string): ParsedNative | null {
  try {
    return nativeRootOf(JSON.parse(text.trim()));
  } catch {
    return null;
  }
}

/** The native object of a JSON value, wrapped or bare; null when it is none, or not safe to pass on. */
export function nativeRootOf(root: unknown): ParsedNative | null {
  if (!isObject(root) || !isSafeJson(root)) return null;
  const inner = root['native'];
  if (!isObject(inner)) return { native: root, isWrapped: false, hasOthers: false };
  return { native: inner, isWrapped: true, hasOthers: Object.keys(root).length > 1 };
}

/** A native object as JSON, in the form in which it was parsed. */
export function writeNative(native: object, { isWrapped }: ParsedNative): string {
  return JSON.stringify(isWrapped ? { native } : native);
}
