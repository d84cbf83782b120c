import {
  anyObject,
  id,
  isObject,
  listOf,
  required,
  number,
  objectOf,
  text,
  texts,
  type Check,
  type Raw,
} from '../fieldChecks.ts';
import { schain } from '../request/partyShapes.ts';
import { namedGranularities, type PriceRange } from './priceBucket.ts';

const boolean: Check = (value, name, path, found) => {
  if (typeof value !== 'boolean') found.fault(path, name, 'invalid_type', 'Must be true or false');
  return value;
};

/** An object whose values share one check, by name. */
function tableOf(check: Check): Check {
  return (value, name, above, found) => {
    if (!isObject(value)) {
      found.fault(above, name, 'invalid_type', 'Must be an object');
      return value;
    }
    const path = { name, above };
    for (const key of Object.keys(value)) check(value[key], key, path, found);
    return value;
  };
}

const granularityFields = objectOf({
  precision: (value, name, path, found) => {
    if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 15) {
      found.fault(path, name, 'invalid', 'Must be a whole number from 0 to 15');
    }
    return value;
  },
  ranges: listOf(objectOf({ min: number, max: number, increment: number }), 100),
});

/** A named granularity of Prebid's, or ascending ranges. */
const granularity: Check = (value, name, above, found) => {
  if (typeof value === 'string') {
    if (!namedGranularities.has(value)) {
      found.fault(above, name, 'unknown_value', `Must be one of ${[...namedGranularities.keys()].join(', ')}`);
    }
    return value;
  }
  const before = found.faults.length;
  const read = granularityFields(value, name, above, found);
  if (found.faults.length > before || !isObject(read) || !Array.isArray(read['ranges'])) return read;
  let previous = 0;
  for (const [index, { max, increment }] of (read['ranges'] as Partial<PriceRange>[]).entries()) {
    const path = { name: index, above: { name: 'ranges', above: { name, above } } };
    if (max === undefined || max <= previous) found.fault(path, 'max', 'bad_range', `Must be more than ${previous}`);
    if (increment === undefined || increment < 1e-9) {
      found.fault(path, 'increment', 'bad_range', 'Must be more than 0');
    }
    previous = max ?? previous;
  }
  return read;
};

const rate: Check = (value, name, path, found) => {
  const read = number(value, name, path, found);
  if (typeof read === 'number' && read <= 0) found.fault(path, name, 'bad_range', 'Must be more than 0');
  return read;
};

/** A table by currency. Codes that are no longer in use are accepted: pages have rates of many currencies. */
function tableOfCurrencies(check: Check): Check {
  return tableOf((value, code, path, found) => {
    if (/^[A-Z]{3}$/.test(String(code))) return check(value, code, path, found);
    found.fault(path, code, 'unknown_value', 'Must be an ISO 4217 currency');
    return value;
  });
}

const stored = objectOf({ id }, required('id'));
const cached = objectOf({ returnCreative: boolean });
const eidPermission = objectOf({ source: id, bidders: texts }, required('source'), required('bidders'));

/** Objects in `ext.prebid` whose fields are all instructions. */
const instructions = {
  targeting: {
    pricegranularity: granularity,
    mediatypepricegranularity: objectOf({ banner: granularity, video: granularity, native: granularity }),
    includewinners: boolean,
    includebidderkeys: boolean,
    includeformat: boolean,
    alwaysincludedeals: boolean,
    preferdeals: boolean,
    prefix: text,
  },
  cache: { bids: cached, vastxml: cached },
  currency: { rates: tableOfCurrencies(tableOfCurrencies(rate)), usepbsrates: boolean },
  data: { eidpermissions: listOf(eidPermission, 1000) },
};

const fields = {
  targeting: objectOf(instructions.targeting),
  cache: objectOf(instructions.cache),
  currency: objectOf(instructions.currency),
  data: objectOf(instructions.data),
  channel: objectOf({ name: text, version: text }),
  debug: boolean,
  auctiontimestamp: number,
  storedrequest: stored,
  aliases: tableOf(text),
  schains: listOf(objectOf({ bidders: texts, schain }), 1000),
  returnallbidstatus: boolean,
  multibid: listOf(objectOf({ bidder: text, bidders: texts, maxbids: number }), 1000),
};

/** The object `ext.prebid`. */
export const prebid = objectOf(fields);

/** The fields of `ext.prebid` that have no meaning here, as `name` or `name.name`. */
export function unknownPrebidFields(given: Raw): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(fields, name)) return name;
    if (!Object.hasOwn(instructions, name) || !isObject(value)) return [];
    const known = instructions[name as keyof typeof instructions];
    return Object.keys(value).flatMap((inner) => (Object.hasOwn(known, inner) ? [] : `${name}.${inner}`));
  });
}

/** The object `imp.ext.prebid`. */
export const prebidImp = objectOf({ storedrequest: stored, adunitcode: text, bidder: tableOf(anyObject) });
