import type { Fault } from '#standards/openrtb/fault.ts';
import {
  amount,
  document,
  Findings,
  listOf,
  objectOf,
  required,
  type Check,
  type Raw,
  type Rule,
} from '#standards/openrtb/fieldChecks.ts';
import type { CachedValue } from '#storage/bidCache/bidCache.ts';

/** A value to be stored, and for how long. */
export interface CachePut {
  value: CachedValue;
  seconds: number;
}

/** The values in a body of POST /cache, or all its faults. */
export type PutsResult = { ok: true; puts: CachePut[] } | { ok: false; faults: Fault[] };

/** Limits of Prebid Cache. */
const maxPuts = 10;
const maxSeconds = 3600;

const type: Check = (value, name, path, found) => {
  if (value !== 'xml' && value !== 'json') found.fault(path, name, 'unknown_value', 'Must be xml or json');
  return value;
};

const xmlIsText: Rule = (put, path, found) => {
  if (put['type'] === 'xml' && put['value'] !== undefined) document(put['value'], 'value', path, found);
  return put;
};

/** A list without values is one. */
const hasPuts: Rule = (given, path, found) => {
  if (given['puts'] === undefined) found.fault(path, 'puts', 'required', 'Required');
  return given;
};

const body = objectOf(
  {
    puts: listOf(objectOf({ type, ttlseconds: amount }, required('type'), required('value'), xmlIsText), maxPuts),
  },
  hasPuts,
);

/**
 * Reads a body of POST /cache in the form of Prebid Cache: `{ puts: [{ type, value, ttlseconds }] }`. IDs that a page
 * chooses (`key`) are ignored. Never throws.
 */
export function readPuts(json: unknown): PutsResult {
  const found = new Findings();
  const read = body(json, '', { name: '', above: null }, found);
  if (found.faults.length > 0) return { ok: false, faults: found.faults };
  return { ok: true, puts: (read as { puts: Raw[] }).puts.map(putOf) };
}

/** Prebid Cache takes 0 for the default, and shortens what is too long. */
function putOf({ type: given, value, ttlseconds: seconds }: Raw): CachePut {
  const isTimed = typeof seconds === 'number' && seconds > 0;
  return {
    value: given === 'xml' ? { type: 'xml', text: String(value) } : { type: 'json', text: JSON.stringify(value) },
    seconds: isTimed ? Math.min(maxSeconds, seconds) : maxSeconds,
  };
}
