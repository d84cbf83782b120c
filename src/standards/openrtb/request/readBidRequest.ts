import type { Fault } from '../fault.ts';
import {
  anyObject,
  currency,
  exclusive,
  Findings,
  flag,
  id,
  integer,
  isEmpty,
  isObject,
  listOf,
  required,
  objectOf,
  size,
  texts,
  type Check,
  type Fields,
  type ObjectPath,
  type Raw,
  type Rule,
} from '../fieldChecks.ts';
import { imp } from './impShape.ts';
import { upgradeRequest } from './upgradeRequest.ts';
import { app, device, regs, schain, site, source, user } from './partyShapes.ts';
import type { BidRequest } from '../types.ts';

/** Maximum imps per request; more are rejected. */
export const MAX_IMPS = 100;

/** Far deeper than any request; beyond, serializing JSON could fail. */
const maxDepth = 48;

export interface ReadOptions {
  /** Whether site, its id and its page may be missing, because the integration fills them in from the browser. */
  isPlaceOptional?: boolean;
}

/** A request in the form of 2.6 with notes on corrections, or all its faults. */
export type BidRequestResult = { ok: true; request: BidRequest; notes: Fault[] } | { ok: false; faults: Fault[] };

/**
 * Reads an OpenRTB 2.5 or 2.6 request (standards 2.2). Never throws and never changes `value`; unknown fields and
 * enumerated values are preserved; parts that need no correction are shared with `value`. At most MAX_FAULTS faults are
 * listed.
 */
export function readBidRequest(value: unknown, options: ReadOptions = {}): BidRequestResult {
  const found = new Findings();
  if (!isObject(value)) {
    found.fault(null, null, 'invalid_type', 'Must be an object');
    return { ok: false, faults: found.faults };
  }
  if (!isShallow(value, maxDepth)) {
    found.fault(null, null, 'too_big', `Must not be nested deeper than ${maxDepth} levels`);
    return { ok: false, faults: found.faults };
  }
  const read = request(value, '', top, found) as Raw;
  checkPlace(read, options.isPlaceOptional === true, found);
  if (found.faults.length > 0) return { ok: false, faults: found.faults };
  return { ok: true, request: upgradeRequest(read as unknown as BidRequest), notes: found.notes };
}

const top: ObjectPath = { name: '', above: null };

/** 2.2: imp ids are distinct. */
const areImpsDistinct: Rule = (request, above, found) => {
  const imps = request['imp'];
  if (!Array.isArray(imps) || imps.length > MAX_IMPS) return request;
  const ids = new Set<unknown>();
  for (const [index, each] of (imps as unknown[]).entries()) {
    const id = isObject(each) ? each['id'] : undefined;
    if (typeof id !== 'string' || id === '') continue;
    const path = { name: index, above: { name: 'imp', above } };
    if (ids.has(id)) found.fault(path, 'id', 'twice', 'Another impression has this ID');
    ids.add(id);
  }
  return request;
};

/** A list of languages; anything else is ignored and noted, as it names none. */
const languages: Check = (value, name, path, found) => {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return texts(value, name, path, found);
  found.note(path, String(name), 'invalid_type', 'Ignored: must be a list of texts');
  return null;
};

const request = objectOf(
  {
    id,
    imp: listOf(imp, MAX_IMPS),
    site,
    app,
    dooh: anyObject,
    device,
    user,
    regs,
    source,
    test: flag,
    at: integer,
    tmax: size,
    wseat: texts,
    bseat: texts,
    cur: listOf(currency, 200),
    wlang: languages,
    wlangb: languages,
    bcat: texts,
    acat: texts,
    cattax: integer,
    badv: texts,
    bapp: texts,
    ext: objectOf({ schain }),
  } satisfies Fields<BidRequest>,
  required('id'),
  required('imp', 'At least one impression is required'),
  areImpsDistinct,
  exclusive('wseat', 'bseat'),
  exclusive('acat', 'bcat'),
  exclusive('wlangb', 'wlang'),
);

/** 2.2: a request has exactly one of site, app and dooh, and a site is identifiable. */
function checkPlace(request: Raw, isOptional: boolean, found: Findings): void {
  const given = ['site', 'app', 'dooh'].filter((name) => request[name] !== undefined);
  if (given.length === 0 && !isOptional) {
    found.fault(null, 'site', 'required', 'One of site, app or dooh is required');
  }
  for (const name of given.slice(1)) {
    found.fault(null, name, 'contradictory', `Cannot be combined with ${given[0] ?? ''}`);
  }
  const site = request['site'];
  if (isObject(site) && !isOptional && isEmpty(site['id']) && isEmpty(site['page'])) {
    found.fault(null, 'site', 'required', 'site.id or site.page is required');
  }
}

function isShallow(value: object, depth: number): boolean {
  if (depth === 0) return false;
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) {
      if (typeof each === 'object' && each !== null && !isShallow(each, depth - 1)) return false;
    }
    return true;
  }
  for (const name in value) {
    const each = (value as Raw)[name];
    if (typeof each === 'object' && each !== null && !isShallow(each, depth - 1)) return false;
  }
  return true;
}
