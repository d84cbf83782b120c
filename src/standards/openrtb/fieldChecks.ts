import type { Fault } from './fault.ts';

/** Active ISO 4217 codes, without metals, funds and test codes. */
const codes: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP ' +
    'CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF ' +
    'IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD ' +
    'MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB ' +
    'RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD ' +
    'UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);

/** Whether a text is an ISO 4217 currency code, in upper case. */
function isCurrency(code: string): boolean {
  return codes.has(code);
}

/** An object whose fields are unchecked. */
export type Raw = Record<string, unknown>;

/** The path of an object in a request, as a linked list. Paths are built for faults only: most requests have none. */
export interface ObjectPath {
  name: string | number;
  above: ObjectPath | null;
}

/** Maximum number of faults listed. */
export const MAX_FAULTS = 100;

/** Findings of reading a request: faults reject it, notes list corrections. */
export class Findings {
  readonly faults: Fault[] = [];
  readonly notes: Fault[] = [];

  /** Records a fault of a field, or of the object itself when `name` is null. */
  fault(path: ObjectPath | null, name: string | number | null, code: string, message: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ code, message, path: pathOf(path, name) });
    else if (this.faults.length === MAX_FAULTS) {
      this.faults.push({ code: 'too_many', message: 'There are more faults than listed here', path: '' });
    }
  }

  note(path: ObjectPath | null, name: string, code: string, message: string): void {
    if (this.notes.length < MAX_FAULTS) this.notes.push({ code, message, path: pathOf(path, name) });
  }
}

function pathOf(path: ObjectPath | null, name: string | number | null): string {
  const names = name === null ? [] : [name];
  for (let each = path; each !== null; each = each.above) if (each.name !== '') names.unshift(each.name);
  return names.join('.');
}

/** Checks the value of a field. Returns it, or a copy without null fields. */
export type Check = (value: unknown, name: string | number, path: ObjectPath, found: Findings) => unknown;

/** A rule across the fields of one object, of any types, none of them null. Returns the object, or a corrected copy. */
export type Rule = (object: Raw, path: ObjectPath, found: Findings) => Raw;

/** A check for every field of a type. */
export type Fields<T> = { [Name in keyof Required<T>]: Check };

/** Whether a value is an object and not a list. */
export function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is absent, null, or an empty text or list. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && (value as unknown[]).length === 0)
  );
}

function failed(value: unknown, message: string, name: string | number, path: ObjectPath, found: Findings): unknown {
  found.fault(path, name, 'invalid_type', message);
  return value;
}

/** A text of at most `maxLength` characters; `isNeeded` = at least one. */
export function textUpTo(maxLength: number, isNeeded = false): Check {
  return (value, name, path, found) => {
    if (typeof value !== 'string') return failed(value, 'Must be text', name, path, found);
    if (value.length > maxLength) found.fault(path, name, 'too_big', `At most ${maxLength} characters`);
    if (isNeeded && value === '') found.fault(path, name, 'required', 'Required');
    return value;
  };
}

/** A text. The limit leaves room for consent strings, URLs and keywords. */
export const text = textUpTo(16_384);

/** An id that responses refer to: at least one character. */
export const id = textUpTo(512, true);

/** JSON in a text. */
export const document = textUpTo(131_072);

export const integer: Check = (value, name, path, found) =>
  Number.isSafeInteger(value) ? value : failed(value, 'Must be a whole number', name, path, found);

/** A whole number from 0: pixels, seconds, bits. */
export const size: Check = (value, name, path, found) => {
  if (!Number.isSafeInteger(value)) return failed(value, 'Must be a whole number', name, path, found);
  if ((value as number) < 0) found.fault(path, name, 'too_small', 'At least 0');
  return value;
};

export const number: Check = (value, name, path, found) =>
  typeof value === 'number' && Number.isFinite(value) ? value : failed(value, 'Must be a number', name, path, found);

/** A number from 0. */
export const amount: Check = (value, name, path, found) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return failed(value, 'Must be a number', name, path, found);
  }
  if (value < 0) found.fault(path, name, 'too_small', 'At least 0');
  return value;
};

export const flag: Check = (value, name, path, found) => {
  if (value === 0 || value === 1) return value;
  if (typeof value !== 'number') return failed(value, 'Must be 0 or 1', name, path, found);
  found.fault(path, name, 'unknown_value', 'Must be 0 or 1');
  return value;
};

/** An ISO 4217 code. */
export const currency: Check = (value, name, path, found) => {
  if (typeof value !== 'string') return failed(value, 'Must be text', name, path, found);
  if (!isCurrency(value)) found.fault(path, name, 'unknown_value', 'Must be an ISO 4217 currency');
  return value;
};

/** A list of at most `maxItems` values. */
export function listOf(check: Check, maxItems = 10_000): Check {
  return (value, name, above, found) => {
    if (!Array.isArray(value)) return failed(value, 'Must be a list', name, above, found);
    const list = value as unknown[];
    if (list.length > maxItems) {
      found.fault(above, name, 'too_many', `At most ${maxItems} items`);
      return value;
    }
    if (list.length === 0) return value;
    const path = { name, above };
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index += 1) {
      const read = check(list[index], index, path, found);
      if (read !== list[index]) (copy ??= list.slice())[index] = read;
    }
    return copy ?? value;
  };
}

export const texts = listOf(text);

/** A list of enumeration values. */
export const integers = listOf(integer);

/** An object with these fields among others. Null fields count as absent; other fields stay as they are. */
export function objectOf(fields: Readonly<Record<string, Check>>, ...rules: Rule[]): Check {
  const names = Object.keys(fields);
  const checks = Object.values(fields);
  return (value, name, above, found) => {
    if (!isObject(value)) return failed(value, 'Must be an object', name, above, found);
    const path = { name, above };
    let read = value;
    for (let index = 0; index < names.length; index += 1) {
      const field = names[index] as string;
      const given = value[field];
      if (given === undefined) continue;
      const checked = given === null ? null : (checks[index] as Check)(given, field, path, found);
      if (checked === given && given !== null) continue;
      if (read === value) read = { ...value };
      if (checked === null) delete read[field];
      else read[field] = checked;
    }
    for (const rule of rules) read = rule(read, path, found);
    return read;
  };
}

/** An object with any fields. */
export const anyObject: Check = objectOf({});

/** A rule that drops the second of two mutually exclusive fields (2.2). */
export function exclusive(preferred: string, dropped: string): Rule {
  return (object, path, found) => {
    if (isEmpty(object[preferred]) || isEmpty(object[dropped])) return object;
    found.note(path, dropped, 'contradictory', `Ignored: cannot be combined with ${preferred}`);
    const copy = { ...object };
    delete copy[dropped];
    return copy;
  };
}

/** A rule that a field must be present and not an empty list. */
export function required(name: string, message = 'Required'): Rule {
  return (object, path, found) => {
    const value = object[name];
    // An empty id has its own fault.
    if (value === undefined || (Array.isArray(value) && (value as unknown[]).length === 0)) {
      found.fault(path, name, 'required', message);
    }
    return object;
  };
}
