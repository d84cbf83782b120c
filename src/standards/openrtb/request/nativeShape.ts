import type { Fault } from '../fault.ts';
import { hasNativeRequest, textOrObject } from '../native/hasNativeRequest.ts';
import {
  anyObject,
  Findings,
  integers,
  isObject,
  objectOf,
  text,
  type Check,
  type Fields,
  type Raw,
  type Rule,
} from '../fieldChecks.ts';
import type { Native } from '../types.ts';

const validNative = objectOf(
  { request: textOrObject, ver: text, api: integers, battr: integers, ext: anyObject } satisfies Fields<Native>,
  hasNativeRequest,
);

/** A native object that cannot be offered, with its faults. */
class FaultyNative {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    this.faults = faults;
  }
}

/** The native object (3.2.9), or what is wrong with it: `withoutFaultyNative` decides what that means for the request. */
export const native: Check = (value, name, path, found) => {
  const own = new Findings();
  const read = validNative(value, name, path, own);
  if (own.faults.length > 0) return new FaultyNative(own.faults);
  for (const note of own.notes) found.addNote(note);
  return read;
};

/**
 * A rule that a request offers something beside faulty native objects: those are dropped, with the imps that offer
 * nothing else, and noted. Where nothing remains, their faults are the request's.
 */
export const withoutFaultyNative: Rule = (request, _path, found) => {
  const imps: unknown = request['imp'];
  if (!Array.isArray(imps) || !imps.some(isFaulty)) return request;
  const remaining = (imps as unknown[]).flatMap(withoutFaulty);
  for (const fault of (imps as unknown[]).flatMap(faultsOf)) {
    if (remaining.length === 0) found.addFault(fault);
    else found.addNote({ ...fault, message: `Native is ignored: ${fault.message}` });
  }
  return remaining.length === 0 ? request : { ...request, imp: remaining };
};

type FaultyImp = Raw & { native: FaultyNative };

function isFaulty(imp: unknown): imp is FaultyImp {
  return isObject(imp) && imp['native'] instanceof FaultyNative;
}

function faultsOf(imp: unknown): readonly Fault[] {
  return isFaulty(imp) ? imp.native.faults : [];
}

/** The imp without a faulty native object, if it offers anything else. */
function withoutFaulty(imp: unknown): unknown[] {
  if (!isFaulty(imp)) return [imp];
  const { native: _faulty, ...others } = imp;
  return ['banner', 'video', 'audio'].some((name) => others[name] !== undefined) ? [others] : [];
}
