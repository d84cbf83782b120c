import { nativeRequestShape } from './nativeRequestShape.ts';
import { nativeRootOf, parseNative, writeNative } from './parseNative.ts';
import { document, isObject, type Check, type Raw, type Rule } from '../fieldChecks.ts';

/** The type of `imp.native.request`: JSON in a text, or the object itself. */
export const textOrObject: Check = (value, name, path, found) =>
  isObject(value) ? value : document(value, name, path, found);

/**
 * A rule that a native object contains a valid native request (Native 1.2, section 4). Bidders are sent a JSON string
 * (OpenRTB 2.6, 3.2.9): an object, or a request with corrections, is written as one.
 */
export const hasNativeRequest: Rule = (native, path, found) => {
  const { request } = native;
  if (request === undefined) {
    found.fault(path, 'request', 'required', 'Required');
    return native;
  }
  const isText = typeof request === 'string';
  if (!isText && !isObject(request)) return native;
  const parsed = isText ? parseNative(request) : nativeRootOf(request);
  if (parsed === null) {
    found.fault(path, 'request', 'invalid_format', 'Must be a native request as a JSON string');
    return native;
  }
  const read = nativeRequestShape(parsed.native, 'request', path, found);
  if (parsed.hasOthers) found.note(path, 'request', 'contradictory', 'Only the object in native is sent on');
  if (!isText) found.note(path, 'request', 'invalid_type', 'Sent on as a JSON string');
  else if (read === parsed.native && !parsed.hasOthers) return native;
  return { ...native, request: writeNative(read as Raw, parsed) };
};
