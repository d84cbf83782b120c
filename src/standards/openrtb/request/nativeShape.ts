import { hasNativeRequest, textOrObject } from '../native/hasNativeRequest.ts';
import { anyObject, integers, objectOf, text, type Fields } from '../fieldChecks.ts';
import type { Native } from '../types.ts';

/** The native object (3.2.9), with the native request in it. */
export const native = objectOf(
  { request: textOrObject, ver: text, api: integers, battr: integers, ext: anyObject } satisfies Fields<Native>,
  hasNativeRequest,
);
