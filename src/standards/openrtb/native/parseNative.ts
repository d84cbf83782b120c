import { isSafeJson } from '../bid/bidShape.ts';
import { isObject, type Raw } from '../fieldChecks.ts';

/** A native request or response with its root: the object itself, or one that wraps it as `native`. */
export interface NativeRoot {
  root: Raw;
  native: Raw;
}

/**
 * The native object of a JSON text; null when it is none. Version 1.0 wraps requests and responses in a root object, later
 * ones do not (Native 1.2, notes to 4.1 and 5.1): both are accepted.
 */
export function parseNative(text: string): NativeRoot | null {
  try {
    return nativeRootOf(JSON.parse(text.trim()));
  } catch {
    return null;
  }
}

/** The native object of a JSON value, wrapped or bare; null when it is none, or not safe to pass on. */
export function nativeRootOf(root: unknown): NativeRoot | null {
  if (!isObject(root) || !isSafeJson(root)) return null;
  const inner = root['native'];
  return { root, native: isObject(inner) ? inner : root };
}
