import type { BidFault } from './bidFault.ts';
import { isObject } from '../fieldChecks.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText);
const isNumberList: Check = (value) => Array.isArray(value) && value.every(isNumber);

const texts = 'id impid nurl burl lurl adm adid bundle iurl cid crid tactic language langb dealid'.split(' ');
const numbers = 'price cattax api protocol qagmediarating w h wratio hratio exp dur mtype slotinpod'.split(' ');

/** The required type of each field of a bid (4.2.3). Other fields are not checked. */
const checks = new Map<string, Check>([
  ...texts.map((name): [string, Check] => [name, isText]),
  ...numbers.map((name): [string, Check] => [name, isNumber]),
  ['adomain', isTextList],
  ['cat', isTextList],
  ['attr', isNumberList],
  ['apis', isNumberList],
  ['ext', isObject],
]);

/**
 * The fault in a bid's fields, or null. Null fields become undefined, because many servers write absent fields as null.
 * Markup that is an object, as native ads may be, becomes text; blank markup is absent, so that the win notice brings it.
 */
export function bidShapeFault(bid: Record<string, unknown>): BidFault | null {
  normalizeMarkup(bid);
  for (const name in bid) {
    if (bid[name] === null) bid[name] = undefined;
    else if (checks.get(name)?.(bid[name]) === false) return name === 'price' ? 'price_missing' : 'malformed';
  }
  if (!isFilled(bid['id']) || !isFilled(bid['impid'])) return 'malformed';
  return bid['price'] === undefined ? 'price_missing' : null;
}

/** Other names under which native markup is sent as an object (Native 1.2, section 5). */
const markupObjects = ['admobject', 'adm_native'];

/** Writes markup that is an object into `adm` as JSON, and removes blank markup. */
function normalizeMarkup(bid: Record<string, unknown>): void {
  for (const name of markupObjects) {
    if (isObject(bid[name]) && !isFilled(bid['adm'])) bid['adm'] = bid[name];
  }
  const { adm } = bid;
  if (isObject(adm)) bid['adm'] = JSON.stringify(adm);
  else if (typeof adm === 'string' && !/\S/.test(adm)) bid['adm'] = null;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** More than any response needs. Deeper values would overflow the stack when serialized again. */
const maxDepth = 32;

/** Whether a JSON value is safe to pass on: nested to a limit, without keys that could replace a prototype. */
export function isSafeJson(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === maxDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isSafeJson(item, depth + 1));
  const object = value as Record<string, unknown>;
  for (const key in object) {
    if (key === '__proto__' || !isSafeJson(object[key], depth + 1)) return false;
  }
  return true;
}
